//! Writes a file's items into a table in slices of a few milliseconds. It ends when the file is read, the import is
//! stopped, or the table is deleted, and when its last item is stored.
//!
//! Has one part of the file in memory. Must not know how a file is chosen or previewed.

mod paced;
pub(crate) mod parts;
mod receive;
mod resume;
mod rows;
mod source;
pub(crate) mod unfinished;

use std::collections::VecDeque;

use hashrange_files::{ItemRead, RowError};
use hashrange_protocol::{ClockCommand, Import, Imported, JobEnd, JobKind, News, WorkspaceId};
use hashrange_wire::{
    BulkOperationPerformanceTier, Checked, Operation, PutItemRequest, Rejection, Request, Response,
    ReturnConsumedCapacity, ReturnValues, ServiceError, encode_request,
};

use self::paced::Paced;
use self::resume::PAST_IS_MISSING;
use self::rows::Rows;
use crate::host::{Host, Platform};

/// Real time of one slice of work, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Maximum number of reported failures.
const FAILURES: usize = 10_000;

impl<W: Platform> Host<W> {
    /// Writes every item of a file. If it is the file of an interrupted import, continues that import.
    pub(crate) async fn import(self, id: WorkspaceId, import: Box<Import>) {
        let before = self.within(id, |workspace| {
            let before = workspace.interrupted.take_if(|before| before.is_of(&import));
            (before, workspace.core.last_record())
        });
        let (before, last) = before.unwrap_or_default();
        let written = match &before {
            Some(before) => match self.written_since(id, before.since).await {
                Some(written) => Some(written),
                None => return self.refuse_import(PAST_IS_MISSING),
            },
            None => None,
        };
        let since = before.map_or(last, |before| before.since);
        if self.begin_import(id, &import) {
            let complete = self.check_parts(id, &import);
            if complete.is_ok() {
                self.keep_source(id, &import, since).await;
            }
            self.write_items(id, *import, written, complete).await;
        }
    }

    /// Begins the job of an import. Returns whether no other job is running.
    fn begin_import(&self, id: WorkspaceId, import: &Import) -> bool {
        let began = self.change(id, |workspace, _| {
            let free = workspace.job.is_none();
            if free {
                workspace.begin_job(JobKind::Import, &import.name, import.size);
                workspace.keeping.has_source = false;
            }
            free
        });
        if began != Some(true) {
            self.refuse_import("Another job is running. Stop it first.");
        }
        began == Some(true)
    }

    /// Writes the items of a file. A resumed import skips the items that were written before, in this order.
    async fn write_items(
        &self,
        id: WorkspaceId,
        import: Import,
        written: Option<VecDeque<String>>,
        complete: Result<(), String>,
    ) {
        let mut done = Imported::default();
        let is_paced = import.bulk.is_some();
        let made = complete.and_then(|()| self.make_table(id, &import, written.is_some()));
        let (trouble, stopped) = match made {
            Ok(()) => {
                self.write_rows(id, import, &mut written.unwrap_or_default(), &mut done)
                    .await
            }
            Err(refused) => (Some(refused), false),
        };
        self.parts_are_stored(id, 1).await;
        self.change(id, |workspace, real| {
            if is_paced {
                workspace.core.end_items(real);
            }
            workspace.keeping.has_source = true;
        });
        self.save_through(id).await;
        self.drop_source_if_stored(id).await;
        self.end_job(id, trouble, stopped, Some(done));
    }

    /// Ends an import that did not begin.
    pub(crate) fn refuse_import(&self, words: &str) {
        self.post(&News::JobEnded(JobEnd {
            kind: JobKind::Import,
            title: String::new(),
            trouble: Some(words.to_owned()),
            stopped: false,
            import: None,
        }));
    }

    /// Creates the table that the file names, and advances virtual time until it is ACTIVE. A resumed import may have
    /// created it before.
    fn make_table(&self, id: WorkspaceId, import: &Import, again: bool) -> Result<(), String> {
        let Some(body) = import.create.clone() else {
            return Ok(());
        };
        self.handling("CreateTable", &body);
        let real = self.platform().millis();
        let made = self.within(id, |workspace| {
            if !again || workspace.core.engine().table(&import.table).is_none() {
                workspace.changed();
                let request = hashrange_endpoint::read(Operation::CreateTable, body.as_bytes());
                let request = request.map_err(|error| error.service_message().unwrap_or_default())?;
                let made = workspace.core.handle(real, request, body);
                made.map_err(|error| format!("{}: {error}", error.exception()))?;
            }
            workspace.core.settle(real);
            Ok(())
        });
        made.unwrap_or(Ok(()))
    }

    async fn write_rows(
        &self,
        id: WorkspaceId,
        import: Import,
        written: &mut VecDeque<String>,
        done: &mut Imported,
    ) -> (Option<String>, bool) {
        let Import {
            table,
            form,
            bytes,
            parts,
            bulk,
            ..
        } = import;
        let (mut rows, mut next_part) = (Rows::new(form, bytes), 0);
        let mut paced = self.begin_pace(id, bulk);
        loop {
            let until = self.platform().millis() + STRETCH_MS;
            let mut ending = None;
            let mut is_early = false;
            while ending.is_none() && self.platform().millis() < until {
                is_early = !self.is_due(id, &paced);
                if is_early {
                    break;
                }
                if let Some((body, line)) = paced.take_held() {
                    let request = hashrange_endpoint::read(Operation::PutItem, body.as_bytes());
                    ending = self.write_row(id, (request, body), line, done, &mut paced);
                    continue;
                }
                ending = match rows.next() {
                    Some(row) => self.take_row(id, &table, row, written, (&mut *done, &mut paced)),
                    None if next_part < parts => match self.read_part(id, next_part).await {
                        Some(part) => {
                            next_part += 1;
                            rows.go_on(part);
                            None
                        }
                        None => Some(Some("A part of the file is missing. Import the file again.".to_owned())),
                    },
                    None if rows.end() => None,
                    None => Some(None),
                };
            }
            done.position = rows.position();
            let stopped = self.within(id, |workspace| {
                if let Some(job) = &mut workspace.job {
                    job.done = done.position;
                    // Failures are listed only at the end.
                    job.import = Some(Imported {
                        failures: Vec::new(),
                        ..done.clone()
                    });
                }
                workspace.stop
            });
            self.publish();
            self.save_soon(id);
            match (ending, stopped) {
                (Some(trouble), _) => return (trouble, false),
                (None, Some(false)) => {
                    let rest = if is_early { self.rest_within(id) } else { 0 };
                    self.platform().rest(rest).await;
                }
                (None, _) => return (None, true),
            }
        }
    }

    /// Writes a row, unless it was written before. Returns a reason if nothing more can be written.
    fn take_row(
        &self,
        id: WorkspaceId,
        table: &str,
        row: ItemRead,
        written: &mut VecDeque<String>,
        (done, paced): (&mut Imported, &mut Paced),
    ) -> Option<Option<String>> {
        match row.item {
            Err(error) => fail(done, error.line, unread(&error)),
            Ok(item) => {
                let request = put(table, item);
                let body = encode_request(&request);
                if !pass_over(written, &body) {
                    return self.write_row(id, (Checked::of(request), body), row.line, done, paced);
                }
                done.written += 1;
            }
        }
        None
    }

    /// Sends the request of a row, which has this body. Returns a reason if nothing more can be written.
    fn write_row(
        &self,
        id: WorkspaceId,
        (request, body): (Result<Checked, Rejection>, String),
        line: usize,
        done: &mut Imported,
        paced: &mut Paced,
    ) -> Option<Option<String>> {
        self.handling("PutItem", &body);
        let real = self.platform().millis();
        let again = paced.holds().then(|| body.clone());
        let (answer, now) = self.within(id, |workspace| {
            workspace.changed();
            let answer = match request {
                Ok(request) => workspace.core.handle(real, request, body).map_err(|error| {
                    let why = match error {
                        ServiceError::ResourceNotFound(_) => Why::TableGone,
                        ServiceError::Throttled(_) => Why::Throttled,
                        _ => Why::Refused,
                    };
                    (why, format!("{}: {error}", error.exception()))
                }),
                Err(rejection) => {
                    let words = rejection.service_message().unwrap_or_default();
                    Err((Why::Refused, format!("{}: {words}", rejection.exception())))
                }
            };
            (answer, workspace.core.engine().now())
        })?;
        match (answer, again) {
            (Ok(Response::PutItem(answer)), _) => {
                let half_units = answer.consumed_capacity.map_or(0, |cost| halves(cost.capacity_units));
                done.written += 1;
                done.replaced += u64::from(answer.attributes.is_some());
                done.half_units += half_units;
                paced.written(half_units, now);
                None
            }
            (Ok(_), _) => None,
            (Err((Why::Throttled, _)), Some(body)) => {
                paced.hold(body, line, now);
                None
            }
            (Err((why, reason)), _) => {
                fail(done, line, reason.clone());
                // Without the table, all remaining rows would fail for the same reason.
                (why == Why::TableGone).then_some(Some(reason))
            }
        }
    }

    /// Begins the pace of an import. A bulk put needs time that passes, so the clock runs.
    fn begin_pace(&self, id: WorkspaceId, tier: Option<BulkOperationPerformanceTier>) -> Paced {
        let real = self.platform().millis();
        let now = self.within(id, |workspace| {
            if tier.is_some() {
                workspace.core.command(real, ClockCommand::Resume);
            }
            workspace.core.engine().now()
        });
        Paced::new(tier, now.unwrap_or_default())
    }

    /// Whether the next item may be written now. Time passes up to then, and not further until it is written: so the
    /// rate is that of the tier at every speed of the clock.
    fn is_due(&self, id: WorkspaceId, paced: &Paced) -> bool {
        let Some(due) = paced.due() else { return true };
        let is_due = self.within(id, |workspace| {
            let before = workspace.core.engine().last_event();
            let is_due = workspace.core.go_to_item(due, || self.platform().millis());
            if workspace.core.engine().last_event() != before {
                workspace.changed();
            }
            is_due
        });
        is_due.unwrap_or(true)
    }
}

/// Why an item was not written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    TableGone,
    Throttled,
    Refused,
}

/// The request of a row.
fn put(table: &str, item: hashrange_values::Item) -> Request {
    Request::from(PutItemRequest {
        table_name: table.to_owned(),
        item,
        return_values: Some(ReturnValues::AllOld),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
        ..PutItemRequest::default()
    })
}

/// Whether a row was written before: its request is among the remaining written ones. Requests before it in that list
/// were manual.
fn pass_over(written: &mut VecDeque<String>, body: &str) -> bool {
    let place = written.iter().position(|one| one == body);
    if let Some(place) = place {
        written.drain(..=place);
    }
    place.is_some()
}

fn fail(done: &mut Imported, line: usize, reason: String) {
    done.failed += 1;
    if done.failures.len() < FAILURES {
        done.failures.push((line, reason));
    }
}

fn unread(error: &RowError) -> String {
    let column = error
        .column
        .map(|column| format!("column {column}: "))
        .unwrap_or_default();
    format!("{column}{}", error.reason)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn halves(units: f64) -> u64 {
    (units * 2.0).round() as u64
}

//! Writes a file's items into a table in slices of a few milliseconds. It ends when the file is read, the import is
//! stopped, or the table is deleted. An import that a reload interrupted continues.
//!
//! Has one part of the file in memory. Must not know how a file is chosen or previewed.

pub(crate) mod parts;
mod receive;
mod rows;

use std::collections::VecDeque;

use hashrange_files::{ItemRead, RowError};
use hashrange_protocol::{Import, Imported, JobEnd, JobKind, News, WorkspaceId};
use hashrange_wire::{
    PutItemRequest, Request, Response, ReturnConsumedCapacity, ReturnValues, ServiceError, encode_request,
};

use self::rows::Rows;
use crate::host::{Host, Platform};
use crate::store::{Document, Store, StoreError};

/// Real time of one slice of work, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Maximum number of reported failures.
const FAILURES: usize = 10_000;

/// The stored state of an import until it is finished, so that a reload can continue it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Unfinished {
    import: Import,
    /// The number of the journal's last record when the import began. Later records contain its writes.
    since: u64,
}

impl<W: Platform> Host<W> {
    /// Writes every item of a file.
    pub(crate) async fn import(self, id: WorkspaceId, import: Box<Import>) {
        let since = self
            .within(id, |workspace| workspace.core.last_record())
            .unwrap_or_default();
        self.write_items(id, Unfinished { import: *import, since }, None).await;
    }

    /// Continues an import that was not finished when the reader left the page.
    pub(crate) async fn take_up_import(&self, id: WorkspaceId) {
        let Some(store) = self.import_store(id) else { return };
        let Ok(Some(_)) = store.text(id, Document::Import).await else {
            return;
        };
        let Ok(Some(bytes)) = store.part(id, Document::Import, 1).await else {
            return;
        };
        let Some(unfinished) = decode(&bytes) else {
            let _ = store.drop_import(id).await;
            let words = "An import did not finish before the page was closed. A different version of the page started it, \
                         so it cannot continue. Import the file again.";
            return self.post(News::Noted(words.to_owned()));
        };
        self.post(News::Noted(format!(
            "The import of {} did not finish before the page was closed. It continues now.",
            unfinished.import.name
        )));
        self.spawn(|host| async move {
            let here = host.within(id, |workspace| workspace.core.away() <= unfinished.since) == Some(true);
            if here || host.read_past(id).await {
                let written = host.within(id, |workspace| workspace.core.puts_since(unfinished.since));
                host.write_items(id, unfinished, Some(written.unwrap_or_default()))
                    .await;
            }
        });
    }

    /// Writes the items of a file. A resumed import skips the items that were written before, in this order.
    async fn write_items(&self, id: WorkspaceId, unfinished: Unfinished, written: Option<VecDeque<String>>) {
        let Unfinished { import, since } = unfinished;
        let began = self.change(id, |workspace, _| {
            let free = workspace.job.is_none();
            if free {
                workspace.begin_job(JobKind::Import, &import.name, import.size);
            }
            free
        });
        if began != Some(true) {
            return self.refuse_import("Another job is running. Stop it first.");
        }
        let mut done = Imported::default();
        let begun = match written {
            Some(_) => Ok(()),
            None => self.keep_source(id, &import, since).await,
        };
        let made = begun.and_then(|()| self.make_table(id, &import, written.is_some()));
        let (trouble, stopped) = match made {
            Ok(()) => {
                self.write_rows(id, import, &mut written.unwrap_or_default(), &mut done)
                    .await
            }
            Err(refused) => (Some(refused), false),
        };
        self.save_now(id).await;
        self.drop_parts(id).await;
        self.end_job(id, trouble, stopped, Some(done));
    }

    /// Ends an import that did not begin.
    pub(crate) fn refuse_import(&self, words: &str) {
        self.post(News::JobEnded(JobEnd {
            kind: JobKind::Import,
            title: String::new(),
            trouble: Some(words.to_owned()),
            stopped: false,
            import: None,
        }));
    }

    /// Stores the file with the workspace until the import is finished.
    ///
    /// # Errors
    /// If parts of the file are missing.
    async fn keep_source(&self, id: WorkspaceId, import: &Import, since: u64) -> Result<(), String> {
        let parts = self.within(id, |workspace| (workspace.parts.count(), workspace.parts.are_kept()));
        let (count, are_kept) = parts.unwrap_or_default();
        if import.parts > 0 && count != import.parts as usize {
            return Err("The file is incomplete. Choose it again.".to_owned());
        }
        let Some(store) = self.import_store(id) else {
            return Ok(());
        };
        let Some(bytes) = encode(&Unfinished {
            import: import.clone(),
            since,
        }) else {
            return Ok(());
        };
        let kept = if import.parts == 0 {
            store.keep_import(id, &import.name, &bytes).await
        } else if are_kept {
            match store.keep_part(id, Document::Import, 1, &bytes).await {
                Ok(()) => store.keep_text(id, Document::Import, &import.name).await,
                Err(error) => Err(error),
            }
        } else {
            Err(StoreError::Full)
        };
        if let Err(error) = kept {
            self.post(News::Noted(format!("A reload will not continue this import: {error}.")));
        }
        Ok(())
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
                let request = hashrange_endpoint::read(hashrange_wire::Operation::CreateTable, body.as_bytes());
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
            ..
        } = import;
        let (mut rows, mut next_part) = (Rows::new(form, bytes), 0);
        loop {
            let until = self.platform().millis() + STRETCH_MS;
            let mut ending = None;
            while ending.is_none() && self.platform().millis() < until {
                ending = match rows.next() {
                    Some(row) => self.take_row(id, &table, row, written, done),
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
                (None, Some(false)) => self.platform().rest(0).await,
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
        done: &mut Imported,
    ) -> Option<Option<String>> {
        match row.item {
            Err(error) => fail(done, error.line, unread(&error)),
            Ok(item) => {
                let body = encode_request(&put(table, item));
                if !pass_over(written, &body) {
                    return self.write_row(id, body, row.line, done);
                }
                done.written += 1;
            }
        }
        None
    }

    /// Sends the request of a row. Returns a reason if nothing more can be written.
    fn write_row(&self, id: WorkspaceId, body: String, line: usize, done: &mut Imported) -> Option<Option<String>> {
        self.handling("PutItem", &body);
        let real = self.platform().millis();
        let answer = self.within(id, |workspace| {
            workspace.changed();
            let request = hashrange_endpoint::read(hashrange_wire::Operation::PutItem, body.as_bytes());
            match request {
                Ok(request) => workspace.core.handle(real, request, body).map_err(|error| {
                    (
                        matches!(error, ServiceError::ResourceNotFound(_)),
                        format!("{}: {error}", error.exception()),
                    )
                }),
                Err(rejection) => {
                    let words = rejection.service_message().unwrap_or_default();
                    Err((false, format!("{}: {words}", rejection.exception())))
                }
            }
        })?;
        match answer {
            Ok(Response::PutItem(answer)) => {
                done.written += 1;
                done.replaced += u64::from(answer.attributes.is_some());
                done.half_units += answer.consumed_capacity.map_or(0, |cost| halves(cost.capacity_units));
                None
            }
            Ok(_) => None,
            Err((gone, reason)) => {
                fail(done, line, reason.clone());
                // Without the table, all remaining rows would fail for the same reason.
                gone.then_some(Some(reason))
            }
        }
    }
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

fn encode(unfinished: &Unfinished) -> Option<Vec<u8>> {
    postcard::to_allocvec(unfinished).ok()
}

fn decode(bytes: &[u8]) -> Option<Unfinished> {
    postcard::from_bytes(bytes).ok()
}

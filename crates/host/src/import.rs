//! Writes a file's items into a table: a few milliseconds of work at a time, until the file is read, it is stopped, or the
//! table is gone. An import that a reload cut short goes on from where it was.
//!
//! Must not know how a file is chosen or previewed.

use std::collections::VecDeque;

use hashrange_files::{CsvReader, JsonReader, RowError};
use hashrange_protocol::{Import, ImportForm, Imported, JobKind, News, WorkspaceId};
use hashrange_wire::{
    PutItemRequest, Request, Response, ReturnConsumedCapacity, ReturnValues, ServiceError, encode_request,
};

use crate::host::Host;
use crate::store::Store;

use crate::world::World;

/// Real time of one stretch of work, in milliseconds.
const STRETCH_MS: f64 = 12.0;
/// Failures told one by one.
const FAILURES: usize = 10_000;

/// What is kept of an import until it is finished, so that a reload can go on.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Unfinished {
    import: Import,
    /// The number of the journal's last record when it began. What was written is among those that follow.
    since: u64,
}

/// A file being read item by item.
enum Rows<'a> {
    Csv(Box<CsvReader<'a>>),
    Json(JsonReader<'a>),
}

impl<'a> Rows<'a> {
    fn new(import: &'a Import) -> Self {
        match &import.form {
            ImportForm::Csv(plan) => Self::Csv(Box::new(CsvReader::new(&import.bytes, plan.clone()))),
            ImportForm::Json(format) => {
                let text = std::str::from_utf8(&import.bytes).unwrap_or_default();
                Self::Json(JsonReader::new(text, *format))
            }
        }
    }

    fn next(&mut self) -> Option<Result<hashrange_values::Item, RowError>> {
        match self {
            Self::Csv(rows) => rows.next(),
            Self::Json(rows) => rows.next(),
        }
    }

    /// Bytes read so far.
    fn position(&self) -> u64 {
        match self {
            Self::Csv(rows) => CsvReader::position(rows) as u64,
            Self::Json(rows) => rows.position() as u64,
        }
    }

    /// Line on which the item read last begins.
    fn line(&self) -> usize {
        match self {
            Self::Csv(rows) => rows.item_line(),
            Self::Json(rows) => rows.item_line(),
        }
    }
}

impl<W: World> Host<W> {
    /// Writes every item of a file.
    pub(crate) async fn import(self, id: WorkspaceId, import: Box<Import>) {
        let since = self.within(id, |workspace| workspace.core.last_record()).unwrap_or_default();
        self.write_items(id, Unfinished { import: *import, since }, None).await;
    }

    /// Goes on with an import that was not finished when the page was left.
    pub(crate) async fn take_up_import(&self, id: WorkspaceId) {
        let owned = self.within(id, |workspace| workspace.keeping.on) == Some(true);
        let Some(store) = self.store().filter(|_| owned) else { return };
        let Ok(Some((_, bytes))) = store.import(id).await else { return };
        let Some(unfinished) = decode(&bytes) else { return };
        self.post(News::Noted(format!(
            "The import of {} was not finished when the page was closed. It goes on now.",
            unfinished.import.name
        )));
        self.spawn(|host| async move {
            let here = host.within(id, |workspace| workspace.core.away() <= unfinished.since) == Some(true);
            if here || host.read_past(id).await {
                let written = host.within(id, |workspace| workspace.core.puts_since(unfinished.since));
                host.write_items(id, unfinished, Some(written.unwrap_or_default())).await;
            }
        });
    }

    /// Writes the items of a file. One that is taken up again passes over those that were written before, in this order.
    async fn write_items(&self, id: WorkspaceId, unfinished: Unfinished, written: Option<VecDeque<String>>) {
        let Unfinished { import, since } = unfinished;
        let bytes = import.bytes.len() as u64;
        let began = self.change(id, |workspace, _| {
            let free = workspace.job.is_none();
            if free {
                workspace.begin_job(JobKind::Import, &import.name, bytes);
            }
            free
        });
        if began != Some(true) {
            return self.post(News::Refused("Another job is under way. Stop it first.".to_owned()));
        }
        self.keep_source(id, &import, since).await;
        let mut done = Imported::default();
        let made = self.make_table(id, &import, written.is_some());
        let (trouble, stopped) = match made {
            Ok(()) => self.write_rows(id, &import, &mut written.unwrap_or_default(), &mut done).await,
            Err(refused) => (Some(refused), false),
        };
        if let Some(store) = self.store() {
            self.save_now(id).await;
            // What is kept without need goes with the next import.
            let _ = store.drop_import(id).await;
        }
        self.end_job(id, trouble, stopped, Some(done));
    }

    /// Keeps the file with the workspace until the import is finished.
    async fn keep_source(&self, id: WorkspaceId, import: &Import, since: u64) {
        let kept = self.within(id, |workspace| workspace.keeping.on) == Some(true);
        let Some(store) = self.store().filter(|_| kept) else { return };
        let done = match encode(&Unfinished { import: import.clone(), since }) {
            Some(bytes) => store.keep_import(id, &import.name, &bytes).await,
            None => return,
        };
        if let Err(error) = done {
            let words = format!("A reload will not go on with this import: {error}.");
            self.post(News::Noted(words));
        }
    }

    /// Makes the table the file asks for, and lets virtual time go on until it is ACTIVE. An import that is taken up again
    /// may have made it before.
    fn make_table(&self, id: WorkspaceId, import: &Import, again: bool) -> Result<(), String> {
        let Some(body) = import.create.clone() else { return Ok(()) };
        self.handling("CreateTable", &body);
        let real = self.world().millis();
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
        import: &Import,
        written: &mut VecDeque<String>,
        done: &mut Imported,
    ) -> (Option<String>, bool) {
        let mut rows = Rows::new(import);
        loop {
            let until = self.world().millis() + STRETCH_MS;
            let mut ending = None;
            while ending.is_none() && self.world().millis() < until {
                match rows.next() {
                    None => ending = Some(None),
                    Some(Err(error)) => fail(done, error.line, unread(&error)),
                    Some(Ok(item)) => {
                        let body = encode_request(&put(import, item));
                        if pass_over(written, &body) {
                            done.written += 1;
                        } else {
                            ending = self.write_row(id, body, rows.line(), done);
                        }
                    }
                }
            }
            done.position = rows.position();
            let stopped = self.within(id, |workspace| {
                if let Some(job) = &mut workspace.job {
                    job.done = done.position;
                    // Failures are listed in the end.
                    job.import = Some(Imported { failures: Vec::new(), ..done.clone() });
                }
                workspace.stop
            });
            self.publish();
            self.save_soon(id);
            match (ending, stopped) {
                (Some(trouble), _) => return (trouble, false),
                (None, Some(false)) => self.world().rest(0).await,
                (None, _) => return (None, true),
            }
        }
    }

    /// Sends the request of a row; why nothing more can be written, if so.
    fn write_row(&self, id: WorkspaceId, body: String, line: usize, done: &mut Imported) -> Option<Option<String>> {
        self.handling("PutItem", &body);
        let real = self.world().millis();
        let answer = self.within(id, |workspace| {
            workspace.changed();
            let request = hashrange_endpoint::read(hashrange_wire::Operation::PutItem, body.as_bytes());
            match request {
                Ok(request) => workspace.core.handle(real, request, body).map_err(|error| {
                    (matches!(error, ServiceError::ResourceNotFound(_)), format!("{}: {error}", error.exception()))
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
                // Without the table every row that is left would fail for the same reason.
                gone.then_some(Some(reason))
            }
        }
    }
}

/// The request of a row.
fn put(import: &Import, item: hashrange_values::Item) -> Request {
    Request::from(PutItemRequest {
        table_name: import.table.clone(),
        item,
        return_values: Some(ReturnValues::AllOld),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
        ..PutItemRequest::default()
    })
}

/// Whether a row was written before: its request is among what is left of those that were. Others before it were made by
/// hand.
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
    let column = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
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

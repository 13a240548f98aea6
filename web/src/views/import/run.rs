//! Writes a file's items into the table: a few milliseconds of work, then the page draws, until the file is read.

use hashrange_values::Item;
use hashrange_wire::{PutItemRequest, Response, ReturnConsumedCapacity, ReturnValues, ServiceError};
use hashrange_workload::{CsvReader, JsonReader, RowError};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Desk, counts};
use crate::components::Tone;
use crate::session::{Session, real_time};
use crate::state::csv_import::{Draft, Ending, Import, Outcome};

/// Real time of one stretch of work, in milliseconds: a frame has room for it and for the drawing.
const STRETCH_MS: f64 = 7.0;

/// A file being read item by item.
trait Rows: Iterator<Item = Result<Item, RowError>> {
    /// Bytes read so far.
    fn position(&self) -> usize;
    /// Line on which the item read last begins.
    fn item_line(&self) -> usize;
}

impl Rows for CsvReader<'_> {
    fn position(&self) -> usize {
        CsvReader::position(self)
    }

    fn item_line(&self) -> usize {
        CsvReader::item_line(self)
    }
}

impl Rows for JsonReader<'_> {
    fn position(&self) -> usize {
        JsonReader::position(self)
    }

    fn item_line(&self) -> usize {
        JsonReader::item_line(self)
    }
}

/// Begins to write what is planned.
pub fn begin(desk: Desk) {
    let Some(draft) = desk.state.with_untracked(|state| state.draft().cloned()) else { return };
    let Some(table) = draft.table.clone() else { return };
    desk.state.update(Import::begin);
    spawn_local(async move {
        let started = real_time();
        let Some(ending) = write(desk, &draft, &table).await else { return };
        let stopped = matches!(ending, Ending::Stopped { .. });
        desk.state.try_update(|state| state.finish(ending, real_time() - started));
        tell(desk, stopped);
    });
}

/// Writes everything; nothing when the page goes away meanwhile.
async fn write(desk: Desk, draft: &Draft, table: &str) -> Option<Ending> {
    let bytes = &draft.source.bytes;
    match draft.format.json() {
        None => write_rows(desk, table, CsvReader::new(bytes, draft.plan.clone())).await,
        Some(format) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            write_rows(desk, table, JsonReader::new(text, format)).await
        }
    }
}

async fn write_rows(desk: Desk, table: &str, mut rows: impl Rows) -> Option<Ending> {
    loop {
        let mut outcomes = Vec::new();
        let mut ending = None;
        let until = real_time() + STRETCH_MS;
        while ending.is_none() && real_time() < until {
            match rows.next() {
                None => ending = Some(Ending::Complete),
                Some(Err(error)) => outcomes.push(unread(&error)),
                Some(Ok(item)) => match put(desk.session, table, item) {
                    Ok(written) => outcomes.push(written),
                    Err(error) => {
                        let reason = format!("{}: {error}", error.exception());
                        // Without the table every row that is left would fail for the same reason.
                        if matches!(error, ServiceError::ResourceNotFound(_)) {
                            ending = Some(Ending::Stopped { reason: reason.clone() });
                        }
                        outcomes.push(Outcome::Failed { line: rows.item_line(), reason });
                    }
                },
            }
        }
        let goes_on = desk.state.try_update(|state| {
            state.note(outcomes, rows.position());
            state.goes_on()
        })?;
        match ending {
            Some(ending) => return Some(ending),
            None if !goes_on => return Some(Ending::Cancelled),
            None => gloo_timers::future::TimeoutFuture::new(0).await,
        }
    }
}

fn unread(error: &RowError) -> Outcome {
    let column = error.column.map(|column| format!("column {column}: ")).unwrap_or_default();
    Outcome::Failed { line: error.line, reason: format!("{column}{}", error.reason) }
}

fn put(session: Session, table: &str, item: Item) -> Result<Outcome, ServiceError> {
    let request = PutItemRequest {
        table_name: table.to_owned(),
        item,
        return_values: Some(ReturnValues::AllOld),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
        ..PutItemRequest::default()
    };
    Ok(match session.submit(request.into())? {
        Response::PutItem(answer) => Outcome::Written {
            units: answer.consumed_capacity.map_or(0.0, |capacity| capacity.capacity_units),
            replaced: answer.attributes.is_some(),
        },
        _ => Outcome::Written { units: 0.0, replaced: false },
    })
}

/// Says how it ended to a reader who has closed the dialog.
fn tell(desk: Desk, stopped: bool) {
    let closed = desk.open.try_get_untracked() == Some(false);
    let words = desk.state.try_with_untracked(|state| match state {
        Import::Finished(summary) => Some(format!("Import of {}: {}.", summary.run.source, counts(&summary.run))),
        _ => None,
    });
    if let Some(words) = words.flatten().filter(|_| closed) {
        desk.toasts.say(if stopped { Tone::Bad } else { Tone::Good }, words);
    }
}

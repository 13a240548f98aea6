//! The timeline: a service with its journal and a position in it. It supports undo, redo, any other position, and other
//! futures.
//!
//! A step is a record of the journal. The line leads to the end of one future. An action before its end starts another
//! future; the records of the first one stay reachable. Must not know where journals are stored, nor who requests a
//! movement.

use hashrange_engine::{Engine, Remains};
use hashrange_journal::{Changes, Entry, Header, JournalError, Reader, Record, Torn, encode_header, encode_record};
use hashrange_time::Timestamp;

use crate::outcome::outcome_of;
use crate::present::{Observer, Present};
use crate::records::{Outline, Records};
use crate::snapshots::Snapshots;
use crate::{Accelerator, Differences, Impact, Keeps, Kind, ReplayError, Settings};

mod act;
mod aside;
mod checkpoint;
mod extend;
mod load;
mod past;
mod rules;
mod step;
mod travel;

pub use checkpoint::{Checkpoint, Restoring, forms_of_timeline};
pub use load::Sending;

/// A service with undo.
#[derive(Clone, Debug)]
pub struct Timeline<W = ()> {
    header: Header,
    records: Records,
    /// The numbers of the records that lead to the end of the current future.
    line: Vec<u64>,
    present: Present<W>,
    snapshots: Snapshots<W>,
    torn: Option<Torn>,
    /// The number of records that were returned for storage.
    handed_out: u64,
    keeps: Keeps,
    /// The number of the partly executed record, if the present is inside one.
    within: Option<u64>,
    /// Changes since the last record, before the current action.
    held: Changes,
    /// The last event before the next action was prepared, if it is.
    prepared: Option<u64>,
    /// Records of other versions whose outcome differs under the current rules.
    differences: Differences,
    /// What undone states left, which is not freed yet.
    remains: Remains,
    /// The other futures, oldest first; recomputed only when the line changes, because that reads every record.
    futures: Vec<Future>,
}

/// A future that the current line does not lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Future {
    /// The number of its last record.
    pub tip: u64,
    /// Number of steps it shares with the current line.
    pub common: u64,
    /// Number of steps that only this future has.
    pub own: u64,
    /// The time of its last record.
    pub ends: Timestamp,
}

impl<W: Observer> Timeline<W> {
    /// A service without tables.
    #[must_use]
    pub fn begin(settings: &Settings) -> Self {
        let mut timeline = Self::empty(settings.header());
        let entry = Entry::Settings { json: settings.json() };
        let opening = Record {
            sequence: 1,
            at: settings.start,
            entry,
            outcome: outcome_of(Changes::default()),
        };
        // This cannot fail: settings can always read their own text.
        let _ = timeline.present.take(&opening);
        timeline.records.push(opening);
        timeline.line.push(1);
        timeline.snapshots.keep(&timeline.present);
        timeline
    }

    /// A journal before its first record. `forward` executes its records.
    ///
    /// # Errors
    /// When the bytes are not a journal.
    pub fn load(bytes: &[u8]) -> Result<Self, ReplayError> {
        let (header, reader) = Reader::new(bytes)?;
        let mut timeline = Self::empty(header);
        for record in reader {
            match record {
                Ok(record) => timeline.records.push(record),
                Err(JournalError::Torn(torn)) => timeline.torn = Some(torn),
                Err(error) => return Err(error.into()),
            }
        }
        timeline.handed_out = timeline.records.len();
        timeline.line = timeline.line_to(timeline.records.len());
        timeline.futures = timeline.left();
        Ok(timeline)
    }

    /// The service of a journal, at its end or before the first invalid record.
    ///
    /// # Errors
    /// When the bytes are not a journal, or when a record does not have its recorded outcome.
    pub fn read(bytes: &[u8]) -> Result<Self, ReplayError> {
        let mut timeline = Self::load(bytes)?;
        timeline.go_to(u64::MAX)?;
        Ok(timeline)
    }

    /// Omits changes from the records, for a service that is never stored.
    pub fn leave_outcomes_out(&mut self) {
        self.present.service.engine.note_changes(false);
    }

    fn empty(header: Header) -> Self {
        let mut present = Present::new(&header);
        present.service.engine.set_tracing(true);
        present.service.engine.note_changes(true);
        let mut snapshots = Snapshots::default();
        snapshots.keep(&present);
        Self {
            header,
            records: Records::default(),
            line: Vec::new(),
            present,
            snapshots,
            torn: None,
            handed_out: 0,
            keeps: Keeps::Marked(Impact::Cost),
            within: None,
            held: Changes::default(),
            prepared: None,
            differences: Differences::default(),
            remains: Remains::default(),
            futures: Vec::new(),
        }
    }

    /// The engine at the present position.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.present.service.engine
    }

    /// The observer, with its state at the present position.
    #[must_use]
    pub fn observer(&self) -> &W {
        &self.present.observer
    }

    /// The accelerator at the present position, if there is one.
    #[must_use]
    pub fn dax(&self) -> Option<&Accelerator> {
        self.present.service.dax.as_ref()
    }

    /// The number of stored snapshots that undo can start from.
    #[must_use]
    pub fn snapshots(&self) -> usize {
        self.snapshots.len()
    }

    /// The hash of everything that a later response can depend on.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        self.present.service.state_hash()
    }

    /// Physics, limits and other settings at the present position.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.present.service.settings
    }

    /// Sets which requests are recorded from now on. Initially, these are the requests that changed or cost something.
    pub fn set_keeps(&mut self, keeps: Keeps) {
        self.keeps = keeps;
    }

    /// Sets whether requests leave traces. Tracing is initially on, so that events do not depend on the path to a
    /// position. It never changes a response.
    pub fn set_tracing(&mut self, on: bool) {
        self.present.service.engine.set_tracing(on);
    }

    /// The position and cause of the first invalid record, if the journal contained one when it was read.
    #[must_use]
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// The number of steps of the line up to the present position.
    #[must_use]
    pub fn place(&self) -> u64 {
        self.line.partition_point(|sequence| *sequence <= self.present.place()) as u64
    }

    /// The number of steps of the line: the final position of redo.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.line.len() as u64
    }

    /// The first position: after the settings at the start of the journal.
    fn beginning(&self) -> u64 {
        u64::from(
            self.records
                .outline(1)
                .is_some_and(|first| first.kind == Kind::Settings),
        )
    }

    /// The record that leads to a position of the line. Also `None` if only its outline is in memory.
    #[must_use]
    pub fn record_at(&self, place: u64) -> Option<&Record> {
        self.records.get(self.number_at(place)?)
    }

    /// The outline of the record that leads to a position of the line.
    #[must_use]
    pub fn outline_at(&self, place: u64) -> Option<Outline> {
        self.records.outline(self.number_at(place)?)
    }

    fn number_at(&self, place: u64) -> Option<u64> {
        self.line.get(index_of(place)?).copied()
    }

    /// The records of the line, in order. It omits records of which only outlines are in memory.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.line.iter().filter_map(|sequence| self.records.get(*sequence))
    }

    /// The journal as bytes, with every future. `None` while only outlines of some records are in memory.
    #[must_use]
    pub fn journal(&self) -> Option<Vec<u8>> {
        let mut bytes = encode_header(&self.header);
        append_records(&mut bytes, self.records.all()?);
        Some(bytes)
    }

    /// Returns the bytes to append to those returned before; initially the whole journal. Empty if there is nothing
    /// new.
    pub fn hand_out(&mut self) -> Vec<u8> {
        let mut bytes = if self.handed_out == 0 {
            encode_header(&self.header)
        } else {
            Vec::new()
        };
        append_records(&mut bytes, self.records.after(self.handed_out));
        self.handed_out = self.records.len();
        bytes
    }

    /// The number of records that were returned for storage so far.
    #[must_use]
    pub fn handed_out(&self) -> u64 {
        self.handed_out
    }

    /// Returns the whole journal, which replaces everything returned before. `None` while only outlines of some records
    /// are in memory.
    pub fn hand_out_anew(&mut self) -> Option<Vec<u8>> {
        let bytes = self.journal()?;
        self.handed_out = self.records.len();
        Some(bytes)
    }

    /// Whether there are bytes to return.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.handed_out < self.records.len()
    }

    /// Returns what deleted tables, undone states and removed snapshots left, so that the caller frees it while nobody
    /// waits. No response depends on it.
    #[must_use]
    pub fn take_remains(&mut self) -> Remains {
        let mut remains = std::mem::take(&mut self.remains);
        remains.append(self.snapshots.take_remains());
        remains.append(self.present.service.engine.take_remains());
        remains
    }

    /// Ends the service. Returns its rows and records, which the caller frees.
    #[must_use]
    pub fn discard(mut self) -> Remains {
        let mut remains = self.take_remains();
        remains.append(self.present.discard());
        remains.append(self.snapshots.discard());
        self.records.discard(&mut remains);
        remains
    }

    #[cfg(test)]
    pub(crate) fn snapshot_places(&self) -> Vec<u64> {
        self.snapshots.places()
    }
}

/// Converts a number that counts from one to an index.
fn index_of(number: u64) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

fn append_records(bytes: &mut Vec<u8>, records: &[Record]) {
    for record in records {
        bytes.extend_from_slice(&encode_record(record));
    }
}

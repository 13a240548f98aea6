//! The timeline: a service with its journal and a place in it; undo, redo, any other place, and other futures.
//!
//! A step is a record of the journal. The line is what leads to the end of one future; acting before its end begins
//! another, and the records of the first stay, so that it can be reached again. Must not know where journals are kept, nor
//! who moves along them.

use hashrange_engine::Engine;
use hashrange_journal::{
    Entry, FORMAT_VERSION, Header, JournalError, Outcome, Reader, Record, Torn, encode_header, encode_record,
};
use hashrange_time::Timestamp;

use crate::present::{Onlooker, Present};
use crate::records::{Outline, Records};
use crate::snapshots::Snapshots;
use crate::{Accelerator, Differences, Keeps, Kind, Mark, ReplayError, Settings, semantics};

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

/// A service that can go back to what it was.
#[derive(Clone, Debug)]
pub struct Timeline<W = ()> {
    header: Header,
    records: Records,
    /// The numbers of the records that lead to the end of the future that is looked at.
    line: Vec<u64>,
    present: Present<W>,
    snapshots: Snapshots<W>,
    torn: Option<Torn>,
    /// Records whose bytes were handed out.
    handed_out: u64,
    /// Whether the bytes that are kept were begun in an older format.
    outdated: bool,
    keeps: Keeps,
    /// The number of the record that the present is within, where it stands beyond its place.
    within: Option<u64>,
    /// What changed since the last record, before what is being done now.
    held: Outcome,
    /// Records of other versions that would come to something else now.
    differences: Differences,
    /// What was left, oldest first; found anew whenever a line is left or taken up, because that reads every record.
    futures: Vec<Future>,
}

/// A future that was left for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Future {
    /// The number of its last record.
    pub tip: u64,
    /// Steps it has in common with the line that is looked at.
    pub common: u64,
    /// Steps of its own.
    pub own: u64,
    /// The time of its last record.
    pub ends: Timestamp,
}

impl<W: Onlooker> Timeline<W> {
    /// A service without tables.
    #[must_use]
    pub fn begin(settings: &Settings) -> Self {
        let mut timeline = Self::empty(settings.header());
        let outcome = Outcome { semantics: semantics::in_force(), ..Outcome::default() };
        let entry = Entry::Settings { json: settings.json() };
        let opening = Record { sequence: 1, at: settings.start, entry, outcome };
        // Settings can always read what they wrote.
        let _ = timeline.present.take(&opening);
        timeline.records.push(opening);
        timeline.line.push(1);
        timeline.snapshots.keep(&timeline.present);
        timeline
    }

    /// A journal, before its first record: `forward` leads on.
    ///
    /// # Errors
    /// When it is none.
    pub fn load(bytes: &[u8]) -> Result<Self, ReplayError> {
        let (header, reader) = Reader::new(bytes)?;
        let mut timeline = Self::empty(header);
        timeline.outdated = reader.version() < FORMAT_VERSION;
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

    /// The service of a journal, at its end or before the first record that is not good.
    ///
    /// # Errors
    /// When it is none, or when a record does not do what it did.
    pub fn read(bytes: &[u8]) -> Result<Self, ReplayError> {
        let mut timeline = Self::load(bytes)?;
        timeline.go_to(u64::MAX)?;
        Ok(timeline)
    }

    /// Leaves out of the records what they change, for a service that is never kept.
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
            outdated: false,
            keeps: Keeps::Marked(Mark::Cost),
            within: None,
            held: Outcome::default(),
            differences: Differences::default(),
            futures: Vec::new(),
        }
    }

    /// The service at the present place.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.present.service.engine
    }

    /// What the onlooker has seen up to the present place.
    #[must_use]
    pub fn onlooker(&self) -> &W {
        &self.present.onlooker
    }

    /// The accelerator before it at the present place, if there is one.
    #[must_use]
    pub fn dax(&self) -> Option<&Accelerator> {
        self.present.service.dax.as_ref()
    }

    /// How many copies of the service are kept to go back to.
    #[must_use]
    pub fn snapshots(&self) -> usize {
        self.snapshots.len()
    }

    /// The hash of everything a later answer can depend on.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        self.present.service.state_hash()
    }

    /// Physics and limits at the present place, and the rest of what the service was set up with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.present.service.settings
    }

    /// Which requests become records from now on: at first those that changed or cost something.
    pub fn set_keeps(&mut self, keeps: Keeps) {
        self.keeps = keeps;
    }

    /// Whether requests leave traces from now on; they do at first, so that reports are the same on every way to a place. Never
    /// changes an answer.
    pub fn set_tracing(&mut self, on: bool) {
        self.present.service.engine.set_tracing(on);
    }

    /// Where and why the good records ended before the bytes did when the journal was read.
    #[must_use]
    pub fn torn(&self) -> Option<&Torn> {
        self.torn.as_ref()
    }

    /// Steps of the line that have happened at the present place.
    #[must_use]
    pub fn place(&self) -> u64 {
        self.line.partition_point(|sequence| *sequence <= self.present.place()) as u64
    }

    /// Steps of the line in all: the place that redoing leads to in the end.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.line.len() as u64
    }

    /// The first place: after the settings that open the journal.
    fn beginning(&self) -> u64 {
        u64::from(self.records.outline(1).is_some_and(|first| first.kind == Kind::Settings))
    }

    /// The record that leads to a place of the line; `None` also for one that is known by its outline only.
    #[must_use]
    pub fn record_at(&self, place: u64) -> Option<&Record> {
        self.records.get(self.number_at(place)?)
    }

    /// The outline of the record that leads to a place of the line.
    #[must_use]
    pub fn outline_at(&self, place: u64) -> Option<Outline> {
        self.records.outline(self.number_at(place)?)
    }

    fn number_at(&self, place: u64) -> Option<u64> {
        self.line.get(index_of(place)?).copied()
    }

    /// The records of the line, in order, without those that are known by their outline only.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.line.iter().filter_map(|sequence| self.records.get(*sequence))
    }

    /// The journal as bytes, with every future; `None` while some records are known by their outline only.
    #[must_use]
    pub fn journal(&self) -> Option<Vec<u8>> {
        let mut bytes = encode_header(&self.header);
        bytes.extend(self.records.all()?.iter().flat_map(encode_record));
        Some(bytes)
    }

    /// The bytes to add to what was handed out before; the whole journal at first. Nothing when there is nothing new.
    pub fn hand_out(&mut self) -> Vec<u8> {
        let mut bytes = if self.handed_out == 0 { encode_header(&self.header) } else { Vec::new() };
        bytes.extend(self.records.after(self.handed_out).iter().flat_map(encode_record));
        self.handed_out = self.records.len();
        bytes
    }

    /// How many records were handed out.
    #[must_use]
    pub fn handed_out(&self) -> u64 {
        self.handed_out
    }

    /// The journal whole, in the place of everything that was handed out before; `None` while some records are known by
    /// their outline only.
    pub fn hand_out_anew(&mut self) -> Option<Vec<u8>> {
        let bytes = self.journal()?;
        self.handed_out = self.records.len();
        self.outdated = false;
        Some(bytes)
    }

    /// Whether the journal that was read is of an older format. More bytes must not be added to those: `hand_out_anew`.
    #[must_use]
    pub fn is_outdated(&self) -> bool {
        self.outdated
    }

    /// Whether there is something to hand out.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.handed_out < self.records.len()
    }

    #[cfg(test)]
    pub(crate) fn snapshot_places(&self) -> Vec<u64> {
        self.snapshots.places()
    }
}

/// Where a number that counts from one stands.
fn index_of(number: u64) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

//! The timeline: a service with its journal and a place in it; undo, redo, any other place, and forks from the past.
//!
//! A step is a record of the journal. Acting in the past lets go of the records after it: who wants both forks first. Must
//! not know where journals are kept, nor who moves along them.

use hashrange_engine::{Budget, Engine, Physics, Progress};
use hashrange_journal::{Entry, Header, JournalError, Reader, Record, Torn, encode_header, encode_record};
use hashrange_time::Timestamp;

use crate::recorder::entry_of;
use crate::snapshots::Snapshots;
use crate::{Answer, Mark, ReplayError, Replayed, Settings, dispatch};

/// A service that can go back to what it was.
#[derive(Clone, Debug)]
pub struct Timeline {
    header: Header,
    /// Everything that happened, and what was undone and can be done again.
    records: Vec<Record>,
    present: Replayed,
    snapshots: Snapshots,
}

impl Timeline {
    /// A service without tables; `None` when there are no physics of the settings' name.
    #[must_use]
    pub fn begin(settings: &Settings) -> Option<Self> {
        let mut timeline = Self::empty(settings.header()).ok()?;
        let opening = Record { sequence: 1, at: settings.start, entry: Entry::Settings { json: settings.json() } };
        timeline.present.take(&opening).ok()?;
        timeline.records.push(opening);
        timeline.snapshots.keep(&timeline.present);
        Some(timeline)
    }

    /// The service of a journal, at its end or before the first record that is not good.
    ///
    /// # Errors
    /// When it is none, or when a record does not do what it did.
    pub fn read(bytes: &[u8]) -> Result<Self, ReplayError> {
        let (header, reader) = Reader::new(bytes)?;
        let mut timeline = Self::empty(header)?;
        for record in reader {
            match record {
                Ok(record) => {
                    timeline.pass(&record)?;
                    timeline.records.push(record);
                }
                Err(JournalError::Torn(torn)) => timeline.present.torn = Some(torn),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(timeline)
    }

    fn empty(header: Header) -> Result<Self, ReplayError> {
        let present = Replayed::new(&header)?;
        let mut snapshots = Snapshots::default();
        snapshots.keep(&present);
        Ok(Self { header, records: Vec::new(), present, snapshots })
    }

    /// The service at the present place.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.present.engine
    }

    /// Physics and limits at the present place, and the rest of what the service was set up with.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.present.settings
    }

    /// Where and why the good records ended before the bytes did when the journal was read.
    #[must_use]
    pub fn torn(&self) -> Option<&Torn> {
        self.present.torn.as_ref()
    }

    /// Records that have happened at the present place.
    #[must_use]
    pub fn place(&self) -> u64 {
        self.present.last_sequence
    }

    /// Records in all: the place that redoing leads to in the end.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.records.last().map_or(0, |record| record.sequence)
    }

    /// The first place: after the settings that open the journal.
    fn beginning(&self) -> u64 {
        let opened = self.records.first().is_some_and(|first| matches!(first.entry, Entry::Settings { .. }));
        u64::from(opened)
    }

    /// What happened and what can be done again, in order; the record that led to a place has its number.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The journal as bytes, with what can be done again.
    #[must_use]
    pub fn journal(&self) -> Vec<u8> {
        let mut bytes = encode_header(&self.header);
        bytes.extend(self.records.iter().flat_map(encode_record));
        bytes
    }

    /// Answers a request. Refusals and requests that only tell something are no records, unless time passed before them.
    pub fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Answer {
        let (from, seen) = (self.present.engine.now(), self.present.engine.last_event());
        let answer = dispatch(&mut self.present.engine, at, target, body);
        let now = self.present.engine.now();
        match entry_of(Mark::Cost, target, body, &answer) {
            Some(entry) => self.append(at.max(from), entry, seen),
            None if now > from => self.append(from, Entry::Advance { to: now }, seen),
            None => {}
        }
        answer
    }

    /// Lets time pass, with at most this budget of background work. Time that passes several times without a request in
    /// between is one record.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let (from, seen) = (self.present.engine.now(), self.present.engine.last_event());
        let progress = self.present.engine.advance(to, budget);
        if progress.reached > from {
            self.append(from, Entry::Advance { to: progress.reached }, seen);
        }
        progress
    }

    /// Changes physics and limits from now on; seed, start and Region stay. False, and nothing is changed, when there are
    /// no physics of this name.
    pub fn change(&mut self, settings: &Settings) -> bool {
        let Settings { seed, start, ref region, .. } = self.present.settings;
        let settings = Settings { seed, start, region: region.clone(), ..settings.clone() };
        if Physics::preset(&settings.preset).is_none() {
            return false;
        }
        let options = settings.options();
        let (now, seen) = (self.present.engine.now(), self.present.engine.last_event());
        self.present.engine.adjust(now, options.physics, options.limits);
        let entry = Entry::Settings { json: settings.json() };
        self.present.settings = settings;
        self.append(now, entry, seen);
        true
    }

    /// Takes in what the engine has done already; the records after the present place are no longer true.
    fn append(&mut self, at: Timestamp, entry: Entry, events_before: u64) {
        let place = self.place();
        self.records.truncate(usize::try_from(place).unwrap_or(usize::MAX));
        self.snapshots.forget_after(place);
        if let (Entry::Advance { to }, Some(Entry::Advance { to: last })) =
            (&entry, self.records.last_mut().map(|record| &mut record.entry))
        {
            *last = *to;
            self.snapshots.forget_after(place.saturating_sub(1));
            return;
        }
        let record = Record { sequence: place + 1, at, entry };
        self.present.last_sequence = record.sequence;
        let events = self.present.engine.last_event().saturating_sub(events_before);
        self.snapshots.passed(&record, events, &self.present);
        self.records.push(record);
    }

    /// Does what a record says, for a service that has not.
    fn pass(&mut self, record: &Record) -> Result<(), ReplayError> {
        let before = self.present.engine.last_event();
        self.present.take(record)?;
        let events = self.present.engine.last_event().saturating_sub(before);
        self.snapshots.passed(record, events, &self.present);
        Ok(())
    }

    /// One step back; false at the beginning.
    ///
    /// # Errors
    /// When a record does not do again what it did, which is a bug of ours. The present stays.
    pub fn undo(&mut self) -> Result<bool, ReplayError> {
        if self.place() <= self.beginning() {
            return Ok(false);
        }
        self.go_to(self.place() - 1).map(|()| true)
    }

    /// One step forward; false at the end.
    ///
    /// # Errors
    /// As `undo`.
    pub fn redo(&mut self) -> Result<bool, ReplayError> {
        if self.place() >= self.end() {
            return Ok(false);
        }
        self.go_to(self.place() + 1).map(|()| true)
    }

    /// To a place; to the beginning or the end when it lies outside.
    ///
    /// # Errors
    /// As `undo`.
    pub fn go_to(&mut self, place: u64) -> Result<(), ReplayError> {
        let place = place.min(self.end()).max(self.beginning());
        let nearest = self.snapshots.nearest(place);
        let forward = self.present.last_sequence < place;
        let farther = |state: &&Replayed| !forward || state.last_sequence > self.present.last_sequence;
        let start = nearest.filter(farther).cloned().unwrap_or_else(|| self.present.clone());
        let before = std::mem::replace(&mut self.present, start);
        let outcome = self.replay_to(place);
        match outcome {
            Ok(()) => self.present.torn = before.torn,
            Err(_) => self.present = before,
        }
        outcome
    }

    fn replay_to(&mut self, place: u64) -> Result<(), ReplayError> {
        let records = std::mem::take(&mut self.records);
        let range = usize::try_from(self.place()).ok().zip(usize::try_from(place).ok());
        let between = range.and_then(|(from, to)| records.get(from..to)).unwrap_or_default();
        let outcome = between.iter().try_for_each(|record| self.pass(record));
        self.records = records;
        outcome
    }

    /// To a moment: everything before it has happened, nothing after it. Time that passed in one step is cut there.
    ///
    /// # Errors
    /// As `undo`.
    pub fn go_to_time(&mut self, moment: Timestamp) -> Result<(), ReplayError> {
        let over = |record: &Record| match record.entry {
            Entry::Advance { to } => to <= moment,
            Entry::Request { .. } | Entry::Settings { .. } => record.at <= moment,
        };
        let place = self.records.partition_point(over);
        self.go_to(place as u64)?;
        if (place as u64) < self.end() {
            self.present.engine.advance(moment, Budget::UNBOUNDED);
        }
        Ok(())
    }

    /// Another timeline with the past of this one, up to the present place, and a future of its own. Items are shared.
    #[must_use]
    pub fn fork(&self) -> Self {
        let place = self.place();
        let mut fork = self.clone();
        fork.records.truncate(usize::try_from(place).unwrap_or(usize::MAX));
        fork.snapshots.forget_after(place);
        fork
    }

    #[cfg(test)]
    pub(crate) fn snapshot_places(&self) -> Vec<u64> {
        self.snapshots.places()
    }
}

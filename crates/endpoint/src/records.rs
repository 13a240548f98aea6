//! The records of a timeline. For the oldest, only outlines may be in memory. Their content is read when the timeline
//! goes back to them.
//!
//! Must not know which records lead to a position, nor where their bytes are stored.

use hashrange_engine::Remains;
use hashrange_journal::{Entry, Record, Return};
use hashrange_time::Timestamp;

use crate::is_step;

/// A record without its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The record's number.
    pub sequence: u64,
    /// The engine's time of the action.
    pub at: Timestamp,
    /// The kind of action.
    pub kind: Kind,
}

/// The kind of action that a record contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A request that is a step of undo and redo.
    Step,
    /// A change of settings, which is also a step of undo and redo.
    Settings,
    /// A request that was refused, or that changes nothing and costs nothing.
    Aside,
    /// A load started.
    Load,
    /// Requests of the load were sent, up to this time.
    Sent(Timestamp),
    /// The load ended.
    LoadEnd,
    /// Time passed, up to this time.
    Advance(Timestamp),
    /// The service returned to the state after the record with this number.
    Return(u64),
    /// A step of several records began.
    StepBegin,
    /// A step of several records ended.
    StepEnd,
}

impl Outline {
    pub(crate) fn of(record: &Record) -> Self {
        let kind = match record.entry {
            Entry::Load { .. } => Kind::Load,
            Entry::Sent { to, .. } => Kind::Sent(to),
            Entry::LoadEnd => Kind::LoadEnd,
            Entry::StepBegin => Kind::StepBegin,
            Entry::StepEnd => Kind::StepEnd,
            Entry::Advance { to } => Kind::Advance(to),
            Entry::Return { to } => Kind::Return(to),
            Entry::Settings { .. } => Kind::Settings,
            ref entry if is_step(entry) => Kind::Step,
            Entry::Request { .. } | Entry::Refused { .. } => Kind::Aside,
        };
        Self {
            sequence: record.sequence,
            at: record.at,
            kind,
        }
    }

    /// The engine's time after the record.
    #[must_use]
    pub fn ends(&self) -> Timestamp {
        match self.kind {
            Kind::Sent(to) | Kind::Advance(to) => to,
            Kind::Step
            | Kind::Settings
            | Kind::Aside
            | Kind::Load
            | Kind::LoadEnd
            | Kind::StepBegin
            | Kind::StepEnd
            | Kind::Return(_) => self.at,
        }
    }

    /// Whether the record alone is a step of undo and redo.
    #[must_use]
    pub fn is_step(&self) -> bool {
        matches!(self.kind, Kind::Step | Kind::Settings)
    }

    /// The undo that the record contains, if its kind is [`Kind::Return`].
    pub(crate) fn returns(&self) -> Option<Return> {
        match self.kind {
            Kind::Return(to) => Some(Return {
                sequence: self.sequence,
                to,
            }),
            _ => None,
        }
    }
}

/// All records in chronological order. A record's number is its index here plus one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records {
    outlines: Vec<Outline>,
    /// The latest records with their content. Earlier records have only outlines.
    here: Vec<Record>,
}

impl Records {
    /// Creates records that have only outlines.
    pub(crate) fn known(outlines: Vec<Outline>) -> Self {
        Self {
            outlines,
            here: Vec::new(),
        }
    }

    /// Leaves the records to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        remains.add(self.here);
    }

    /// The number of records.
    pub(crate) fn len(&self) -> u64 {
        self.outlines.len() as u64
    }

    /// The number of records, from the first on, that have only outlines.
    pub(crate) fn away(&self) -> u64 {
        self.len() - self.here.len() as u64
    }

    /// A record. Also `None` if it has only an outline.
    pub(crate) fn get(&self, sequence: u64) -> Option<&Record> {
        self.here
            .get(usize::try_from(sequence.checked_sub(self.away() + 1)?).ok()?)
    }

    /// A record's outline.
    pub(crate) fn outline(&self, sequence: u64) -> Option<Outline> {
        self.outlines
            .get(usize::try_from(sequence.checked_sub(1)?).ok()?)
            .copied()
    }

    /// The outlines of the first records, up to this number.
    pub(crate) fn outlines(&self, last: u64) -> &[Outline] {
        let end = usize::try_from(last).unwrap_or(usize::MAX).min(self.outlines.len());
        self.outlines.get(..end).unwrap_or_default()
    }

    /// All records; `None` if some have only outlines.
    pub(crate) fn all(&self) -> Option<&[Record]> {
        (self.away() == 0).then_some(self.here.as_slice())
    }

    /// The records after this number, except those that have only outlines.
    pub(crate) fn after(&self, sequence: u64) -> &[Record] {
        let skipped = usize::try_from(sequence.saturating_sub(self.away())).unwrap_or(usize::MAX);
        self.here.get(skipped..).unwrap_or_default()
    }

    /// The last record's outline.
    pub(crate) fn last(&self) -> Option<Outline> {
        self.outlines.last().copied()
    }

    /// Changes the last record. `None` if it has only an outline.
    pub(crate) fn change_last<T>(&mut self, change: impl FnOnce(&mut Record) -> T) -> Option<T> {
        let record = self.here.last_mut()?;
        let changed = change(record);
        if let Some(outline) = self.outlines.last_mut() {
            *outline = Outline::of(record);
        }
        Some(changed)
    }

    /// Adds the next record.
    pub(crate) fn push(&mut self, record: Record) {
        self.outlines.push(Outline::of(&record));
        self.here.push(record);
    }

    /// Removes and returns the last record.
    pub(crate) fn pop(&mut self) -> Option<Record> {
        self.outlines.pop();
        self.here.pop()
    }

    /// Removes the records after this number.
    pub(crate) fn truncate(&mut self, last: u64) {
        let here = last.saturating_sub(self.away());
        self.here.truncate(usize::try_from(here).unwrap_or(usize::MAX));
        self.outlines.truncate(usize::try_from(last).unwrap_or(usize::MAX));
    }

    /// Adds the content of records that have only outlines.
    pub(crate) fn take_past(&mut self, past: Self) {
        let here = std::mem::replace(&mut self.here, past.here);
        self.here.extend(here);
    }

    /// All undo records.
    pub(crate) fn returns(&self) -> Vec<Return> {
        self.outlines.iter().filter_map(Outline::returns).collect()
    }
}

//! The records of a timeline, of which the oldest may be known by their outline only: what they carry is read again when
//! somebody goes back to them.
//!
//! Must not know which of them lead to a place, nor where their bytes are kept.

use hashrange_journal::{Entry, Record, Return};
use hashrange_time::Timestamp;

use crate::is_step;

/// What a record is, without what it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The record's number.
    pub sequence: u64,
    /// The engine's time when it was done.
    pub at: Timestamp,
    /// What was done.
    pub kind: Kind,
}

/// What a record says was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A request that undo and redo step over.
    Step,
    /// Other settings, which undo and redo step over too.
    Settings,
    /// A request that was refused, or that only tells something.
    Aside,
    /// A load began.
    Load,
    /// Requests of the load were sent, up to this time.
    Sent(Timestamp),
    /// The load ended.
    LoadEnd,
    /// Time passed, up to this time.
    Advance(Timestamp),
    /// The service went back to be as it was after the record of this number.
    Return(u64),
}

impl Outline {
    pub(crate) fn of(record: &Record) -> Self {
        let kind = match record.entry {
            Entry::Load { .. } => Kind::Load,
            Entry::Sent { to, .. } => Kind::Sent(to),
            Entry::LoadEnd => Kind::LoadEnd,
            Entry::Advance { to } => Kind::Advance(to),
            Entry::Return { to } => Kind::Return(to),
            Entry::Settings { .. } => Kind::Settings,
            ref entry if is_step(entry) => Kind::Step,
            Entry::Request { .. } | Entry::Refused { .. } => Kind::Aside,
        };
        Self { sequence: record.sequence, at: record.at, kind }
    }

    /// The engine's time after the record.
    #[must_use]
    pub fn ends(&self) -> Timestamp {
        match self.kind {
            Kind::Sent(to) | Kind::Advance(to) => to,
            Kind::Step | Kind::Settings | Kind::Aside | Kind::Load | Kind::LoadEnd | Kind::Return(_) => self.at,
        }
    }

    /// Whether undo and redo step over it alone.
    #[must_use]
    pub fn is_step(&self) -> bool {
        matches!(self.kind, Kind::Step | Kind::Settings)
    }

    /// The return it is, if it is one.
    pub(crate) fn returns(&self) -> Option<Return> {
        match self.kind {
            Kind::Return(to) => Some(Return { sequence: self.sequence, to }),
            _ => None,
        }
    }
}

/// Everything that ever happened, in the order in which it did; a record's number is its place here plus one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records {
    outlines: Vec<Outline>,
    /// The newest as a whole; what comes before them is known by its outline only.
    here: Vec<Record>,
}

impl Records {
    /// Records that are known by their outline only.
    pub(crate) fn known(outlines: Vec<Outline>) -> Self {
        Self { outlines, here: Vec::new() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u64 {
        self.outlines.len() as u64
    }

    /// How many of them, from the first on, are known by their outline only.
    pub(crate) fn away(&self) -> u64 {
        self.len() - self.here.len() as u64
    }

    /// A record; `None` also for one that is known by its outline only.
    pub(crate) fn get(&self, sequence: u64) -> Option<&Record> {
        self.here.get(usize::try_from(sequence.checked_sub(self.away() + 1)?).ok()?)
    }

    /// A record's outline.
    pub(crate) fn outline(&self, sequence: u64) -> Option<Outline> {
        self.outlines.get(usize::try_from(sequence.checked_sub(1)?).ok()?).copied()
    }

    /// The outlines of the first records, up to this number.
    pub(crate) fn outlines(&self, last: u64) -> &[Outline] {
        let end = usize::try_from(last).unwrap_or(usize::MAX).min(self.outlines.len());
        self.outlines.get(..end).unwrap_or_default()
    }

    /// All of them; none where some are known by their outline only.
    pub(crate) fn all(&self) -> Option<&[Record]> {
        (self.away() == 0).then_some(self.here.as_slice())
    }

    /// Those after this number, as far as they are more than outlines.
    pub(crate) fn after(&self, sequence: u64) -> &[Record] {
        let skipped = usize::try_from(sequence.saturating_sub(self.away())).unwrap_or(usize::MAX);
        self.here.get(skipped..).unwrap_or_default()
    }

    /// The last one's outline.
    pub(crate) fn last(&self) -> Option<Outline> {
        self.outlines.last().copied()
    }

    /// Changes what the last one says.
    pub(crate) fn change_last<T>(&mut self, change: impl FnOnce(&mut Record) -> T) -> Option<T> {
        let record = self.here.last_mut()?;
        let changed = change(record);
        if let Some(outline) = self.outlines.last_mut() {
            *outline = Outline::of(record);
        }
        Some(changed)
    }

    /// Adds the next one.
    pub(crate) fn push(&mut self, record: Record) {
        self.outlines.push(Outline::of(&record));
        self.here.push(record);
    }

    /// Takes the last one back.
    pub(crate) fn pop(&mut self) -> Option<Record> {
        self.outlines.pop();
        self.here.pop()
    }

    /// Lets go of those after this number.
    pub(crate) fn truncate(&mut self, last: u64) {
        let here = last.saturating_sub(self.away());
        self.here.truncate(usize::try_from(here).unwrap_or(usize::MAX));
        self.outlines.truncate(usize::try_from(last).unwrap_or(usize::MAX));
    }

    /// Takes in those that are known by their outline only.
    pub(crate) fn take_past(&mut self, past: Self) {
        let here = std::mem::replace(&mut self.here, past.here);
        self.here.extend(here);
    }

    /// Every way back among them.
    pub(crate) fn returns(&self) -> Vec<Return> {
        self.outlines.iter().filter_map(Outline::returns).collect()
    }
}

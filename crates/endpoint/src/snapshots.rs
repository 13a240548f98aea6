//! Snapshots: services as they were at some places of their journal, so that going back need not start at the beginning.
//!
//! Must not know how a service gets from one place to another. A snapshot shares its items with the service; what it takes
//! is the order of the rows. A place is the number of the record that led there, which no other line of events has.

use hashrange_journal::{Entry, Record};

use crate::present::Present;

/// Snapshots kept at most. They stand close together near the newest and ever farther apart before.
const MOST: usize = 12;
/// Work between two snapshots at least, in requests.
const LEAST_WORK: u64 = 64;
/// Rows for each further request between two snapshots: making a snapshot takes as long as its rows are many, and so it
/// is made seldom enough to cost each request little.
const ROWS_PER_REQUEST: usize = 256;
/// A request for many items counts as so many for one.
const MANY: u64 = 16;

/// Services as they were, in the order of their places.
#[derive(Clone, Debug)]
pub(crate) struct Snapshots<W> {
    kept: Vec<Present<W>>,
    /// Work since the newest snapshot or since one was taken up again.
    work: u64,
}

impl<W> Default for Snapshots<W> {
    fn default() -> Self {
        Self { kept: Vec::new(), work: 0 }
    }
}

impl<W: Clone> Snapshots<W> {
    /// Keeps a service that every way back can start from.
    pub(crate) fn keep(&mut self, state: &Present<W>) {
        let at = self.kept.partition_point(|snapshot| snapshot.place() < state.place());
        if self.kept.get(at).is_none_or(|snapshot| snapshot.place() != state.place()) {
            self.kept.insert(at, state.clone());
            self.thin_out();
        }
        self.work = 0;
    }

    /// Takes in that the service did what a record says, with so many events; keeps a snapshot when it is time.
    pub(crate) fn passed(&mut self, record: &Record, events: u64, state: &Present<W>) {
        self.work = self.work.saturating_add(weight(record).max(events));
        if self.work >= Self::spacing(state) {
            self.keep(state);
        }
    }

    /// The work from one snapshot to the next.
    pub(crate) fn spacing(state: &Present<W>) -> u64 {
        LEAST_WORK.max(rows(state) / ROWS_PER_REQUEST as u64)
    }

    /// The newest snapshot at one of these places, which ascend.
    pub(crate) fn nearest(&mut self, places: &[u64]) -> Option<&Present<W>> {
        self.work = 0;
        self.kept.iter().rev().find(|state| state.place() == 0 || places.binary_search(&state.place()).is_ok())
    }

    /// Lets go of the snapshot at this place, which is no longer what it was.
    pub(crate) fn forget(&mut self, place: u64) {
        self.kept.retain(|snapshot| snapshot.place() != place);
    }

    /// Lets go of the snapshots after this place.
    pub(crate) fn forget_after(&mut self, place: u64) {
        self.kept.retain(|snapshot| snapshot.place() <= place);
    }

    /// Lets go of the one that is missed least: where the gap it leaves is smallest, seen from the newest. The first stays:
    /// there is no way to any place without it.
    fn thin_out(&mut self) {
        if self.kept.len() <= MOST {
            return;
        }
        let newest = self.kept.last().map_or(0, Present::place);
        let gap = |three: &[Present<W>]| match three {
            [before, here, after] => {
                let distance = u128::from(newest.saturating_sub(here.place())) + 1;
                u128::from(after.place().saturating_sub(before.place())) * (1 << 32) / distance
            }
            _ => u128::MAX,
        };
        let least = self.kept.windows(3).enumerate().min_by_key(|(_, three)| gap(three)).map(|(at, _)| at + 1);
        if let Some(at) = least {
            self.kept.remove(at);
        }
    }

    #[cfg(test)]
    pub(crate) fn places(&self) -> Vec<u64> {
        self.kept.iter().map(Present::place).collect()
    }
}

fn rows<W>(state: &Present<W>) -> u64 {
    let engine = &state.service.engine;
    let rows = engine
        .tables()
        .map(|table| table.item_count() + table.indexes().map(hashrange_engine::IndexView::item_count).sum::<usize>());
    let cached = state.service.dax.as_ref().map_or(0, |dax| dax.report().items.entries + dax.report().queries.entries);
    (rows.sum::<usize>() + cached) as u64
}

fn weight(record: &Record) -> u64 {
    const ONE: [&str; 4] = ["GetItem", "PutItem", "UpdateItem", "DeleteItem"];
    match &record.entry {
        Entry::Request { operation, .. } if ONE.contains(&operation.as_str()) => 1,
        Entry::Request { .. } => MANY,
        Entry::Advance { .. } | Entry::Settings { .. } | Entry::Return { .. } => 1,
    }
}

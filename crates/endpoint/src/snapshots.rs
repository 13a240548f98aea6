//! Snapshots: copies of a service at some positions of its journal, so that an undo need not replay from the beginning.
//!
//! Must not know how a service gets from one position to another. A snapshot shares unchanged parts with the service,
//! so it costs little. An undo copies the nearest snapshot and repeats the work from there. A position is the number of
//! its record, which is unique over all futures.

use hashrange_engine::Remains;

use crate::present::Present;

/// Maximum number of snapshots. They are dense near the last position and sparse elsewhere.
const MOST: usize = 96;
/// Minimum work between two snapshots: about a thousand writes, which a page repeats within tens of milliseconds. More
/// snapshots would slow every write, because each page of rows is copied at its first change after a snapshot.
const LEAST_WORK: u64 = 4_096;
/// Work around a position within which all snapshots are equally useful.
const NEAR: u64 = 131_072;
/// The content of an accelerator is not shared: this number of cache entries counts as one unit of work.
const ENTRIES_PER_WORK: usize = 256;

/// The stored snapshots, in the order of their positions.
#[derive(Clone, Debug)]
pub(crate) struct Snapshots<W> {
    kept: Vec<Snapshot<W>>,
    /// The work from the beginning to the present service.
    work: u64,
    /// Work from the beginning to the snapshot that was stored or restored last.
    last: u64,
    /// What removed snapshots left, which is not freed yet.
    remains: Remains,
}

#[derive(Clone, Debug)]
struct Snapshot<W> {
    state: Present<W>,
    work: u64,
}

impl<W> Default for Snapshots<W> {
    fn default() -> Self {
        Self {
            kept: Vec::new(),
            work: 0,
            last: 0,
            remains: Remains::default(),
        }
    }
}

impl<W> Snapshot<W> {
    fn place(&self) -> u64 {
        self.state.place()
    }
}

impl<W> Snapshots<W> {
    /// Copies the snapshots without their observers.
    pub(crate) fn unwatched(&self) -> Snapshots<()> {
        let of = |snapshot: &Snapshot<W>| Snapshot {
            state: snapshot.state.unwatched(),
            work: snapshot.work,
        };
        Snapshots {
            kept: self.kept.iter().map(of).collect(),
            work: self.work,
            last: self.last,
            remains: Remains::default(),
        }
    }

    /// Returns what removed snapshots left.
    pub(crate) fn take_remains(&mut self) -> Remains {
        std::mem::take(&mut self.remains)
    }

    /// Removes all snapshots. Returns what they leave.
    pub(crate) fn discard(self) -> Remains {
        let mut remains = self.remains;
        for snapshot in self.kept {
            remains.append(snapshot.state.discard());
        }
        remains
    }
}

impl<W: Clone> Snapshots<W> {
    /// Stores a service as a snapshot, if there is none at its position.
    pub(crate) fn keep(&mut self, state: &Present<W>) {
        let at = self.kept.partition_point(|snapshot| snapshot.place() < state.place());
        if self
            .kept
            .get(at)
            .is_none_or(|snapshot| snapshot.place() != state.place())
        {
            self.kept.insert(
                at,
                Snapshot {
                    state: state.clone(),
                    work: self.work,
                },
            );
            self.thin_out();
        }
        self.last = self.work;
    }

    /// Notes that the service did this work. Stores a snapshot when it is due.
    pub(crate) fn passed(&mut self, work: u64, state: &Present<W>) {
        self.work = self.work.saturating_add(work);
        if self.work.saturating_sub(self.last) >= spacing(state) {
            self.keep(state);
        }
    }

    /// Returns the latest snapshot at one of these positions, which ascend, if it is after `beyond`. The caller
    /// continues with this service.
    pub(crate) fn take_up(&mut self, places: &[u64], beyond: Option<u64>) -> Option<Present<W>> {
        let nearest = self.find(places)?;
        if beyond.is_some_and(|beyond| nearest.place() <= beyond) {
            return None;
        }
        let (state, work) = (nearest.state.clone(), nearest.work);
        (self.work, self.last) = (work, work);
        Some(state)
    }

    fn find(&self, places: &[u64]) -> Option<&Snapshot<W>> {
        let leads_there = |place: u64| place == 0 || places.binary_search(&place).is_ok();
        self.kept.iter().rev().find(|snapshot| leads_there(snapshot.place()))
    }

    /// The position of the latest snapshot at one of these positions, which ascend.
    pub(crate) fn nearest(&self, places: &[u64]) -> Option<u64> {
        self.find(places).map(Snapshot::place)
    }

    /// The latest snapshot at one of these positions, and the work that led to it.
    pub(crate) fn newest(&self, places: &[u64]) -> Option<(&Present<W>, u64)> {
        self.find(places).map(|snapshot| (&snapshot.state, snapshot.work))
    }

    /// Adds snapshots from before the first one.
    pub(crate) fn take_past(&mut self, past: Self) {
        let first = self.kept.first().map_or(u64::MAX, Snapshot::place);
        self.remains.append(past.remains);
        let before = past.kept.into_iter().filter(|snapshot| snapshot.place() < first);
        self.kept.splice(0..0, before);
        while self.kept.len() > MOST {
            self.thin_out();
        }
    }

    /// Creates a list that starts with this service, which took this much work.
    pub(crate) fn begin_with(state: &Present<W>, work: u64) -> Self {
        Self {
            kept: vec![Snapshot {
                state: state.clone(),
                work,
            }],
            work,
            last: work,
            remains: Remains::default(),
        }
    }

    /// The number of snapshots.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether a snapshot exists at this position.
    pub(crate) fn stands_at(&self, place: u64) -> bool {
        self.kept.binary_search_by_key(&place, Snapshot::place).is_ok()
    }

    /// Removes the snapshots after this position.
    pub(crate) fn forget_after(&mut self, place: u64) {
        let first = self.kept.partition_point(|snapshot| snapshot.place() <= place);
        for snapshot in self.kept.drain(first..) {
            self.remains.append(snapshot.state.discard());
        }
    }

    /// Removes the least useful snapshot: the one that leaves the smallest gap, relative to its distance from the
    /// current position. Never removes the first one, because every position needs it.
    fn thin_out(&mut self) {
        if self.kept.len() <= MOST {
            return;
        }
        let gap = |three: &[Snapshot<W>]| match three {
            [before, here, after] => {
                let distance = u128::from(self.work.abs_diff(here.work).saturating_add(NEAR));
                u128::from(after.work.abs_diff(before.work)) * (1 << 32) / distance
            }
            _ => u128::MAX,
        };
        let least = self
            .kept
            .windows(3)
            .enumerate()
            .min_by_key(|(_, three)| gap(three))
            .map(|(at, _)| at + 1);
        if let Some(at) = least {
            let removed = self.kept.remove(at);
            self.remains.append(removed.state.discard());
        }
    }

    #[cfg(test)]
    pub(crate) fn places(&self) -> Vec<u64> {
        self.kept.iter().map(Snapshot::place).collect()
    }
}

/// The minimum work from one snapshot to the next.
fn spacing<W>(state: &Present<W>) -> u64 {
    let cached = state
        .service
        .dax
        .as_ref()
        .map_or(0, |dax| dax.report().items.entries + dax.report().queries.entries);
    LEAST_WORK.max((cached / ENTRIES_PER_WORK) as u64)
}

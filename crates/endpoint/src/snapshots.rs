//! Snapshots: services as they were at some places of their journal, so that going back need not start at the beginning.
//!
//! Must not know how a service gets from one place to another. A snapshot shares with the service what has not changed since,
//! so that one costs little: a step back is a copy of the nearest and the work from there. A place is the number of the
//! record that led there, which no other line of events has.

use crate::present::Present;

/// Snapshots kept at most. They stand close together near the place that was reached last and farther apart elsewhere.
const MOST: usize = 96;
/// Work between two snapshots at least: about a thousand writes, which are done again within tens of milliseconds in a page.
/// Closer ones would cost every write, because each page of rows is copied at its first change after a snapshot.
const LEAST_WORK: u64 = 4_096;
/// Work around a place within which snapshots are missed alike.
const NEAR: u64 = 131_072;
/// What an accelerator holds is no part of that sharing: so many entries of its caches are copied with a unit of work.
const ENTRIES_PER_WORK: usize = 256;

/// Services as they were, in the order of their places.
#[derive(Clone, Debug)]
pub(crate) struct Snapshots<W> {
    kept: Vec<Snapshot<W>>,
    /// Work from the beginning to the service as it is.
    work: u64,
    /// Work from the beginning to the snapshot that was made or taken up last.
    last: u64,
}

#[derive(Clone, Debug)]
struct Snapshot<W> {
    state: Present<W>,
    work: u64,
}

impl<W> Default for Snapshots<W> {
    fn default() -> Self {
        Self { kept: Vec::new(), work: 0, last: 0 }
    }
}

impl<W> Snapshot<W> {
    fn place(&self) -> u64 {
        self.state.place()
    }
}

impl<W> Snapshots<W> {
    /// The same without onlookers.
    pub(crate) fn unwatched(&self) -> Snapshots<()> {
        let of = |snapshot: &Snapshot<W>| Snapshot { state: snapshot.state.unwatched(), work: snapshot.work };
        Snapshots { kept: self.kept.iter().map(of).collect(), work: self.work, last: self.last }
    }
}

impl<W: Clone> Snapshots<W> {
    /// Keeps a service that every way back can start from.
    pub(crate) fn keep(&mut self, state: &Present<W>) {
        let at = self.kept.partition_point(|snapshot| snapshot.place() < state.place());
        if self.kept.get(at).is_none_or(|snapshot| snapshot.place() != state.place()) {
            self.kept.insert(at, Snapshot { state: state.clone(), work: self.work });
            self.thin_out();
        }
        self.last = self.work;
    }

    /// Takes in that the service did this work; keeps a snapshot when it is time.
    pub(crate) fn passed(&mut self, work: u64, state: &Present<W>) {
        self.work = self.work.saturating_add(work);
        if self.work.saturating_sub(self.last) >= spacing(state) {
            self.keep(state);
        }
    }

    /// The newest snapshot at one of these places, which ascend, if it is after `beyond`: the service is that from now on.
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

    /// The place of the newest snapshot at one of these places, which ascend.
    pub(crate) fn nearest(&self, places: &[u64]) -> Option<u64> {
        self.find(places).map(Snapshot::place)
    }

    /// The newest snapshot at one of these places, and the work that led to it.
    pub(crate) fn newest(&self, places: &[u64]) -> Option<(&Present<W>, u64)> {
        self.find(places).map(|snapshot| (&snapshot.state, snapshot.work))
    }

    /// Takes in snapshots of what came before the first.
    pub(crate) fn take_past(&mut self, past: Self) {
        let first = self.kept.first().map_or(u64::MAX, Snapshot::place);
        let before = past.kept.into_iter().filter(|snapshot| snapshot.place() < first);
        self.kept.splice(0..0, before);
        while self.kept.len() > MOST {
            self.thin_out();
        }
    }

    /// Begins with a service that this work led to, in the place of the beginning.
    pub(crate) fn begin_with(state: &Present<W>, work: u64) -> Self {
        Self { kept: vec![Snapshot { state: state.clone(), work }], work, last: work }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether one was kept at this place.
    pub(crate) fn stands_at(&self, place: u64) -> bool {
        self.kept.binary_search_by_key(&place, Snapshot::place).is_ok()
    }

    /// Lets go of the snapshots after this place.
    pub(crate) fn forget_after(&mut self, place: u64) {
        self.kept.retain(|snapshot| snapshot.place() <= place);
    }

    /// Lets go of the one that is missed least: where the gap it leaves is smallest, seen from where the service stands. The
    /// first stays: there is no way to any place without it.
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
        let least = self.kept.windows(3).enumerate().min_by_key(|(_, three)| gap(three)).map(|(at, _)| at + 1);
        if let Some(at) = least {
            self.kept.remove(at);
        }
    }

    #[cfg(test)]
    pub(crate) fn places(&self) -> Vec<u64> {
        self.kept.iter().map(Snapshot::place).collect()
    }
}

/// The work from one snapshot to the next.
fn spacing<W>(state: &Present<W>) -> u64 {
    let cached = state.service.dax.as_ref().map_or(0, |dax| dax.report().items.entries + dax.report().queries.entries);
    LEAST_WORK.max((cached / ENTRIES_PER_WORK) as u64)
}

//! Open workspaces that nobody looks at: how much memory they take about, and which of them are written and closed.
//!
//! A workspace takes seconds to open again where its history is long, so as many stay open as fit a budget. Must not know how
//! one is opened, nor what it shows.

use hashrange_protocol::WorkspaceId;

use crate::host::{Desk, Host};
use crate::workspace::Workspace;
use crate::world::World;

/// Idle workspaces at most, however small: another tab can only follow a workspace that is open here.
const MOST: usize = 2;

/// Memory of a table and its indexes by the bytes of their items: the budget of `bench --memory`, which measures it.
const TABLE_FACTOR: u64 = 2;
/// Memory of the journal by its bytes: the records, and images of items that old snapshots still hold.
const JOURNAL_FACTOR: u64 = 2;
/// What a snapshot holds of its own for every item, measured with random writes: its directories of the pages of rows.
const SNAPSHOT_BYTES_OF_ITEM: u64 = 40;
/// What it holds for every event that is still in the log, with what insight folds, measured likewise.
const SNAPSHOT_BYTES_OF_EVENT: u64 = 2_048;
/// Events of which that grows.
const MOST_EVENTS: u64 = 1_000;

/// An idle workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Idle {
    id: WorkspaceId,
    bytes: u64,
    /// Whether it can be had back: nothing is at work in it, and it is kept.
    closes: bool,
}

impl<W: World> Host<W> {
    /// Writes and closes those left longest ago, until the rest fits.
    pub(crate) async fn close_idle(&self) {
        let budget = self.world().idle_budget();
        for id in self.desk(|desk| to_close(&idle(desk), budget)) {
            self.save_now(id).await;
            let done = self.within(id, |workspace| !workspace.keeping.writing && !workspace.core.has_unsaved());
            if done == Some(true) && self.front() != id {
                self.desk(|desk| desk.open.remove(&id));
                self.world().release(id);
            }
        }
    }
}

/// Every open workspace but the one in front, the one left last first.
fn idle(desk: &Desk) -> Vec<Idle> {
    let left = |id: &WorkspaceId| desk.before.iter().position(|one| one == id);
    let others = desk.open.iter().filter(|(id, _)| **id != desk.front);
    let mut idle: Vec<(Option<usize>, Idle)> = others
        .map(|(id, workspace)| {
            let closes = workspace.job.is_none() && workspace.keeping.on;
            (left(id), Idle { id: *id, bytes: bytes_of(workspace), closes })
        })
        .collect();
    idle.sort_by_key(|(left, _)| std::cmp::Reverse(*left));
    idle.into_iter().map(|(_, idle)| idle).collect()
}

/// Which of them must go. Those that cannot go take their part of the budget first.
fn to_close(idle: &[Idle], budget: u64) -> Vec<WorkspaceId> {
    let stay = |idle: &&Idle| !idle.closes;
    let (mut bytes, mut count) = (idle.iter().filter(stay).map(|idle| idle.bytes).sum::<u64>(), 0);
    let mut closed = Vec::new();
    for one in idle.iter().filter(|idle| idle.closes) {
        // Once one does not fit, those left earlier go too.
        if closed.is_empty() && count < MOST && bytes.saturating_add(one.bytes) <= budget {
            (bytes, count) = (bytes.saturating_add(one.bytes), count + 1);
        } else {
            closed.push(one.id);
        }
    }
    closed
}

/// About how much memory a workspace takes: 0.8 to 1.6 times of what was measured natively, with 1,000 to 100,000 items of 100 and
/// of 2,000 bytes and up to ten writes of each. In a page pointers are half as wide, so that it takes less.
pub(crate) fn bytes_of(workspace: &Workspace) -> u64 {
    let timeline = workspace.core.timeline();
    let engine = timeline.engine();
    let (mut rows, mut row_bytes) = (0, 0);
    for table in engine.tables() {
        rows += table.item_count() as u64;
        row_bytes += table.bytes();
        for index in table.indexes() {
            rows += index.item_count() as u64;
            row_bytes += index.bytes();
        }
    }
    let events = engine.last_event().min(MOST_EVENTS);
    let of_snapshot = rows * SNAPSHOT_BYTES_OF_ITEM + events * SNAPSHOT_BYTES_OF_EVENT;
    let journal = workspace.card.bytes * JOURNAL_FACTOR;
    journal + row_bytes * TABLE_FACTOR + of_snapshot.saturating_mul(timeline.snapshots() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace(number: u32, bytes: u64) -> Idle {
        Idle { id: WorkspaceId(number), bytes, closes: true }
    }

    fn closed(idle: &[Idle], budget: u64) -> Vec<u32> {
        to_close(idle, budget).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn those_left_longest_ago_go_until_the_rest_fits() {
        let two = [workspace(1, 60), workspace(2, 40)];
        assert!(closed(&two, 100).is_empty());
        assert_eq!(closed(&two, 99), [2]);
        assert_eq!(closed(&two, 59), [1, 2], "one that is too big goes at once, and so does what was left before it");
    }

    #[test]
    fn there_are_never_many() {
        let many: Vec<Idle> = (1..=5).map(|number| workspace(number, 0)).collect();
        assert_eq!(closed(&many, 100), [3, 4, 5]);
    }

    #[test]
    fn those_that_are_at_work_or_not_kept_stay_and_take_their_part() {
        let at_work = Idle { closes: false, ..workspace(2, 80) };
        assert_eq!(closed(&[workspace(1, 30), at_work], 100), [1]);
        assert!(closed(&[workspace(1, 20), at_work], 100).is_empty());
        assert!(closed(&[at_work], 0).is_empty());
    }
}

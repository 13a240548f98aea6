//! Open workspaces in the background: their approximate memory, and which of them are stored and closed.
//!
//! A workspace with a long history takes seconds to open again, so as many stay open as fit a budget. Must not know how
//! a workspace is opened, nor what it shows.

use hashrange_protocol::WorkspaceId;

use crate::host::{Host, HostState, Platform};
use crate::workspace::Workspace;

/// Maximum number of idle workspaces, whatever their size. It is small, because another tab can only follow a workspace
/// that is open here, and not own it.
const MOST: usize = 2;

/// Memory of a table and its indexes as a multiple of their item bytes. It is the budget that `bench --memory`
/// measures.
const TABLE_FACTOR: u64 = 2;
/// Memory of the journal as a multiple of its bytes: the records, and item images that old snapshots still hold.
const JOURNAL_FACTOR: u64 = 2;
/// Bytes that a snapshot adds for every item, measured with random writes: its directories of the pages of rows.
const SNAPSHOT_BYTES_OF_ITEM: u64 = 40;
/// Bytes that a snapshot adds for every event in the log, including what insight derives. Measured the same way.
const SNAPSHOT_BYTES_OF_EVENT: u64 = 2_048;
/// Maximum number of events that count for this.
const MOST_EVENTS: u64 = 1_000;

/// An idle workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Idle {
    id: WorkspaceId,
    bytes: u64,
    /// Whether it can be closed: no work runs in it, and it is stored.
    closes: bool,
}

impl<W: Platform> Host<W> {
    /// Stores and closes the workspaces that were left longest ago, until the others fit the budget.
    pub(crate) async fn close_idle(&self) {
        let budget = self.platform().idle_budget();
        for id in self.state(|state| to_close(&idle(state), budget)) {
            self.save_now(id).await;
            let done = self.within(id, |workspace| {
                !workspace.keeping.writing && !workspace.core.has_unsaved()
            });
            if done == Some(true) && self.front() != id {
                self.state(|state| state.close(id));
                self.platform().release(id);
            }
        }
    }
}

/// All open workspaces except the one in front, the one left last first.
fn idle(state: &HostState) -> Vec<Idle> {
    let left = |id: &WorkspaceId| state.before.iter().position(|one| one == id);
    let others = state.open.iter().filter(|(id, _)| **id != state.front);
    let mut idle: Vec<(Option<usize>, Idle)> = others
        .map(|(id, workspace)| {
            let closes = workspace.job.is_none() && workspace.keeping.on;
            (
                left(id),
                Idle {
                    id: *id,
                    bytes: bytes_of(workspace),
                    closes,
                },
            )
        })
        .collect();
    hashrange_values::sort_by(&mut idle, |(one, _), (other, _)| other.cmp(one));
    idle.into_iter().map(|(_, idle)| idle).collect()
}

/// Returns the workspaces to close. Workspaces that cannot be closed use their part of the budget first.
fn to_close(idle: &[Idle], budget: u64) -> Vec<WorkspaceId> {
    let stay = |idle: &&Idle| !idle.closes;
    let (mut bytes, mut count) = (idle.iter().filter(stay).map(|idle| idle.bytes).sum::<u64>(), 0);
    let mut closed = Vec::new();
    for one in idle.iter().filter(|idle| idle.closes) {
        // If one does not fit, those that were left earlier are closed too.
        if closed.is_empty() && count < MOST && bytes.saturating_add(one.bytes) <= budget {
            (bytes, count) = (bytes.saturating_add(one.bytes), count + 1);
        } else {
            closed.push(one.id);
        }
    }
    closed
}

/// The approximate memory of a workspace: 0.8 to 1.6 times the native measurement. Measured with 1,000 to 100,000 items
/// of 100 and 2,000 bytes and up to ten writes of each. In a page pointers are half as wide, so it uses less.
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
        Idle {
            id: WorkspaceId(number),
            bytes,
            closes: true,
        }
    }

    fn closed(idle: &[Idle], budget: u64) -> Vec<u32> {
        to_close(idle, budget).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn those_left_longest_ago_go_until_the_rest_fits() {
        let two = [workspace(1, 60), workspace(2, 40)];
        assert!(closed(&two, 100).is_empty());
        assert_eq!(closed(&two, 99), [2]);
        assert_eq!(
            closed(&two, 59),
            [1, 2],
            "one that is too big goes at once, and so does what was left before it"
        );
    }

    #[test]
    fn there_are_never_many() {
        let many: Vec<Idle> = (1..=5).map(|number| workspace(number, 0)).collect();
        assert_eq!(closed(&many, 100), [3, 4, 5]);
    }

    #[test]
    fn those_that_are_at_work_or_not_kept_stay_and_take_their_part() {
        let at_work = Idle {
            closes: false,
            ..workspace(2, 80)
        };
        assert_eq!(closed(&[workspace(1, 30), at_work], 100), [1]);
        assert!(closed(&[workspace(1, 20), at_work], 100).is_empty());
        assert!(closed(&[at_work], 0).is_empty());
    }
}

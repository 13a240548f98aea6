//! Propagation of item changes to global secondary indexes.
//!
//! Each index has one queue and applies it in order, so an index may lag but is never out of order. For each queue that
//! is not empty, one task is scheduled.

use std::sync::Arc;

use hashrange_values::Text;

use crate::service::background::partitions;
use crate::state::entry_rows::EntryRows;
use crate::state::index::Index;
use crate::state::log::event::EventKind;
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

/// Maximum number of changes per step: the event log must hold their events in addition to the unread ones.
const MOST_CHANGES: usize = 1_000;

/// Applies the changes that are due, and schedules the rest.
pub(super) fn propagate(table: &mut Table, shared: &mut SharedState, index_name: Text) {
    let (now, period) = (shared.now, shared.options.physics.counters);
    let Some(index) = table
        .indexes
        .iter_mut()
        .find(|index| index.definition.name == index_name)
    else {
        return;
    };
    let limit = shared.options.limits.partition_bytes;
    let mut full = Vec::new();
    index.counters.before_change(&index.entries, now, period);
    for _ in 0..MOST_CHANGES {
        let Some(pending) = index.queue.pop_front_if(|pending| pending.due <= now) else {
            break;
        };
        let (table, index_name) = (table.name.clone(), index.definition.name.clone());
        let (written, write) = (pending.written, pending.write);
        shared.record(EventKind::IndexCaughtUp {
            table,
            index: index_name,
            written,
            write,
        });
        let position = apply(index, Arc::unwrap_or_clone(pending).rows);
        full.extend(position.filter(|position| index.partition_bytes(*position) > limit));
    }
    let next = index.queue.front().map(|pending| pending.due);
    for position in full {
        partitions::full(table, shared, Some(&index_name), position);
    }
    if let Some(due) = next {
        let (table, number) = (table.name.clone(), table.number);
        shared.agenda.schedule(
            due,
            Task::Propagate {
                table,
                number,
                index: index_name,
            },
        );
    }
}

/// Applies a change to an index's entries, and returns the position of the partition that received an entry.
pub(crate) fn apply(index: &mut Index, EntryRows { taken, put }: EntryRows) -> Option<usize> {
    if let Some(key) = taken {
        index.take_entry(&key);
    }
    let (key, row) = put?;
    Some(index.put_entry(key, row))
}

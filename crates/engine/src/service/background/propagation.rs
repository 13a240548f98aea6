//! Propagation: changes of items on their way to global secondary indexes.
//!
//! Each index has one queue and applies it in order, so an index may be behind but is never out of order. One task is
//! on the agenda for a queue that is not empty.

use std::sync::Arc;

use hashrange_values::Text;

use crate::service::background::partitions;
use crate::state::entry_rows::EntryRows;
use crate::state::index::Index;
use crate::state::log::event::EventKind;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// Changes one step applies at most: its events must fit into the log beside those nobody has seen.
const MOST_CHANGES: usize = 1_000;

/// Applies the changes that are due, and comes back for the rest.
pub(super) fn propagate(table: &mut Table, around: &mut Surroundings, index_name: Text) {
    let (now, period) = (around.now, around.options.physics.counters);
    let Some(index) = table.indexes.iter_mut().find(|index| index.definition.name == index_name) else { return };
    let limit = around.options.limits.partition_bytes;
    let mut full = Vec::new();
    index.counters.before_change(&index.entries, now, period);
    for _ in 0..MOST_CHANGES {
        let Some(pending) = index.queue.pop_front_if(|pending| pending.due <= now) else { break };
        let (table, index_name) = (table.name.clone(), index.definition.name.clone());
        let (written, write) = (pending.written, pending.write);
        around.record(EventKind::IndexCaughtUp { table, index: index_name, written, write });
        let position = apply(index, Arc::unwrap_or_clone(pending).rows);
        full.extend(position.filter(|position| index.partition_bytes(*position) > limit));
    }
    let next = index.queue.front().map(|pending| pending.due);
    for position in full {
        partitions::full(table, around, Some(&index_name), position);
    }
    if let Some(due) = next {
        let (table, number) = (table.name.clone(), table.number);
        around.agenda.schedule(due, Task::Propagate { table, number, index: index_name });
    }
}

/// Writes a change to an index's entries, and tells the position of the partition that took an entry in.
pub(crate) fn apply(index: &mut Index, EntryRows { taken, put }: EntryRows) -> Option<usize> {
    if let Some(key) = taken {
        index.take_entry(&key);
    }
    let (key, row) = put?;
    Some(index.put_entry(key, row))
}

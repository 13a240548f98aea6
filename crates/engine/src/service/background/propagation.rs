//! Propagation: changes of items on their way to global secondary indexes.
//!
//! Each index has one queue and applies it in order, so an index may be behind but is never out of order. One task is
//! on the agenda for a queue that is not empty.

use std::sync::Arc;

use hashrange_time::{Agenda, Duration, Timestamp};
use hashrange_values::Text;

use crate::service::background::partitions;
use crate::service::engine::Engine;
use crate::state::entry_rows::EntryRows;
use crate::state::index::{Index, PendingChange};
use crate::state::log::event::EventKind;
use crate::state::task::Task;

/// Changes one step applies at most: its events must fit into the log beside those nobody has seen.
pub(crate) const MOST_CHANGES: usize = 1_000;

/// Queues a change for a global index of this table, and tells when it will arrive.
pub(crate) fn enqueue(
    agenda: &mut Agenda<Task>,
    (table, number): (&Text, u64),
    index: &mut Index,
    rows: EntryRows,
    (write, written, lag): (u64, Timestamp, Duration),
) -> Timestamp {
    // Never ahead of an earlier change: the queue keeps its order.
    let due = (written + lag).max(index.queue.back().map_or(written, |last| last.due));
    if index.queue.is_empty() {
        agenda.schedule(due, Task::Propagate { table: table.clone(), number, index: index.definition.name.clone() });
    }
    index.queue.push_back(Arc::new(PendingChange { write, written, due, rows }));
    due
}

/// Applies the changes that are due, and comes back for the rest.
pub(super) fn propagate(engine: &mut Engine, name: &str, number: u64, index_name: &str) {
    let (now, period) = (engine.around.now, engine.around.options.physics.counters);
    let Some(table) = engine.catalogue.get_mut(name).filter(|table| table.number == number) else { return };
    let Some(index) = table.indexes.iter_mut().find(|index| index.definition.name == index_name) else { return };
    let limit = engine.around.options.limits.partition_bytes;
    let mut full = Vec::new();
    index.counters.before_change(&index.entries, now, period);
    for _ in 0..MOST_CHANGES {
        let Some(pending) = index.queue.pop_front_if(|pending| pending.due <= now) else { break };
        let names = (table.name.clone(), index.definition.name.clone());
        let (written, write) = (pending.written, pending.write);
        let caught_up = EventKind::IndexCaughtUp { table: names.0, index: names.1, written, write };
        engine.around.log.record(now, caught_up);
        let position = apply(index, Arc::unwrap_or_clone(pending).rows);
        full.extend(position.filter(|position| index.partition_bytes(*position) > limit));
    }
    let next = index.queue.front().map(|pending| pending.due);
    for position in full {
        partitions::full(engine, name, Some(index_name), position);
    }
    if let Some(due) = next {
        engine.around.agenda.schedule(due, Task::Propagate { table: name.into(), number, index: index_name.into() });
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

//! Propagation: changes of items on their way to global secondary indexes.
//!
//! Each index has one queue and applies it in order, so an index may be behind but is never out of order. One task is
//! on the agenda for a queue that is not empty.

use std::sync::Arc;

use hashrange_index::{Change, KeySchema};
use hashrange_store::Row;
use hashrange_time::Timestamp;
use hashrange_values::Item;

use super::{Task, partitions};
use crate::Engine;
use crate::event::EventKind;
use crate::table::{Index, PendingChange};

/// Changes one step applies at most: its events must fit into the log beside those nobody has seen.
pub(crate) const MOST_CHANGES: usize = 1_000;

/// Queues a change for a global index, and tells when it will arrive.
pub(crate) fn enqueue(engine: &mut Engine, table: &str, index: usize, change: Change) -> Timestamp {
    let lag = engine.options.physics.index_propagation.draw(&mut engine.random);
    let written = engine.now;
    let Some(table) = engine.catalogue.get_mut(table) else { return written };
    let Some(index) = table.indexes.get_mut(index) else { return written };
    // Never ahead of an earlier change: the queue keeps its order.
    let due = (written + lag).max(index.queue.back().map_or(written, |last| last.due));
    if index.queue.is_empty() {
        let task =
            Task::Propagate { table: table.name.clone(), number: table.number, index: index.definition.name.clone() };
        engine.agenda.schedule(due, task);
    }
    index.queue.push_back(PendingChange { written, due, change });
    due
}

/// Applies the changes that are due, and comes back for the rest.
pub(super) fn propagate(engine: &mut Engine, name: &str, number: u64, index_name: &str) {
    let (now, period) = (engine.now, engine.options.physics.counters);
    let Some(table) = engine.catalogue.get_mut(name).filter(|table| table.number == number) else { return };
    let Some(index) = table.indexes.iter_mut().find(|index| index.definition.name == index_name) else { return };
    let limit = engine.options.limits.partition_bytes;
    let mut full = Vec::new();
    index.counters.before_change(&index.entries, now, period);
    for _ in 0..MOST_CHANGES {
        let Some(pending) = index.queue.pop_front_if(|pending| pending.due <= now) else { break };
        let names = (table.name.clone(), index.definition.name.clone());
        let caught_up = EventKind::IndexCaughtUp { table: names.0, index: names.1, written: pending.written };
        engine.log.record(now, caught_up);
        let position = apply(index, &table.keys, pending.change);
        full.extend(position.filter(|position| index.partition_bytes(*position) > limit));
    }
    let next = index.queue.front().map(|pending| pending.due);
    for position in full {
        partitions::full(engine, name, Some(index_name), position);
    }
    if let Some(due) = next {
        engine.agenda.schedule(due, Task::Propagate { table: name.into(), number, index: index_name.into() });
    }
}

/// Writes a change to an index's entries, and tells the position of the partition that took an entry in.
pub(crate) fn apply(index: &mut Index, table_keys: &KeySchema, change: Change) -> Option<usize> {
    let remove = |index: &mut Index, old: &Item| {
        if let Some(key) = index.row_key(old, table_keys) {
            index.entries.remove(&key);
        }
    };
    let put = |index: &mut Index, new: Arc<Item>| {
        let key = index.row_key(&new, table_keys)?;
        let position = index.entries.partition_of(&key);
        let size = u32::try_from(new.item_size()).unwrap_or(u32::MAX);
        index.entries.insert(key, Row { value: new, size });
        Some(position)
    };
    match change {
        Change::None => None,
        Change::Put { new } | Change::Replace { new, .. } => put(index, new),
        Change::Delete { old } => {
            remove(index, &old);
            None
        }
        Change::Move { old, new } => {
            remove(index, &old);
            put(index, new)
        }
    }
}

//! Background work of streams: streams are enabled and disabled, and records and closed shards are deleted after a day.
//! Shards roll over by their timetable, whenever time passes.

use hashrange_wire::StreamStatus;

use crate::rules::write_plan::ItemPlan;
use crate::state::author::Author;
use crate::state::shared_state::SharedState;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::ShardId;
use crate::state::table::Table;
use crate::state::task::Task;

/// Enables the latest stream of a table, if it has one.
pub(super) fn enable(table: &Table, shared: &mut SharedState) {
    let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) else {
        return;
    };
    let Some(log) = shared.streams.get_mut(&stream.name) else {
        return;
    };
    let life = shared.options.physics.shard_life;
    log.enable(&stream.name, table.items.partitions().len(), shared.now, life);
}

/// Disables a stream: its shards are closed and stay readable for another day.
pub(crate) fn close(shared: &mut SharedState, name: &StreamName) {
    let Some(log) = shared.streams.get_mut(name) else {
        return;
    };
    for (shard, due) in log.close(shared.now) {
        shared.agenda.schedule(
            due,
            Task::TrimShard {
                stream: name.clone(),
                shard,
            },
        );
    }
}

/// Detaches a stream from its table.
pub(super) fn finish_closing(shared: &mut SharedState, name: &StreamName) {
    if let Some(log) = shared.streams.get_mut(name) {
        log.status = StreamStatus::Disabled;
    }
    shared.streams.drop_if_spent(name);
}

/// Starts the timetable of a stream of version 1, in which each shard had its own task.
pub(super) fn start_rolls(shared: &mut SharedState, name: &StreamName) {
    let (now, life) = (shared.now, shared.options.physics.shard_life);
    if let Some(log) = shared.streams.get_mut(name) {
        log.start_rolls(name, now, life);
    }
}

/// Closes the shard of a split partition, and continues it in one shard for each half (a model;
/// documented: streams-guide, that shards split).
pub(super) fn divide(shared: &mut SharedState, stream: &StreamName, position: usize) {
    let now = shared.now;
    let Some(log) = shared.streams.get_mut(stream) else {
        return;
    };
    if let Some((shard, due)) = log.divide(stream, position, now) {
        shared.agenda.schedule(
            due,
            Task::TrimShard {
                stream: stream.clone(),
                shard,
            },
        );
    }
}

/// Deletes the records of a shard that are older than a day.
pub(super) fn trim(shared: &mut SharedState, stream: &StreamName, shard: ShardId) {
    let now = shared.now;
    match shared.streams.get_mut(stream).and_then(|log| log.trim(shard, now)) {
        Some(due) => {
            shared.agenda.schedule(
                due,
                Task::TrimShard {
                    stream: stream.clone(),
                    shard,
                },
            );
        }
        None => shared.streams.drop_if_spent(stream),
    }
}

/// Records a write of a table with a stream, in the shard of its partition.
pub(crate) fn record(shared: &mut SharedState, stream: &StreamName, partition: usize, item: &ItemPlan, author: Author) {
    let (now, write) = (shared.now, shared.writes);
    let Some(log) = shared.streams.get_mut(stream) else {
        return;
    };
    if let Some((shard, due)) = log.record(partition, item.images(), write, now, author == Author::Expiry) {
        shared.agenda.schedule(
            due,
            Task::TrimShard {
                stream: stream.clone(),
                shard,
            },
        );
    }
}

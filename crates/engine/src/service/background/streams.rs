//! Background work of streams: streams are enabled and disabled, shards roll over, and records and closed shards are
//! deleted after a day.

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
    let opened = log.enable(&stream.name, table.items.partitions().len(), shared.now);
    for shard in opened {
        plan_roll(shared, &stream.name, shard);
    }
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

fn plan_roll(shared: &mut SharedState, stream: &StreamName, shard: ShardId) {
    let life = shared.options.physics.shard_life.draw(&mut shared.random);
    if life.is_zero() {
        return;
    }
    let due = shared.now + life;
    shared.agenda.schedule(
        due,
        Task::RollShard {
            stream: stream.clone(),
            shard,
        },
    );
}

/// Closes a shard that was open long enough, and continues it in a new shard.
pub(super) fn roll(shared: &mut SharedState, stream: &StreamName, shard: ShardId) {
    let now = shared.now;
    let Some((child, trim)) = shared
        .streams
        .get_mut(stream)
        .and_then(|log| log.roll(stream, shard, now))
    else {
        return;
    };
    if let Some((shard, due)) = trim {
        shared.agenda.schedule(
            due,
            Task::TrimShard {
                stream: stream.clone(),
                shard,
            },
        );
    }
    plan_roll(shared, stream, child);
}

/// Closes the shard of a split partition, and continues it in one shard for each half (a model;
/// documented: streams-guide, that shards split).
pub(super) fn divide(shared: &mut SharedState, stream: &StreamName, position: usize) {
    let now = shared.now;
    let Some(log) = shared.streams.get_mut(stream) else {
        return;
    };
    let Some((children, trim)) = log.divide(stream, position, now) else {
        return;
    };
    if let Some((shard, due)) = trim {
        shared.agenda.schedule(
            due,
            Task::TrimShard {
                stream: stream.clone(),
                shard,
            },
        );
    }
    for child in children {
        plan_roll(shared, stream, child);
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

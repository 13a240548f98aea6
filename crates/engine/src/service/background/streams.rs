//! What happens to streams on its own: they go on and off, shards roll over, records and closed shards go after a day.
//!
//! Nothing here is inlined: the page can load it later, when there is a stream.

use hashrange_wire::StreamStatus;

use crate::rules::write_plan::ItemChange;
use crate::state::author::Author;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::ShardId;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// The newest stream of a table is on, if it has one.
#[inline(never)]
pub(super) fn enable(table: &Table, around: &mut Surroundings) {
    let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) else { return };
    let Some(log) = around.streams.get_mut(&stream.name) else { return };
    let opened = log.enable(&stream.name, table.items.partitions().len(), around.now);
    for shard in opened {
        plan_roll(around, &stream.name, shard);
    }
}

/// A stream goes: its shards are closed, and can be read for another day.
#[inline(never)]
pub(crate) fn close(around: &mut Surroundings, name: &StreamName) {
    let Some(log) = around.streams.get_mut(name) else { return };
    for (shard, due) in log.close(around.now) {
        around.agenda.schedule(due, Task::TrimShard { stream: name.clone(), shard });
    }
}

/// A stream is gone from its table.
#[inline(never)]
pub(super) fn finish_closing(around: &mut Surroundings, name: &StreamName) {
    if let Some(log) = around.streams.get_mut(name) {
        log.status = StreamStatus::Disabled;
    }
    around.streams.drop_if_spent(name);
}

fn plan_roll(around: &mut Surroundings, stream: &StreamName, shard: ShardId) {
    let life = around.options.physics.shard_life.draw(&mut around.random);
    if life.is_zero() {
        return;
    }
    let due = around.now + life;
    around.agenda.schedule(due, Task::RollShard { stream: stream.clone(), shard });
}

/// A shard has been open for long enough, and goes on in another.
#[inline(never)]
pub(super) fn roll(around: &mut Surroundings, stream: &StreamName, shard: ShardId) {
    let now = around.now;
    let Some((child, trim)) = around.streams.get_mut(stream).and_then(|log| log.roll(stream, shard, now)) else {
        return;
    };
    if let Some((shard, due)) = trim {
        around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
    }
    plan_roll(around, stream, child);
}

/// A partition was split: its shard is closed, and goes on in one for each half (a model; documented is that shards
/// split).
#[inline(never)]
pub(super) fn divide(around: &mut Surroundings, stream: &StreamName, position: usize) {
    let now = around.now;
    let Some(log) = around.streams.get_mut(stream) else { return };
    let Some((children, trim)) = log.divide(stream, position, now) else { return };
    if let Some((shard, due)) = trim {
        around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
    }
    for child in children {
        plan_roll(around, stream, child);
    }
}

/// Records of a shard are past their day.
#[inline(never)]
pub(super) fn trim(around: &mut Surroundings, stream: &StreamName, shard: ShardId) {
    let now = around.now;
    match around.streams.get_mut(stream).and_then(|log| log.trim(shard, now)) {
        Some(due) => {
            around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
        }
        None => around.streams.drop_if_spent(stream),
    }
}

/// Records a write of a table with a stream, in the shard of its partition.
#[inline(never)]
pub(crate) fn record(
    around: &mut Surroundings,
    stream: &StreamName,
    partition: usize,
    item: &ItemChange,
    author: Author,
) {
    let (now, write) = (around.now, around.writes);
    let Some(log) = around.streams.get_mut(stream) else { return };
    if let Some((shard, due)) = log.record(partition, item.images(), write, now, author == Author::Expiry) {
        around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
    }
}

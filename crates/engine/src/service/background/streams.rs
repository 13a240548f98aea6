//! What happens to streams on its own: they go on and off, shards roll over, records and closed shards go after a day.
//!
//! Nothing here is inlined: the page can load it later, when there is a stream.

use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::StreamStatus;

use crate::service::engine::Engine;
use crate::state::author::Author;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::ShardId;
use crate::state::task::Task;

/// The newest stream of a table is on.
#[inline(never)]
pub(super) fn enable(engine: &mut Engine, table: &str) {
    let now = engine.around.now;
    let Some(table) = engine.catalogue.get(table) else { return };
    let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) else { return };
    let Some(log) = engine.around.streams.get_mut(&stream.name) else { return };
    let name = stream.name.clone();
    let opened = log.enable(&name, table.items.partitions().len(), now);
    for shard in opened {
        plan_roll(engine, &name, shard);
    }
}

/// A stream goes: its shards are closed, and can be read for another day.
#[inline(never)]
pub(crate) fn close(engine: &mut Engine, name: &StreamName) {
    let Some(log) = engine.around.streams.get_mut(name) else { return };
    for (shard, due) in log.close(engine.around.now) {
        engine.around.agenda.schedule(due, Task::TrimShard { stream: name.clone(), shard });
    }
}

/// A stream is gone from its table.
#[inline(never)]
pub(super) fn finish_closing(engine: &mut Engine, name: &StreamName) {
    if let Some(log) = engine.around.streams.get_mut(name) {
        log.status = StreamStatus::Disabled;
    }
    engine.around.streams.drop_if_spent(name);
}

fn plan_roll(engine: &mut Engine, stream: &StreamName, shard: ShardId) {
    let life = engine.around.options.physics.shard_life.draw(&mut engine.around.random);
    if life.is_zero() {
        return;
    }
    let due = engine.around.now + life;
    engine.around.agenda.schedule(due, Task::RollShard { stream: stream.clone(), shard });
}

/// A shard has been open for long enough, and goes on in another.
#[inline(never)]
pub(super) fn roll(engine: &mut Engine, stream: &StreamName, shard: ShardId) {
    let now = engine.around.now;
    let Some((child, trim)) = engine.around.streams.get_mut(stream).and_then(|log| log.roll(stream, shard, now)) else {
        return;
    };
    if let Some((shard, due)) = trim {
        engine.around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
    }
    plan_roll(engine, stream, child);
}

/// A partition was split: its shard is closed, and goes on in one for each half (a model; documented is that shards
/// split).
#[inline(never)]
pub(super) fn divide(engine: &mut Engine, stream: &StreamName, position: usize) {
    let now = engine.around.now;
    let Some(log) = engine.around.streams.get_mut(stream) else { return };
    let Some((children, trim)) = log.divide(stream, position, now) else { return };
    if let Some((shard, due)) = trim {
        engine.around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
    }
    for child in children {
        plan_roll(engine, stream, child);
    }
}

/// Records of a shard are past their day.
#[inline(never)]
pub(super) fn trim(engine: &mut Engine, stream: &StreamName, shard: ShardId) {
    let now = engine.around.now;
    match engine.around.streams.get_mut(stream).and_then(|log| log.trim(shard, now)) {
        Some(due) => {
            engine.around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
        }
        None => engine.around.streams.drop_if_spent(stream),
    }
}

/// Records a write of a table with a stream, in the shard of its partition.
#[inline(never)]
pub(crate) fn record(
    engine: &mut Engine,
    stream: &StreamName,
    partition: usize,
    images: (Option<&Arc<Item>>, Option<&Arc<Item>>),
    author: Author,
) {
    let (now, write) = (engine.around.now, engine.around.writes);
    let Some(log) = engine.around.streams.get_mut(stream) else { return };
    if let Some((shard, due)) = log.record(partition, images, (write, now), author == Author::Expiry) {
        engine.around.agenda.schedule(due, Task::TrimShard { stream: stream.clone(), shard });
    }
}

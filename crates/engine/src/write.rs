//! The one path every write takes: new image -> sizes -> base row -> stream record -> local entries (same step) -> global
//! queues -> arms.
//!
//! Who writes decides what the new image is; from there on all writes are alike.

use std::sync::Arc;

use hashrange_capacity::{CapacityKind, Factor, Line, Units, What, write_units_of_change};
use hashrange_index::{Change, difference};
use hashrange_store::RowKey;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use smallvec::{SmallVec, smallvec};

use crate::background::{enqueue, note_write, partitions, plan_pass, propagation, streams};
use crate::entry_rows::{EntryRows, Images, measured};
use crate::followers::Arrival;
use crate::table::{Index, ItemRow, Table};
use crate::trace::Trace;
use crate::{Consumption, Direction, Engine, Resource, Span, WriteArm, WriteEffect, WriteTrace};

/// A write that passed every check.
pub(crate) struct Write {
    /// The table, by name.
    pub(crate) table: Text,
    /// The row written.
    pub(crate) key: RowKey,
    /// The item as it stands.
    pub(crate) before: Option<ItemRow>,
    /// The item as it becomes; `None` to delete it.
    pub(crate) after: Option<ItemRow>,
    /// Who writes.
    pub(crate) author: Author,
}

/// Who writes: a client's request, or the service itself. Records of changes tell them apart (documented).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author {
    Request,
    /// Time to live. Its writes cost nothing, and leave no trace.
    Expiry,
}

/// What a write cost and touched.
pub(crate) struct Written {
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<Trace>,
}

impl Write {
    /// The item before and after.
    pub(crate) fn items(&self) -> (Option<&Arc<Item>>, Option<&Arc<Item>>) {
        Images { before: self.before.as_ref(), after: self.after.as_ref() }.items()
    }

    /// Units of the table's own arm (documented: the larger of the two images, at least one).
    pub(crate) fn table_units(&self) -> Units {
        table_units(self.before.as_ref().map(|row| row.size), self.after.as_ref().map(|row| row.size))
    }
}

fn table_units(before: Option<u32>, after: Option<u32>) -> Units {
    write_units_of_change(before.map(u64::from), after.map(u64::from))
}

/// What a write pays that its condition stopped: as much as if it had gone through (documented by example).
pub(crate) fn stopped(
    engine: &Engine,
    table: &Text,
    key: &RowKey,
    (before, attempted): (Option<u32>, Option<u32>),
) -> Consumption {
    let units = table_units(before, attempted);
    let mut consumption = Consumption::of_table(table, Direction::Write, units);
    if engine.watches_traffic() {
        consumption.touch(None, key.clone(), units);
    }
    consumption
}

/// What an action of a transaction pays that only checks its item: as much as a write that leaves it as it is (observed).
pub(crate) fn checked(engine: &Engine, write: &Write, key: Option<&Item>) -> Written {
    let factor = Factor::TransactionalWrite;
    let bytes = write.before.as_ref().map(|row| row.size);
    let line = Line::single(CapacityKind::Write, What::ConditionCheckedItem, bytes.unwrap_or(0).into());
    let units = factor.applied_to(line.units);
    let trace = engine.tracing.then(|| {
        let arm = WriteArm {
            resource: Resource::Table,
            effect: WriteEffect::Unchanged,
            old_size: bytes,
            new_size: bytes,
            lines: vec![line],
            units,
            arrives: engine.now,
        };
        let (table, key) = (write.table.clone(), key.cloned().unwrap_or_default());
        Trace::Write(Box::new(WriteTrace { table, key, arms: vec![arm], factor, units, rescued: None }))
    });
    let mut consumption = Consumption::of_table(&write.table, Direction::Write, units);
    if engine.watches_traffic() {
        consumption.touch(None, write.key.clone(), units);
    }
    Written { consumption, trace }
}

/// Writes, and tells what it cost. The factor is for the table's own arm (observed: indexes are charged once within a
/// transaction too).
pub(crate) fn apply(engine: &mut Engine, write: Write, factor: Factor) -> Written {
    let (now, period) = (engine.now, engine.options.physics.counters);
    let units = factor.applied_to(write.table_units());
    let Write { table: name, key, before, after, author } = write;
    let images = Images { before: before.as_ref(), after: after.as_ref() };
    let tracing = engine.tracing && author == Author::Request;
    let mut consumption = Consumption::of_table(&name, Direction::Write, units);
    let mut arms = Vec::new();
    if tracing {
        arms.push(WriteArm { units, ..table_arm(images, now) });
    }
    let watched = (author == Author::Request && engine.watches_traffic()).then(|| key.clone());
    let mut in_place = units;
    let arrival = arrival(engine, &name);
    let changes = write_base(engine, &name, key, images, (author, arrival));
    for (position, change) in changes.into_iter().enumerate() {
        let Some(Table { number, keys, indexes, .. }) = engine.catalogue.get_mut(&name) else { break };
        let Some(index) = indexes.get_mut(position) else { break };
        let lines = change_lines(&change, images);
        let rows = EntryRows::of(index, keys, &change, images);
        let units: Units = lines.iter().map(|line| line.units).sum();
        if watched.is_some() && !index.is_local() {
            touch_entries(&mut consumption, index, (&rows, &lines));
        }
        let (resource, arrives) = if index.is_local() {
            in_place += units;
            let resource = Resource::LocalIndex(index.definition.name.clone());
            index.counters.before_change(&index.entries, now, period);
            if let Some(arrival) = arrival {
                index.keep_replaced(&rows, arrival, now);
            }
            propagation::apply(index, rows);
            (resource, now)
        } else {
            let resource = Resource::GlobalIndex(index.definition.name.clone());
            let arrives = if rows.is_empty() {
                now
            } else {
                let lag = engine.options.physics.index_propagation.draw(&mut engine.random);
                enqueue(&mut engine.agenda, (&name, *number), index, rows, (now, lag))
            };
            (resource, arrives)
        };
        if tracing {
            arms.push(index_arm(resource.clone(), &change, lines, arrives));
        }
        consumption.charge(resource, units);
    }
    if let Some(key) = watched {
        consumption.touch(None, key, in_place);
    }
    let trace = tracing.then(|| traced(engine, (name, images), arms, (factor, consumption.total())));
    Written { consumption, trace }
}

/// The trace of a write, from its arms.
fn traced(
    engine: &Engine,
    (name, images): (Text, Images<'_>),
    arms: Vec<WriteArm>,
    (factor, units): (Factor, Units),
) -> Trace {
    let (before, after) = images.items();
    let table = engine.catalogue.get(&name);
    let key = table.zip(after.or(before)).map(|(table, item)| table.keys.key_of(item)).unwrap_or_default();
    let expiry = table.and_then(|table| table.expiry.as_ref());
    let rescued = expiry.and_then(|expiry| expiry.rescued(before?, after?, engine.now));
    Trace::Write(Box::new(WriteTrace { table: name, key, arms, factor, units, rescued }))
}

/// Notes which entries of a global index a write takes away and puts: a line of the sum for each.
fn touch_entries(consumption: &mut Consumption, index: &Index, (rows, lines): (&EntryRows, &[Line])) {
    for (key, line) in rows.keys().zip(lines) {
        consumption.touch(Some(index.definition.name.clone()), key.clone(), line.units);
    }
}

/// When a write of now reaches the followers of its partition; `None` where they have no lag.
fn arrival(engine: &mut Engine, name: &str) -> Option<Arrival> {
    let (now, lag) = (engine.now, engine.options.physics.replication);
    if lag == Span::exactly(Duration::ZERO) {
        return None;
    }
    Some(engine.catalogue.get_mut(name)?.followers.arrival(now, lag, &mut engine.lags))
}

/// What a write does to each index of its table.
type Changes = SmallVec<[Change; 1]>;

/// Stores or removes the base row, records the change in the table's stream, and computes what that means for every index.
fn write_base(
    engine: &mut Engine,
    name: &str,
    key: RowKey,
    images: Images<'_>,
    (author, arrival): (Author, Option<Arrival>),
) -> Changes {
    let (now, physics, limit) = (engine.now, engine.options.physics, engine.options.limits.partition_bytes);
    let (before, after) = images.items();
    let Some(table) = engine.catalogue.get_mut(name) else { return Changes::new() };
    table.counters.before_change(&table.items, now, physics.counters);
    let pass =
        note_write(table, &key, (before.map(|item| &**item), after.map(|item| &**item)), now, physics.expiry.scan);
    let change = |index: &Index| match index.follows(|| Some(key.clone())) {
        true => difference(before, after, &index.definition, &table.keys),
        false => Change::None,
    };
    let changes = table.indexes.iter().map(change).collect();
    let stream = table.stream.as_ref().filter(|stream| stream.enabled);
    let position = table.items.partition_of(&key);
    let stream = stream.map(|stream| (stream.name.clone(), position));
    if let Some(arrival) = arrival {
        table.followers.keep(key.clone(), table.items.get(&key).cloned(), arrival, now);
    }
    match images.after {
        Some(row) => {
            table.items.insert(key, row.clone());
        }
        None => {
            table.items.remove(&key);
        }
    }
    let full = after.is_some() && table.partition_bytes(None, position) > limit;
    if let Some(pass) = pass {
        plan_pass(engine, name, pass);
    }
    if let Some((stream, partition)) = stream {
        streams::record(engine, &stream, partition, (before, after), author);
    }
    if full {
        partitions::full(engine, name, None, position);
    }
    changes
}

/// The lines of an index's arm.
type Lines = SmallVec<[Line; 2]>;

/// Deleting at one key and putting at another are rounded apart (observed).
fn change_lines(change: &Change, images: Images<'_>) -> Lines {
    let size = |entry: &Arc<Item>| u64::from(images.size_of(entry));
    let single = |what, entry: &Arc<Item>| Line::single(CapacityKind::Write, what, size(entry));
    match change {
        Change::None => Lines::new(),
        Change::Put { new } => smallvec![single(What::IndexEntryPut, new)],
        Change::Delete { old } => smallvec![single(What::IndexEntryDeleted, old)],
        Change::Replace { old, new } => {
            smallvec![Line::change(What::IndexEntryReplaced, Some(size(old)), Some(size(new)))]
        }
        Change::Move { old, new } => smallvec![single(What::IndexEntryDeleted, old), single(What::IndexEntryPut, new)],
    }
}

fn effect_of(before: bool, after: bool) -> WriteEffect {
    match (before, after) {
        (false, false) => WriteEffect::Unchanged,
        (false, true) => WriteEffect::Put,
        (true, false) => WriteEffect::Deleted,
        (true, true) => WriteEffect::Replaced,
    }
}

fn table_arm(images: Images<'_>, now: Timestamp) -> WriteArm {
    let size = |row: &ItemRow| u64::from(row.size);
    let line = Line::change(What::TableItem, images.before.map(size), images.after.map(size));
    let effect = effect_of(images.before.is_some(), images.after.is_some());
    arm(Resource::Table, effect, images.items(), smallvec![line], now)
}

fn index_arm(resource: Resource, change: &Change, lines: Lines, arrives: Timestamp) -> WriteArm {
    let (effect, images) = match change {
        Change::None => (WriteEffect::Unchanged, (None, None)),
        Change::Put { new } => (WriteEffect::Put, (None, Some(new))),
        Change::Delete { old } => (WriteEffect::Deleted, (Some(old), None)),
        Change::Replace { old, new } => (WriteEffect::Replaced, (Some(old), Some(new))),
        Change::Move { old, new } => (WriteEffect::Moved, (Some(old), Some(new))),
    };
    arm(resource, effect, images, lines, arrives)
}

fn arm(
    resource: Resource,
    effect: WriteEffect,
    (old, new): (Option<&Arc<Item>>, Option<&Arc<Item>>),
    lines: Lines,
    arrives: Timestamp,
) -> WriteArm {
    let size = |item: &Arc<Item>| measured(item);
    let units = lines.iter().map(|line| line.units).sum();
    let lines = lines.into_vec();
    WriteArm { resource, effect, old_size: old.map(size), new_size: new.map(size), lines, units, arrives }
}

//! The one path every write takes: new image -> sizes -> base row -> stream record -> local entries (same step) -> global
//! queues -> arms.
//!
//! Who writes decides what the new image is; from there on all writes are alike.

use std::sync::Arc;

use hashrange_capacity::{CapacityKind, Factor, Line, Units, What, write_units_of_change};
use hashrange_index::{Change, IndexDefinition, difference};
use hashrange_store::RowKey;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use smallvec::{SmallVec, smallvec};

use crate::background::{enqueue, note_write, partitions, plan_pass, propagation, streams};
use crate::base_change::BaseChange;
use crate::entry_rows::{EntryRows, Images, measured};
use crate::fault::Fault;
use crate::followers::Arrival;
use crate::index::Index;
use crate::rows::ItemRow;
use crate::table::Table;
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
    pub(crate) fn table_units(&self, table: &Table) -> Units {
        let [before, after] = self.billed(table);
        table_units(before, after)
    }

    /// Bytes the item is billed for before and after.
    pub(crate) fn billed(&self, table: &Table) -> [Option<u32>; 2] {
        [&self.before, &self.after].map(|row| row.as_ref().map(|row| table.billed(&row.value, row.size)))
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
    let [bytes, _] = engine.catalogue.get(&write.table).map_or([None; 2], |table| write.billed(table));
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
            vector_bytes: 0,
            arrives: engine.now,
        };
        let (table, key) = (write.table.clone(), key.cloned().unwrap_or_default());
        let (number, rescued, followers) = (None, None, None);
        Trace::Write(Box::new(WriteTrace { number, table, key, arms: vec![arm], factor, units, rescued, followers }))
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
    engine.writes += 1;
    let number = engine.writes;
    let (now, period) = (engine.now, engine.options.physics.counters);
    let billed = engine.catalogue.get(&write.table).map_or([None; 2], |table| write.billed(table));
    let units = factor.applied_to(table_units(billed[0], billed[1]));
    let Write { table: name, key, before, after, author } = write;
    let images = Images { before: before.as_ref(), after: after.as_ref() };
    let tracing = engine.tracing && author == Author::Request;
    let mut consumption = Consumption::of_table(&name, Direction::Write, units);
    let mut arms = Vec::new();
    if tracing {
        arms.push(WriteArm { units, ..table_arm(images, billed, now) });
    }
    let watched = (author == Author::Request && engine.watches_traffic()).then(|| key.clone());
    let mut in_place = units;
    let arrival = arrival(engine, &name);
    let changes = write_base(engine, &name, key, images, (author, arrival, beyond(images, billed)));
    Fault::Write.may_strike();
    for (position, change) in changes.into_iter().enumerate() {
        let Some(Table { number: table_number, keys, indexes, .. }) = engine.catalogue.get_mut(&name) else { break };
        let Some(index) = indexes.get_mut(position) else { break };
        let lines = change_lines(&change, images, &index.definition);
        let rows = EntryRows::of(index, keys, &change, images);
        let units: Units = lines.iter().map(|line| line.units).sum();
        let is_vector = index.definition.vector().is_some();
        let bytes = if is_vector { vector_bytes(&change, &index.definition) } else { 0 };
        consumption.charge_vector(&index.definition.name, bytes);
        let sizes = if tracing { entry_sizes(&change, &index.definition) } else { (None, None) };
        if watched.is_some() && !index.is_local() && !is_vector {
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
            let name_of = index.definition.name.clone();
            let resource = if is_vector { Resource::VectorIndex(name_of) } else { Resource::GlobalIndex(name_of) };
            let arrives = if rows.is_empty() {
                now
            } else {
                let lag = engine.options.physics.index_propagation.draw(&mut engine.random);
                enqueue(&mut engine.agenda, (&name, *table_number), index, rows, (number, now, lag))
            };
            (resource, arrives)
        };
        if tracing {
            let arm = index_arm(resource.clone(), (&change, sizes), lines, arrives);
            arms.push(WriteArm { vector_bytes: bytes, ..arm });
        }
        consumption.charge(resource, units);
    }
    if let Some(key) = watched {
        consumption.touch(None, key, in_place);
    }
    let trace = tracing.then(|| traced(engine, (name, images), (arms, arrival), (factor, consumption.total())));
    Written { consumption, trace }
}

/// The trace of a write, from its arms.
fn traced(
    engine: &Engine,
    (name, images): (Text, Images<'_>),
    (arms, followers): (Vec<WriteArm>, Option<Arrival>),
    (factor, units): (Factor, Units),
) -> Trace {
    let (before, after) = images.items();
    let table = engine.catalogue.get(&name);
    let key = table.zip(after.or(before)).map(|(table, item)| table.keys.key_of(item)).unwrap_or_default();
    let expiry = table.and_then(|table| table.expiry.as_ref());
    let rescued = expiry.and_then(|expiry| expiry.rescued(before?, after?, engine.now));
    let number = Some(engine.writes);
    Trace::Write(Box::new(WriteTrace { number, table: name, key, arms, factor, units, rescued, followers }))
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

/// What changes of the bytes a table tells beyond those it stores.
fn beyond(images: Images<'_>, [before, after]: [Option<u32>; 2]) -> i64 {
    let of = |row: Option<&ItemRow>, billed: Option<u32>| {
        i64::from(billed.unwrap_or(0)) - i64::from(row.map_or(0, |row| row.size))
    };
    of(images.after, after) - of(images.before, before)
}

/// What a write does to each index of its table.
type Changes = SmallVec<[Change; 1]>;

/// Stores or removes the base row, records the change in the table's stream, and computes what that means for every index.
fn write_base(
    engine: &mut Engine,
    name: &str,
    key: RowKey,
    images: Images<'_>,
    (author, arrival, beyond): (Author, Option<Arrival>, i64),
) -> Changes {
    let (now, physics, limit) = (engine.now, engine.options.physics, engine.options.limits.partition_bytes);
    let (before, after) = images.items();
    let Some(table) = engine.catalogue.get_mut(name) else { return Changes::new() };
    table.counters.before_change(&table.items, now, physics.counters);
    table.counters.tell_beyond(beyond);
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
    if let Some((days, _)) = table.settings.recovery {
        let kept_from = now - Duration::from_days(u64::from(days));
        table.history.note(now, kept_from, key.clone(), images.before.cloned());
    }
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
    if let Some(noted) = &mut engine.log.changes {
        let (before, after) = (before.cloned(), after.cloned());
        noted.push(BaseChange::Item { table: Text::from(name), before, after, by_service: author == Author::Expiry });
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
fn change_lines(change: &Change, images: Images<'_>, index: &IndexDefinition) -> Lines {
    if index.vector().is_some() {
        // Charged by bytes.
        return Lines::new();
    }
    let size = |entry: &Arc<Item>| u64::from(images.size_of(entry, index));
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

/// Least bytes a write of an entry of a vector index is charged for (documented).
const LEAST_VECTOR_BYTES: usize = 1_024;

/// Bytes a change of an entry of a vector index is charged for: the larger of both images, and each of them where the
/// entry moves to another value of the partition key (observed).
fn vector_bytes(change: &Change, index: &IndexDefinition) -> u64 {
    let charged = |entry: &Arc<Item>| index.entry_size(entry).max(LEAST_VECTOR_BYTES) as u64;
    match change {
        Change::None => 0,
        Change::Put { new } => charged(new),
        Change::Delete { old } => charged(old),
        Change::Replace { old, new } => charged(old).max(charged(new)),
        Change::Move { old, new } => charged(old) + charged(new),
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

fn table_arm(images: Images<'_>, billed: [Option<u32>; 2], now: Timestamp) -> WriteArm {
    let [before, after] = billed.map(|bytes| bytes.map(u64::from));
    let line = Line::change(What::TableItem, before, after);
    let effect = effect_of(images.before.is_some(), images.after.is_some());
    let size = |item: &Arc<Item>| measured(item);
    let (old, new) = images.items();
    arm(Resource::Table, effect, (old.map(size), new.map(size)), smallvec![line], now)
}

fn index_arm(resource: Resource, (change, sizes): (&Change, Sizes), lines: Lines, arrives: Timestamp) -> WriteArm {
    let effect = match change {
        Change::None => WriteEffect::Unchanged,
        Change::Put { .. } => WriteEffect::Put,
        Change::Delete { .. } => WriteEffect::Deleted,
        Change::Replace { .. } => WriteEffect::Replaced,
        Change::Move { .. } => WriteEffect::Moved,
    };
    arm(resource, effect, sizes, lines, arrives)
}

/// Bytes before and after.
type Sizes = (Option<u32>, Option<u32>);

/// Bytes of an entry before and after a change.
fn entry_sizes(change: &Change, index: &IndexDefinition) -> Sizes {
    let size = |entry: &Arc<Item>| Some(u32::try_from(index.entry_size(entry)).unwrap_or(u32::MAX));
    match change {
        Change::None => (None, None),
        Change::Put { new } => (None, size(new)),
        Change::Delete { old } => (size(old), None),
        Change::Replace { old, new } | Change::Move { old, new } => (size(old), size(new)),
    }
}

fn arm(
    resource: Resource,
    effect: WriteEffect,
    (old_size, new_size): Sizes,
    lines: Lines,
    arrives: Timestamp,
) -> WriteArm {
    let units = lines.iter().map(|line| line.units).sum();
    let lines = lines.into_vec();
    WriteArm { resource, effect, old_size, new_size, lines, units, vector_bytes: 0, arrives }
}

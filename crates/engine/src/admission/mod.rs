//! Admission: whether a request may go ahead, before it changes anything, and what it takes when it is done.
//!
//! A request is admitted while no bucket it needs is in debt, and takes what it came to (a model). A write needs its table
//! and every global index it changes: an index short of write capacity throttles writes to the table (documented; that it
//! does so at once, not when its queue is long, is a model). A read of several partitions needs the first of them (a model).
//! Must not know requests. While throttling is off nothing here does anything.

mod meter;
mod reserve;
mod rules;

use std::sync::Arc;

use hashrange_capacity::{Units, write_units_of_change};
use hashrange_index::{Change, KeySchema, difference};
use hashrange_store::{Partition, RowKey, Space};
use hashrange_values::Item;
use hashrange_wire::{CapacityDirection, ServiceError, Throttled, ThrottlingReason, Wanted};

pub(crate) use meter::Meter;
pub use reserve::Reserve;
use rules::Rules;

use crate::index::Index;
use crate::table::Table;
use crate::throughput::Throughput;
use crate::write::Write;
use crate::{Consumption, Direction, Engine, Throttling, describe};

/// Whether anything can be throttled.
pub(crate) fn is_on(engine: &Engine) -> bool {
    engine.options.physics.throttling.mode != Throttling::Off
}

/// Refuses a read that begins in a partition of a table or index. Its position is asked for only while anything can be
/// throttled.
pub(crate) fn admit_read(
    engine: &Engine,
    table: &Table,
    index: Option<&Index>,
    position: impl FnOnce() -> usize,
    asked: Asked<'_>,
) -> Result<(), ServiceError> {
    if !is_on(engine) {
        return Ok(());
    }
    let metered =
        index.filter(|index| !index.is_local()).map_or(Metered::Table(table), |index| Metered::Index(table, index));
    refused(table, metered.shortage(engine, Direction::Read, position(), asked).into_iter().collect())
}

/// Refuses a write that its table or one of its global indexes has no throughput for.
pub(crate) fn admit_write(engine: &Engine, write: &Write) -> Result<(), ServiceError> {
    let Some(table) = engine.catalogue.get(&write.table).filter(|_| is_on(engine)) else { return Ok(()) };
    let mut reasons = Vec::new();
    let items = write.items();
    let asked = Asked { item: items.1.or(items.0).map(|item| &**item), units: Some(write.table_units(table)) };
    reasons.extend(Metered::Table(table).shortage(
        engine,
        Direction::Write,
        table.items.partition_of(&write.key),
        asked,
    ));
    for index in table.global_indexes().filter(|index| index.follows(|| Some(write.key.clone()))) {
        let change = difference(items.0, items.1, &index.definition, &table.keys);
        let positions = entries(&table.keys, index, &change).into_iter().map(|key| index.entries.partition_of(&key));
        let metered = Metered::Index(table, index);
        let asked = Asked { units: Some(units_of_change(&change)), ..asked };
        reasons.extend(positions.into_iter().find_map(|at| metered.shortage(engine, Direction::Write, at, asked)));
    }
    refused(table, reasons)
}

/// Refuses a write that its table has no throughput for, even to find out that its condition does not hold. Which indexes it
/// would have changed is not asked (a model).
pub(crate) fn admit_stopped(
    engine: &Engine,
    table: &Table,
    key: &RowKey,
    asked: Asked<'_>,
) -> Result<(), ServiceError> {
    if !is_on(engine) {
        return Ok(());
    }
    let position = table.items.partition_of(key);
    let shortage = Metered::Table(table).shortage(engine, Direction::Write, position, asked);
    refused(table, shortage.into_iter().collect())
}

/// Takes what was used from the buckets of the table and its indexes.
pub(crate) fn pay(engine: &mut Engine, used: &Consumption) {
    if used.touched.is_empty() || !is_on(engine) {
        return;
    }
    let (options, now) = (&engine.options, engine.now);
    let Some(table) = engine.catalogue.get_mut(&used.table) else { return };
    for touch in &used.touched {
        let index = match &touch.index {
            Some(name) => match table.index_mut(name) {
                Some(index) => Some(index),
                None => continue,
            },
            None => None,
        };
        let (throughput, meter, space) = match index {
            Some(index) => (&index.throughput, &mut index.meter, &index.entries),
            None => (&table.throughput, &mut table.meter, &table.items),
        };
        let Some(partition) = space.owner(&touch.key).map(Partition::number) else { continue };
        let rules = Rules::of((throughput, meter), used.direction, space.partitions().len(), options, now);
        meter.take(used.direction, &rules, (partition, touch.units), now);
    }
}

/// What is left of a global index's write throughput, for filling the index; `None` while nothing is throttled.
pub(crate) fn spare_writes(engine: &Engine, table: &str, index: &str) -> Option<Units> {
    let index = engine.catalogue.get(table).filter(|_| is_on(engine))?.index(index)?;
    let (metered, now) = ((&index.throughput, &index.meter), engine.now);
    let rules = Rules::of(metered, Direction::Write, index.entries.partitions().len(), &engine.options, now);
    Some(index.meter.left(Direction::Write, &rules, now).0)
}

/// Credits what a table and its global indexes have saved so far, before their throughput changes.
pub(crate) fn settle(engine: &mut Engine, table: &str) {
    if !is_on(engine) {
        return;
    }
    let (options, now) = (&engine.options, engine.now);
    let Some(table) = engine.catalogue.get_mut(table) else { return };
    let credit = |throughput: &Throughput, meter: &mut Meter, partitions: usize| {
        for direction in [Direction::Read, Direction::Write] {
            let rules = Rules::of((throughput, meter), direction, partitions, options, now);
            meter.settle(direction, &rules, now);
        }
    };
    credit(&table.throughput, &mut table.meter, table.items.partitions().len());
    for index in table.indexes.iter_mut().filter(|index| !index.is_local()) {
        credit(&index.throughput, &mut index.meter, index.entries.partitions().len());
    }
}

/// The entries that a change of an index takes away and puts.
pub(crate) fn entries(keys: &KeySchema, index: &Index, change: &Change) -> Vec<RowKey> {
    let key = |entry: &Arc<Item>| index.row_key(entry, keys);
    match change {
        Change::None => Vec::new(),
        Change::Put { new } | Change::Replace { new, .. } => key(new).into_iter().collect(),
        Change::Delete { old } => key(old).into_iter().collect(),
        Change::Move { old, new } => key(old).into_iter().chain(key(new)).collect(),
    }
}

fn refused(table: &Table, mut reasons: Vec<ThrottlingReason>) -> Result<(), ServiceError> {
    if reasons.is_empty() {
        return Ok(());
    }
    let first = reasons.remove(0);
    let on_demand = table.throughput.in_force().is_none();
    Err(ServiceError::Throttled(Box::new(Throttled { on_demand, first, others: reasons })))
}

/// Write units of a change of an index: deleting at one key and putting at another are rounded apart (observed).
fn units_of_change(change: &Change) -> Units {
    let of = |old: Option<&Arc<Item>>, new: Option<&Arc<Item>>| {
        let size = |entry: &Arc<Item>| entry.item_size() as u64;
        write_units_of_change(old.map(size), new.map(size))
    };
    match change {
        Change::None => Units::ZERO,
        Change::Put { new } => of(None, Some(new)),
        Change::Delete { old } => of(Some(old), None),
        Change::Replace { old, new } => of(Some(old), Some(new)),
        Change::Move { old, new } => of(Some(old), None) + of(None, Some(new)),
    }
}

/// What a request asks of a table or index, as far as it is known before.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked<'a> {
    /// The item or its key.
    pub(crate) item: Option<&'a Item>,
    pub(crate) units: Option<Units>,
}

/// Something with throughput of its own.
#[derive(Clone, Copy)]
enum Metered<'a> {
    Table(&'a Table),
    Index(&'a Table, &'a Index),
}

impl<'a> Metered<'a> {
    fn parts(self) -> (&'a Throughput, &'a Meter, &'a Space<Arc<Item>>) {
        match self {
            Self::Table(table) => (&table.throughput, &table.meter, &table.items),
            Self::Index(_, index) => (&index.throughput, &index.meter, &index.entries),
        }
    }

    /// The bound that stops a request at the partition of this position.
    fn shortage(
        self,
        engine: &Engine,
        direction: Direction,
        position: usize,
        asked: Asked<'_>,
    ) -> Option<ThrottlingReason> {
        let (throughput, meter, space) = self.parts();
        let rules = Rules::of((throughput, meter), direction, space.partitions().len(), &engine.options, engine.now);
        let partition = space.partitions().get(position)?.number();
        let cause = meter.shortage(direction, &rules, partition, engine.now)?;
        let direction = match direction {
            Direction::Read => CapacityDirection::Read,
            Direction::Write => CapacityDirection::Write,
        };
        let (table, index) = match self {
            Self::Table(table) => (table, None),
            Self::Index(table, index) => (table, Some(index.definition.name.to_string())),
        };
        let arn = describe::table_arn(&table.name, &engine.options);
        let resource = index.as_ref().map_or(arn.clone(), |index| format!("{arn}/index/{index}"));
        let wanted = Wanted {
            partition,
            key: asked.item.map(|item| table.keys.key_of(item)),
            half_units: asked.units.map(Units::as_halves),
        };
        Some(ThrottlingReason { cause, direction, index, resource, wanted })
    }
}

//! Admission: whether a request may go ahead, before it changes anything, and what it takes when it is done.
//!
//! A request is admitted while no bucket it needs is in debt, and takes what it came to (a model). A write needs its table
//! and every global index it changes: an index short of write capacity throttles writes to the table (documented; that it
//! does so at once, not when its queue is long, is a model). A read of several partitions needs the first of them (a model).
//! Must not know requests. While throttling is off nothing here does anything.

use std::sync::Arc;

use hashrange_capacity::{Units, write_units_of_change};
use hashrange_index::{Change, KeySchema, difference};
use hashrange_store::RowKey;
use hashrange_values::Item;
use hashrange_wire::{ServiceError, Throttled, ThrottlingReason};

use crate::rules::metered::{Asked, Metered};
use crate::service::write::Write;
use crate::state::context::Context;
use crate::state::index::Index;
use crate::state::log::consumption::Direction;
use crate::state::table::Table;

/// Refuses a read that begins in a partition of a table or index. Its position is asked for only while anything can be
/// throttled.
pub(crate) fn admit_read(
    context: Context<'_>,
    table: &Table,
    index: Option<&Index>,
    position: impl FnOnce() -> usize,
    asked: Asked<'_>,
) -> Result<(), ServiceError> {
    if !context.throttles() {
        return Ok(());
    }
    let metered =
        index.filter(|index| !index.is_local()).map_or(Metered::Table(table), |index| Metered::Index(table, index));
    refused(table, metered.shortage(context, Direction::Read, position(), asked).into_iter().collect())
}

/// Refuses a write that its table or one of its global indexes has no throughput for.
pub(crate) fn admit_write(context: Context<'_>, table: &Table, write: &Write) -> Result<(), ServiceError> {
    if !context.throttles() {
        return Ok(());
    }
    let mut reasons = Vec::new();
    let items = write.items();
    let asked = Asked { item: items.1.or(items.0).map(|item| &**item), units: Some(write.table_units(table)) };
    reasons.extend(Metered::Table(table).shortage(
        context,
        Direction::Write,
        table.items.partition_of(&write.key),
        asked,
    ));
    for index in table.global_indexes().filter(|index| index.follows(|| Some(write.key.clone()))) {
        let change = difference(items.0, items.1, &index.definition, &table.keys);
        let positions = entries(&table.keys, index, &change).into_iter().map(|key| index.entries.partition_of(&key));
        let metered = Metered::Index(table, index);
        let asked = Asked { units: Some(units_of_change(&change)), ..asked };
        reasons.extend(positions.into_iter().find_map(|at| metered.shortage(context, Direction::Write, at, asked)));
    }
    refused(table, reasons)
}

/// Refuses a write that its table has no throughput for, even to find out that its condition does not hold. Which indexes it
/// would have changed is not asked (a model).
pub(crate) fn admit_stopped(
    context: Context<'_>,
    table: &Table,
    key: &RowKey,
    asked: Asked<'_>,
) -> Result<(), ServiceError> {
    if !context.throttles() {
        return Ok(());
    }
    let position = table.items.partition_of(key);
    let shortage = Metered::Table(table).shortage(context, Direction::Write, position, asked);
    refused(table, shortage.into_iter().collect())
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

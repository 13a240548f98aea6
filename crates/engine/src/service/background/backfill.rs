//! Filling an index that was added to a table in use: a cursor over the table in bounded steps.
//!
//! A row the cursor has passed is the live writes' business from then on; a row ahead of it is met as it is then. So
//! nothing is written twice and nothing is missed. Reading the table is free; the entries are write units of the index
//! (documented, until it was not: see `BuildView::units`), and its write capacity bounds the pace. Where throughput is
//! short, live writes come first and filling takes what they leave of the index's (a model); it does not look at single
//! partitions, so that skewed keys may starve live writes there (documented as a danger). Otherwise the rows are spread
//! evenly over the time that filling takes at least (a model; observed is only that time, even of an empty table).

use std::collections::BTreeSet;
use std::sync::Arc;

use hashrange_capacity::{Units, write_units_of_change};
use hashrange_index::{IndexDefinition, KeySchema, entry, violation};
use hashrange_store::{KeyRange, RowKey};
use hashrange_time::Duration;
use hashrange_values::{Item, Text};

use crate::service::background::{changes, partitions};
use crate::service::fault::Fault;
use crate::service::payment;
use crate::state::images::Images;
use crate::state::index::Index;
use crate::state::index_life::{Backfill, IndexLife};
use crate::state::log::consumption::{Consumption, Direction};
use crate::state::log::event::EventKind;
use crate::state::rows::ItemRow;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// Rows one step passes at most.
const MOST_ROWS: u64 = 2_000;
/// Rows a second that are read, whether or not they qualify (a model).
const ROWS_PER_SECOND: u64 = 10_000;

/// What a row means for the index.
enum Met {
    Entry(Arc<Item>),
    Violation(hashrange_index::Violation),
    Nothing,
}

/// What one step found.
#[derive(Default)]
struct Found {
    rows: Vec<(RowKey, ItemRow)>,
    /// Whether it ended for want of write units.
    starved: bool,
}

/// What bounds one step.
#[derive(Clone, Copy)]
struct Bound {
    /// Rows passed at most.
    rows: u64,
    /// Whether units bound it as well.
    by_units: bool,
}

/// Fills the index a little further, and comes back for the rest.
#[inline(never)]
pub(super) fn step(table: &mut Table, around: &mut Surroundings, index_name: Text) {
    let (now, pace) = (around.now, around.options.physics.index_update.backfill_step);
    let limit = around.options.limits.partition_bytes;
    let (table_name, items) = (table.name.clone(), table.items.len() as u64);
    let Some(position) = table.indexes.iter().position(|index| index.definition.name == index_name) else { return };
    let Some(index) = table.indexes.get_mut(position) else { return };
    let spare = payment::spare_writes(index, around.context()).filter(|_| !pace.is_zero());
    if !matches!(index.life, IndexLife::Backfilling(_)) {
        return;
    }
    // Taken out while the table is read; nobody sees the index meanwhile.
    let IndexLife::Backfilling(mut fill) = std::mem::replace(&mut index.life, IndexLife::Allocating) else { return };
    let (entries_before, units_before, rows_before) = (fill.entries, fill.units, fill.rows);
    earn(&mut fill, index.throughput.write_units(), pace);
    if let Some(spare) = spare {
        // One unit stays: the next live write finds it.
        fill.credit = fill.credit.min(i64::try_from(spare.rounded_up()).unwrap_or(i64::MAX).saturating_sub(1));
    }
    index.counters.before_change(&index.entries, now, around.options.physics.counters);
    let (rows, wait) = stride(items.saturating_sub(fill.rows), fill.ready - now, pace);
    let found = read(table, position, &mut fill, Bound { rows, by_units: !pace.is_zero() });
    let Some(index) = table.indexes.get_mut(position) else { return };
    let mut full = BTreeSet::new();
    let mut used = Consumption::of_table(&table_name, Direction::Write, Units::ZERO);
    for (key, row) in found.rows {
        if spare.is_some() {
            used.touch(Some(index_name.clone()), key.clone(), write_units_of_change(None, Some(u64::from(row.size))));
        }
        let position = index.put_entry(key, row);
        full.extend((index.partition_bytes(position) > limit).then_some(position));
    }
    Fault::Backfill.may_strike();
    let (complete, ready, passed, throttled) = (fill.is_complete(), fill.ready, fill.rows, found.starved);
    let (entries, units) = (fill.entries - entries_before, fill.units - units_before);
    index.life = IndexLife::Backfilling(fill);
    payment::pay(table, around.context(), &used);
    for position in full {
        partitions::full(table, around, Some(&index_name), position);
    }
    if complete {
        changes::filling_due(table, around, &index_name, ready);
    } else {
        let task = Task::Backfill { table: table_name.clone(), number: table.number, index: index_name.clone() };
        around.agenda.schedule(now + if throttled { pace } else { wait }, task);
    }
    if passed > rows_before || throttled {
        let (table, index) = (table_name, index_name);
        around.record(EventKind::Backfilled { table, index, entries, units, passed, items, throttled });
    }
}

/// Adds the units of one step. What is not used is not kept; a debt is.
fn earn(fill: &mut Backfill, units_per_second: u64, pace: Duration) {
    let share = u128::from(units_per_second) * u128::from(pace.micros()) / 1_000_000;
    let share = i64::try_from(share).unwrap_or(i64::MAX).max(1);
    fill.credit = fill.credit.saturating_add(share).min(share);
}

/// How many rows a step passes at most, and when the next one is due unless units are short. The end counts as one more row,
/// so that it is met when the index may be ready.
fn stride(rows: u64, left: Duration, pace: Duration) -> (u64, Duration) {
    if pace.is_zero() {
        return (MOST_ROWS, pace);
    }
    let most = (ROWS_PER_SECOND * pace.micros() / 1_000_000).clamp(1, MOST_ROWS);
    let each = left.micros() / (rows + 1);
    if each == 0 {
        return (most, pace);
    }
    let rows = pace.micros().div_ceil(each).min(most);
    (rows, pace.max(Duration::from_micros(each) * rows))
}

/// Passes rows as far as units and the step's bound allow; the entries are not written yet.
fn read(table: &Table, position: usize, fill: &mut Backfill, bound: Bound) -> Found {
    let mut found = Found::default();
    let Some(index) = table.indexes.get(position) else { return found };
    let range = match fill.cursor() {
        Some(cursor) => KeyRange::all().after(cursor),
        None => KeyRange::all(),
    };
    for (rows, step) in (0..).zip(table.items.walk(&range, true)) {
        if rows == bound.rows {
            return found;
        }
        if bound.by_units && fill.credit <= 0 {
            found.starved = true;
            return found;
        }
        match meet(&step.row.value, &index.definition, &table.keys) {
            Met::Entry(entry) => found.rows.extend(write(index, table, fill, step.row, &entry)),
            Met::Violation(violation) => fill.leave_out(table.keys.key_of(&step.row.value), violation),
            Met::Nothing => {}
        }
        fill.pass(step.key.clone());
    }
    fill.complete();
    found
}

/// Items that lack a key attribute are simply not in the index; those that have it wrong violate it (documented).
fn meet(item: &Arc<Item>, definition: &IndexDefinition, table_keys: &KeySchema) -> Met {
    if let Some(violation) = violation(item, definition) {
        return Met::Violation(violation);
    }
    entry(item, definition, table_keys).map_or(Met::Nothing, Met::Entry)
}

/// The row of an entry, paid for.
fn write(
    index: &Index,
    table: &Table,
    fill: &mut Backfill,
    item: &ItemRow,
    entry: &Arc<Item>,
) -> Option<(RowKey, ItemRow)> {
    let images = Images { before: None, after: Some(item) };
    let (key, row) = images.row_of(index, &table.keys, entry)?;
    let units: Units = write_units_of_change(None, Some(u64::from(row.size)));
    fill.entries += 1;
    fill.units += units;
    fill.credit = fill.credit.saturating_sub(i64::try_from(units.rounded_up()).unwrap_or(i64::MAX));
    Some((key, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_spread_over_the_time_that_filling_takes() {
        let (second, step) = (Duration::from_seconds(1), Duration::from_millis(100));
        assert_eq!(stride(4, second * 5, step), (1, second), "few rows: one after the other");
        assert_eq!(stride(999, second * 5, step), (20, step), "many: some in each step");
        assert_eq!(stride(100_000, second * 5, step), (1_000, step), "very many: as fast as they can be read");
        assert_eq!(stride(9, Duration::ZERO, step), (1_000, step), "late: as fast as well");
        assert_eq!(stride(9, second, Duration::ZERO), (MOST_ROWS, Duration::ZERO));
    }
}

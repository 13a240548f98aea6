//! Backfills an index that was added to an existing table: a cursor moves over the table in bounded steps.
//!
//! Live writes maintain the entries of rows that the cursor has passed. The cursor reads a row ahead of it as the row
//! is at that time. So nothing is written twice and nothing is missed. Reading the table is free. The entries cost
//! write units of the index (documented: index-online-2023; the current page leaves it out: see `BuildView::units`).
//! The index's write capacity limits the pace. If throughput is short, live writes come first, and the backfill uses
//! what they leave of the index's capacity (a model). It ignores the throughput of single partitions, so that skewed
//! keys may starve live writes there (a danger documented: index-online). Otherwise the rows are spread evenly over the
//! minimum time of a backfill (a model; only that time is observed: index-build-times, even of an empty table).

use std::num::NonZeroU64;
use std::sync::Arc;

use hashrange_capacity::{Units, write_units_of_change};
use hashrange_index::{IndexDefinition, KeySchema, entry, violation};
use hashrange_store::{KeyRange, RowKey};
use hashrange_time::Duration;
use hashrange_values::{Item, Text, to_set};

use crate::service::background::{changes, partitions};
use crate::service::fault::Fault;
use crate::service::payment;
use crate::state::images::Images;
use crate::state::index::Index;
use crate::state::index_life::{Backfill, IndexLife};
use crate::state::log::consumption::{Consumption, Direction};
use crate::state::log::event::EventKind;
use crate::state::rows::ItemRow;
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

/// The maximum number of rows per step: a few milliseconds of work, during which nothing else happens.
const MOST_ROWS: u64 = 256;
/// Rows read per second, whether or not they qualify (a model).
const ROWS_PER_SECOND: u64 = 10_000;
/// The time between two steps where physics has no delays (a model): requests find their turn between them.
pub(super) const UNDELAYED_STEP: Duration = Duration::from_micros(128);
/// The number of rows up to which there is no such time: a small table is ready at once.
pub(super) const AT_ONCE: u64 = 4 * MOST_ROWS;

/// A write unit as a backfill counts it, in millionths: a short step earns a part of one.
const UNIT: i64 = 1_000_000;

/// The effect of a row on the index.
enum Met {
    Entry(Arc<Item>),
    Violation(hashrange_index::Violation),
    Nothing,
}

/// The result of one step.
#[derive(Default)]
struct StepRows {
    rows: Vec<(RowKey, ItemRow)>,
    /// Whether the step ran out of write capacity.
    starved: bool,
}

/// The progress of a backfill.
struct BackfillProgress {
    /// Number of passed rows.
    rows: u64,
    /// Number of written entries.
    entries: u64,
    /// Write units of those entries.
    units: Units,
}

impl BackfillProgress {
    fn of(fill: &Backfill) -> Self {
        Self {
            rows: fill.rows,
            entries: fill.entries,
            units: fill.units,
        }
    }
}

/// The bounds of one step.
#[derive(Clone, Copy)]
struct Bound {
    /// The maximum number of rows.
    rows: u64,
    /// Whether write units also limit the step.
    by_units: bool,
}

/// Backfills one step of the index, and schedules the next.
pub(super) fn step(table: &mut Table, shared: &mut SharedState, index_name: Text) {
    let items = table.items.len() as u64;
    let is_wanted = |index: &Index| index.definition.name == index_name;
    let Some(position) = table.indexes.iter().position(is_wanted) else {
        return;
    };
    let Some(index) = table.indexes.get_mut(position) else {
        return;
    };
    let spare = payment::spare_writes(index, shared.context());
    let Some(mut fill) = take_fill(index) else { return };
    let (left, span) = (items.saturating_sub(fill.rows), fill.ready - shared.now);
    let pace = bounded(shared.options.physics.index_update.backfill_step, left, span);
    let spare = spare.filter(|_| !pace.is_zero());
    let start = BackfillProgress::of(&fill);
    earn(&mut fill, index.throughput.write_units(), pace, spare);
    index
        .counters
        .before_change(&index.entries, shared.now, shared.options.physics.counters);
    let (rows, wait) = match pace.is_zero() {
        true if items <= AT_ONCE => (MOST_ROWS, Duration::ZERO),
        true => (MOST_ROWS, UNDELAYED_STEP),
        false => stride(left, span, pace),
    };
    let by_units = !pace.is_zero();
    let found = read(table, position, &mut fill, Bound { rows, by_units });
    let Some(index) = table.indexes.get_mut(position) else {
        return;
    };
    let mut used = Consumption::of_table(&table.name, Direction::Write, Units::ZERO);
    if spare.is_some() {
        touch_entries(&mut used, &index_name, &found.rows);
    }
    let full = put_entries(index, found.rows, shared.options.limits.partition_bytes);
    Fault::Backfill.may_strike();
    let (complete, ready, end) = (fill.is_complete(), fill.ready, BackfillProgress::of(&fill));
    index.life = IndexLife::Backfilling(fill);
    payment::pay(table, shared.context(), &used);
    for position in full {
        partitions::full(table, shared, Some(&index_name), position);
    }
    if complete {
        changes::filling_due(table, shared, &index_name, ready);
    } else {
        let wait = if found.starved { pace } else { wait };
        schedule(table, shared, &index_name, wait);
    }
    if end.rows > start.rows || found.starved {
        shared.record(EventKind::Backfilled {
            table: table.name.clone(),
            index: index_name,
            entries: end.entries - start.entries,
            units: end.units - start.units,
            passed: end.rows,
            items,
            throttled: found.starved,
        });
    }
}

/// Moves the state of the backfill out of its index while the table is read; nothing accesses the index meanwhile.
/// `None` if the index is not being filled.
fn take_fill(index: &mut Index) -> Option<Box<Backfill>> {
    if !matches!(index.life, IndexLife::Backfilling(_)) {
        return None;
    }
    match std::mem::replace(&mut index.life, IndexLife::Allocating) {
        IndexLife::Backfilling(fill) => Some(fill),
        _ => None,
    }
}

/// Notes the write units of the entries, which are charged to the index's throughput.
fn touch_entries(used: &mut Consumption, index: &Text, rows: &[(RowKey, ItemRow)]) {
    for (key, row) in rows {
        let units = write_units_of_change(None, Some(u64::from(row.size)));
        used.touch(Some(index.clone()), key.clone(), units);
    }
}

/// Writes the entries. Returns the positions of the partitions that are now too large.
fn put_entries(index: &mut Index, rows: Vec<(RowKey, ItemRow)>, limit: u64) -> Vec<usize> {
    let mut full = Vec::new();
    for (key, row) in rows {
        let position = index.put_entry(key, row);
        full.extend((index.partition_bytes(position) > limit).then_some(position));
    }
    to_set(full)
}

/// Schedules the next step.
fn schedule(table: &Table, shared: &mut SharedState, index: &Text, wait: Duration) {
    let task = Task::Backfill {
        table: table.name.clone(),
        number: table.number,
        index: index.clone(),
    };
    shared.agenda.schedule(shared.now + wait, task);
}

/// Adds the units of one step. Unused units expire; a debt remains. Live writes come first: only spare units count.
fn earn(fill: &mut Backfill, units_per_second: u64, pace: Duration, spare: Option<Units>) {
    let share = i64::try_from(u128::from(units_per_second) * u128::from(pace.micros())).unwrap_or(i64::MAX);
    fill.credit = fill.credit.saturating_add(share).min(share.max(UNIT));
    if let Some(spare) = spare {
        // Leaves one unit for the next live write.
        let spare = i64::try_from(spare.rounded_up()).unwrap_or(i64::MAX);
        fill.credit = fill.credit.min(spare.saturating_sub(1).saturating_mul(UNIT));
    }
}

/// The time between two steps, shortened so that no step has more rows than one may have.
fn bounded(pace: Duration, rows: u64, left: Duration) -> Duration {
    let fastest = ROWS_PER_SECOND * pace.micros() / 1_000_000;
    let each = left.micros() / (rows + 1);
    let wanted = fastest.min(pace.micros().div_ceil(each.max(1))).min(rows);
    match NonZeroU64::new(wanted) {
        Some(wanted) if wanted.get() > MOST_ROWS => pace.scaled(MOST_ROWS, wanted),
        _ => pace,
    }
}

/// The maximum number of rows of a step, and the wait until the next step unless units run out. The end of the table
/// counts as one more row, so that the step reaches it when the index can become ready.
fn stride(rows: u64, left: Duration, pace: Duration) -> (u64, Duration) {
    let most = (ROWS_PER_SECOND * pace.micros() / 1_000_000).clamp(1, MOST_ROWS);
    let each = left.micros() / (rows + 1);
    if each == 0 {
        return (most, pace);
    }
    let rows = pace.micros().div_ceil(each).min(most);
    (rows, pace.max(Duration::from_micros(each) * rows))
}

/// Passes rows within the limits of units and of the step. Does not write the entries yet.
fn read(table: &Table, position: usize, fill: &mut Backfill, bound: Bound) -> StepRows {
    let mut found = StepRows::default();
    let Some(index) = table.indexes.get(position) else {
        return found;
    };
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

/// An item that lacks a key attribute is not in the index; an item with an invalid key attribute violates it
/// (documented: index-online).
fn meet(item: &Arc<Item>, definition: &IndexDefinition, table_keys: &KeySchema) -> Met {
    if let Some(violation) = violation(item, definition) {
        return Met::Violation(violation);
    }
    entry(item, definition, table_keys).map_or(Met::Nothing, Met::Entry)
}

/// The row of an entry. Charges its units to the credit of the backfill.
fn write(
    index: &Index,
    table: &Table,
    fill: &mut Backfill,
    item: &ItemRow,
    entry: &Arc<Item>,
) -> Option<(RowKey, ItemRow)> {
    let images = Images {
        before: None,
        after: Some(item),
    };
    let (key, row) = images.row_of(index, &table.keys, entry)?;
    let units: Units = write_units_of_change(None, Some(u64::from(row.size)));
    fill.entries += 1;
    fill.units += units;
    let price = i64::try_from(units.rounded_up()).unwrap_or(i64::MAX);
    fill.credit = fill.credit.saturating_sub(price.saturating_mul(UNIT));
    Some((key, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_spread_over_the_time_that_filling_takes() {
        let (second, step) = (Duration::from_seconds(1), Duration::from_millis(100));
        assert_eq!(
            stride(4, second * 5, step),
            (1, second),
            "few rows: one after the other"
        );
        assert_eq!(stride(999, second * 5, step), (20, step), "many: some in each step");
    }

    #[test]
    #[allow(clippy::expect_used, reason = "a number that is not zero")]
    fn no_step_has_many_rows() {
        let (second, step) = (Duration::from_seconds(1), Duration::from_millis(100));
        assert_eq!(bounded(step, 999, second * 5), step, "twenty in each step");
        let short = Duration::from_micros(25_600);
        assert_eq!(bounded(step, 100_000, second * 5), short, "as fast as they can be read");
        assert_eq!(stride(100_000, second * 5, short), (MOST_ROWS, short));
        let shorter = step.scaled(256, NonZeroU64::new(900).expect("rows"));
        assert_eq!(bounded(step, 900, Duration::ZERO), shorter, "late: all that is left");
        assert_eq!(bounded(step, 256, Duration::ZERO), step, "what fits into a step");
        assert_eq!(bounded(Duration::ZERO, 900, second), Duration::ZERO);
    }
}

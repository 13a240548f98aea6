//! The throughput that writes consume, separately for the table and for each of its indexes: each is an arm.
//!
//! Must not know how a write is planned, nor which bucket is charged.

use hashrange_capacity::{CapacityKind, Factor, Line, Units, What};
use hashrange_index::IndexKind;
use hashrange_store::RowKey;

use crate::rules::write_plan::{EntryPlan, Sizes, WritePlan, table_units};
use crate::state::author::Author;
use crate::state::context::Context;
use crate::state::index::Index;
use crate::state::log::consumption::{Consumption, Direction, Resource};
use crate::state::table::Table;

/// The capacity that a planned write consumes. The factor applies only to the table's own arm
/// (observed: transaction-index-units, indexes are charged once within a transaction too).
pub(crate) fn used(plan: &WritePlan, table: &Table, factor: Factor, context: Context<'_>) -> Consumption {
    let watched = plan.author == Author::Request && context.watches_traffic();
    let mut used = Consumption::of_table(&table.name, Direction::Write, factor.applied_to(plan.item.units()));
    let mut in_place = used.total();
    for (index, entry) in table.indexes.iter().zip(&plan.entries) {
        let units = entry.units();
        used.charge_vector(&index.definition.name, entry.vector_bytes);
        if index.is_local() {
            in_place += units;
        } else if watched && index.definition.vector().is_none() {
            touch_entries(&mut used, index, entry);
        }
        used.charge(resource(index), units);
    }
    if watched {
        used.touch(None, plan.key.clone(), in_place);
    }
    used
}

/// The resource that is charged for an index.
pub(crate) fn resource(index: &Index) -> Resource {
    let name = index.definition.name.clone();
    match index.definition.kind {
        IndexKind::Local => Resource::LocalIndex(name),
        IndexKind::Global => Resource::GlobalIndex(name),
        IndexKind::Vector(_) => Resource::VectorIndex(name),
    }
}

/// Notes the entries of a global index that a write removes and puts, with one cost line for each.
fn touch_entries(used: &mut Consumption, index: &Index, entry: &EntryPlan) {
    for (key, line) in entry.rows.keys().zip(&entry.lines) {
        used.touch(Some(index.definition.name.clone()), key.clone(), line.units);
    }
}

/// The capacity that a write with a failed condition consumes: as much as a successful write
/// (documented: capacity-units, by example).
pub(crate) fn stopped(context: Context<'_>, table: &Table, key: &RowKey, [before, attempted]: Sizes) -> Consumption {
    of_row(context, table, key, table_units(before, attempted))
}

/// The capacity that a condition check of a transaction consumes: as much as a write that leaves the item unchanged
/// (observed: condition-check-units).
pub(crate) fn checked(context: Context<'_>, table: &Table, plan: &WritePlan) -> Consumption {
    of_row(
        context,
        table,
        &plan.key,
        CHECK_FACTOR.applied_to(checked_line(plan).units),
    )
}

/// The factor in the cost line of a check.
pub(crate) const CHECK_FACTOR: Factor = Factor::TransactionalWrite;

/// The only cost line of a check.
pub(crate) fn checked_line(plan: &WritePlan) -> Line {
    let [bytes, _] = plan.item.billed;
    Line::single(
        CapacityKind::Write,
        What::ConditionCheckedItem,
        bytes.unwrap_or(0).into(),
    )
}

fn of_row(context: Context<'_>, table: &Table, key: &RowKey, units: Units) -> Consumption {
    let mut used = Consumption::of_table(&table.name, Direction::Write, units);
    if context.watches_traffic() {
        used.touch(None, key.clone(), units);
    }
    used
}

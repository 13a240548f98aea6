//! The trace of a write, derived from its plan.
//!
//! Must not know how the write was applied, except when its entries arrive.

use hashrange_capacity::{Factor, Line, Units, What};
use hashrange_index::Change;
use hashrange_time::Timestamp;
use hashrange_values::Item;

use crate::rules::write_cost::{CHECK_FACTOR, checked_line, resource};
use crate::rules::write_plan::{EntryPlan, ItemPlan, Sizes, WritePlan};
use crate::state::followers::Arrival;
use crate::state::log::consumption::Resource;
use crate::state::log::trace::{Trace, WriteArm, WriteEffect, WriteTrace};
use crate::state::rows::measured;
use crate::state::table::Table;

/// Facts about a write after it is applied.
pub(crate) struct Applied<'a> {
    /// The number of the write.
    pub(crate) number: u64,
    pub(crate) now: Timestamp,
    pub(crate) factor: Factor,
    /// Units of all arms.
    pub(crate) units: Units,
    /// When the write reaches the followers.
    pub(crate) followers: Option<Arrival>,
    /// When the write reaches each index, in the table's order.
    pub(crate) arrives: &'a [Timestamp],
}

/// The trace of a write that was applied.
pub(crate) fn of_write(table: &Table, item: &ItemPlan, entries: &[EntryPlan], applied: &Applied<'_>) -> Trace {
    let Applied {
        number,
        now,
        factor,
        units,
        followers,
        arrives,
    } = *applied;
    let (before, after) = item.items();
    let of_indexes = table
        .indexes
        .iter()
        .zip(entries)
        .zip(arrives)
        .map(|((index, entry), arrives)| WriteArm {
            vector_bytes: entry.vector_bytes,
            ..arm(
                resource(index),
                effect(&entry.change),
                entry.sizes(&index.definition),
                entry.lines.to_vec(),
                *arrives,
            )
        });
    let own = WriteArm {
        units: factor.applied_to(item.units()),
        ..table_arm(item, now)
    };
    let arms = std::iter::once(own).chain(of_indexes).collect();
    let key = after.or(before).map(|item| table.keys.key_of(item)).unwrap_or_default();
    let rescued = table
        .expiry
        .as_ref()
        .and_then(|expiry| expiry.rescued(before?, after?, now));
    let (number, table) = (Some(number), table.name.clone());
    Trace::Write(Box::new(WriteTrace {
        number,
        table,
        key,
        arms,
        factor,
        units,
        rescued,
        followers,
    }))
}

/// The trace of a condition check.
pub(crate) fn of_check(table: &Table, plan: &WritePlan, key: Option<&Item>, now: Timestamp) -> Trace {
    let (line, factor) = (checked_line(plan), CHECK_FACTOR);
    let units = factor.applied_to(line.units);
    let arm = WriteArm {
        units,
        ..arm(
            Resource::Table,
            WriteEffect::Unchanged,
            plan.item.billed,
            vec![line],
            now,
        )
    };
    let (table, key) = (table.name.clone(), key.cloned().unwrap_or_default());
    let (number, rescued, followers) = (None, None, None);
    Trace::Write(Box::new(WriteTrace {
        number,
        table,
        key,
        arms: vec![arm],
        factor,
        units,
        rescued,
        followers,
    }))
}

fn table_arm(item: &ItemPlan, now: Timestamp) -> WriteArm {
    let [before, after] = item.billed.map(|bytes| bytes.map(u64::from));
    let line = Line::change(What::TableItem, before, after);
    let effect = match (&item.before, &item.after) {
        (None, None) => WriteEffect::Unchanged,
        (None, Some(_)) => WriteEffect::Put,
        (Some(_), None) => WriteEffect::Deleted,
        (Some(_), Some(_)) => WriteEffect::Replaced,
    };
    let (old, new) = item.items();
    arm(
        Resource::Table,
        effect,
        [old, new].map(|item| item.map(|item| measured(item))),
        vec![line],
        now,
    )
}

fn effect(change: &Change) -> WriteEffect {
    match change {
        Change::None => WriteEffect::Unchanged,
        Change::Put { .. } => WriteEffect::Put,
        Change::Delete { .. } => WriteEffect::Deleted,
        Change::Replace { .. } => WriteEffect::Replaced,
        Change::Move { .. } => WriteEffect::Moved,
    }
}

fn arm(
    resource: Resource,
    effect: WriteEffect,
    [old_size, new_size]: Sizes,
    lines: Vec<Line>,
    arrives: Timestamp,
) -> WriteArm {
    let units = lines.iter().map(|line| line.units).sum();
    WriteArm {
        resource,
        effect,
        old_size,
        new_size,
        lines,
        units,
        vector_bytes: 0,
        arrives,
    }
}

//! Admission: whether a request may proceed, before it changes anything.
//!
//! A request is admitted while no bucket it needs is in debt (a model). A write needs its table and every global index
//! it changes. An index short of write capacity throttles writes to the table (documented: index-back-pressure; that it
//! does so at once, not when its queue is long, is a model). A read of several partitions needs the first of them (a
//! model).
//! Must not know requests, nor consume units. While throttling is off, every check succeeds.

use hashrange_index::IndexKind;
use hashrange_store::RowKey;
use hashrange_wire::{ServiceError, Throttled, ThrottlingReason};

use crate::rules::metered::{Asked, Metered};
use crate::rules::write_plan::{EntryPlan, WritePlan};
use crate::state::context::Context;
use crate::state::index::Index;
use crate::state::log::consumption::Direction;
use crate::state::table::Table;

/// Refuses a read that begins in a partition of a table or index. The caller computes the position only while
/// throttling is on.
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
    let metered = index
        .filter(|index| !index.is_local())
        .map_or(Metered::Table(table), |index| Metered::Index(table, index));
    refused(
        table,
        metered
            .shortage(context, Direction::Read, position(), asked)
            .into_iter()
            .collect(),
    )
}

/// Refuses a write if its table or one of the written global indexes is short of throughput.
pub(crate) fn admit_write(context: Context<'_>, table: &Table, plan: &WritePlan) -> Result<(), ServiceError> {
    if !context.throttles() {
        return Ok(());
    }
    let (before, after) = plan.item.items();
    let asked = Asked {
        item: after.or(before).map(|item| &**item),
        units: Some(plan.item.units()),
    };
    let position = table.items.partition_of(&plan.key);
    let own = Metered::Table(table).shortage(context, Direction::Write, position, asked);
    let of_index = |(index, entry): (&Index, &EntryPlan)| {
        let asked = Asked {
            units: Some(entry.units()),
            ..asked
        };
        let metered = Metered::Index(table, index);
        let mut positions = entry.rows.keys().map(|key| index.entries.partition_of(key));
        positions.find_map(|position| metered.shortage(context, Direction::Write, position, asked))
    };
    let entries = table
        .indexes
        .iter()
        .zip(&plan.entries)
        .filter(|(index, _)| index.definition.kind == IndexKind::Global);
    refused(table, own.into_iter().chain(entries.filter_map(of_index)).collect())
}

/// Refuses a write whose table has no throughput to check its condition. The indexes that the write would change do not
/// matter (a model).
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

fn refused(table: &Table, mut reasons: Vec<ThrottlingReason>) -> Result<(), ServiceError> {
    if reasons.is_empty() {
        return Ok(());
    }
    let first = reasons.remove(0);
    let on_demand = table.throughput.in_force().is_none();
    Err(ServiceError::Throttled(Box::new(Throttled {
        on_demand,
        first,
        others: reasons,
    })))
}

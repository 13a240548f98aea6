//! The passes of the scanners that find expired items: when they are due, and the end of all passes.
//!
//! Must not know what a pass does.

use hashrange_store::{Division, RowKey};
use hashrange_time::{Duration, Timestamp};

use crate::rules::write_plan::ItemPlan;
use crate::state::expiry::Pass;
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

/// Plans the passes that a table's scanners need.
pub(crate) fn plan_all_passes(table: &mut Table, shared: &mut SharedState) {
    let (now, period) = (shared.now, shared.options.physics.expiry.scan);
    let passes: Vec<Pass> = table.expiry.as_ref().map_or_else(Vec::new, |expiry| {
        expiry
            .partitions()
            .filter_map(|partition| expiry.next_pass(partition, now, period))
            .collect()
    });
    for pass in passes {
        plan_pass(table, shared, pass);
    }
}

/// Schedules a pass, and cancels the later pass that it replaces.
pub(crate) fn plan_pass(table: &mut Table, shared: &mut SharedState, pass: Pass) {
    let Some(expiry) = &mut table.expiry else { return };
    if let Some(ticket) = pass.instead_of {
        shared.agenda.cancel(ticket);
    }
    let task = Task::ScanExpired {
        table: table.name.clone(),
        number: table.number,
        generation: expiry.generation,
        partition: pass.partition,
    };
    expiry.plan(pass.partition, Some(shared.agenda.schedule(pass.due, task)));
}

/// Replaces the scanner of a split partition by one scanner for each half.
pub(crate) fn divide(table: &mut Table, shared: &mut SharedState, division: Division, boundary: &RowKey) {
    let (now, period) = (shared.now, shared.options.physics.expiry.scan);
    let Some(expiry) = &mut table.expiry else { return };
    let planned = expiry.divide(division, boundary, &mut shared.remains);
    let halves = [division.children.0, division.children.1];
    let passes = halves.map(|half| expiry.next_pass(half, now, period));
    if let Some(ticket) = planned {
        shared.agenda.cancel(ticket);
    }
    for pass in passes.into_iter().flatten() {
        plan_pass(table, shared, pass);
    }
}

/// Schedules the end of all deletions, after TTL was disabled.
pub(crate) fn stop_due(table: &Table, shared: &mut SharedState) {
    let due = shared.now + shared.options.physics.expiry.after_disable;
    let Some(expiry) = &table.expiry else { return };
    let task = Task::StopExpiry {
        table: table.name.clone(),
        number: table.number,
        generation: expiry.generation,
    };
    shared.agenda.schedule(due, task);
}

/// Reports a write to the TTL of its table. Returns the pass that it requires.
pub(crate) fn note_write(
    table: &mut Table,
    key: &RowKey,
    item: &ItemPlan,
    now: Timestamp,
    period: Duration,
) -> Option<Pass> {
    let expiry = table.expiry.as_mut()?;
    let partition = table.items.owner(key)?.number();
    expiry.note(partition, key, item.images(), now, period)
}

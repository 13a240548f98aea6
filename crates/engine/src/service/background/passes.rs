//! The passes of the scanners that find expired items: when they are due, and the end of all of them.
//!
//! Must not know what a pass does.

use hashrange_store::{Division, RowKey};
use hashrange_time::{Duration, Timestamp};

use crate::rules::write_plan::ItemChange;
use crate::state::expiry::Pass;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// Plans the passes a table's scanners need.
pub(crate) fn plan_all_passes(table: &mut Table, around: &mut Surroundings) {
    let (now, period) = (around.now, around.options.physics.expiry.scan);
    let passes: Vec<Pass> = table.expiry.as_ref().map_or_else(Vec::new, |expiry| {
        expiry.partitions().filter_map(|partition| expiry.next_pass(partition, now, period)).collect()
    });
    for pass in passes {
        plan_pass(table, around, pass);
    }
}

/// Puts a pass on the agenda, instead of a later one.
pub(crate) fn plan_pass(table: &mut Table, around: &mut Surroundings, pass: Pass) {
    let Some(expiry) = &mut table.expiry else { return };
    if let Some(ticket) = pass.instead_of {
        around.agenda.cancel(ticket);
    }
    let task = Task::ScanExpired {
        table: table.name.clone(),
        number: table.number,
        generation: expiry.generation,
        partition: pass.partition,
    };
    expiry.plan(pass.partition, Some(around.agenda.schedule(pass.due, task)));
}

/// The scanner of a partition that was split becomes those of its halves.
pub(crate) fn divide(table: &mut Table, around: &mut Surroundings, division: Division, boundary: &RowKey) {
    let (now, period) = (around.now, around.options.physics.expiry.scan);
    let Some(expiry) = &mut table.expiry else { return };
    let planned = expiry.divide(division, boundary);
    let halves = [division.children.0, division.children.1];
    let passes = halves.map(|half| expiry.next_pass(half, now, period));
    if let Some(ticket) = planned {
        around.agenda.cancel(ticket);
    }
    for pass in passes.into_iter().flatten() {
        plan_pass(table, around, pass);
    }
}

/// Puts the end of all deletions on the agenda, after time to live was switched off.
pub(crate) fn stop_due(table: &Table, around: &mut Surroundings) {
    let due = around.now + around.options.physics.expiry.after_disable;
    let Some(expiry) = &table.expiry else { return };
    let task = Task::StopExpiry { table: table.name.clone(), number: table.number, generation: expiry.generation };
    around.agenda.schedule(due, task);
}

/// Tells the expiry of a table about a write.
pub(crate) fn note_write(
    table: &mut Table,
    key: &RowKey,
    item: &ItemChange,
    now: Timestamp,
    period: Duration,
) -> Option<Pass> {
    let expiry = table.expiry.as_mut()?;
    let partition = table.items.owner(key)?.number();
    expiry.note(partition, key, item.images(), now, period)
}

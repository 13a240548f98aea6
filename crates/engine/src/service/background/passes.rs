//! The passes of the scanners that find expired items: when they are due, and the end of all of them.
//!
//! Must not know what a pass does.

use hashrange_store::{Division, RowKey};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;

use crate::service::engine::Engine;
use crate::state::expiry::Pass;
use crate::state::table::Table;
use crate::state::task::Task;

/// Plans the passes a table's scanners need.
pub(crate) fn plan_all_passes(engine: &mut Engine, name: &str) {
    let (now, period) = (engine.around.now, engine.around.options.physics.expiry.scan);
    let expiry = engine.catalogue.get(name).and_then(|table| table.expiry.as_ref());
    let passes: Vec<Pass> = expiry.map_or_else(Vec::new, |expiry| {
        expiry.partitions().filter_map(|partition| expiry.next_pass(partition, now, period)).collect()
    });
    for pass in passes {
        plan_pass(engine, name, pass);
    }
}

/// Puts a pass on the agenda, instead of a later one.
pub(crate) fn plan_pass(engine: &mut Engine, name: &str, pass: Pass) {
    let Some(table) = engine.catalogue.get_mut(name) else { return };
    let Some(expiry) = &mut table.expiry else { return };
    if let Some(ticket) = pass.instead_of {
        engine.around.agenda.cancel(ticket);
    }
    let task = Task::ScanExpired {
        table: table.name.clone(),
        number: table.number,
        generation: expiry.generation,
        partition: pass.partition,
    };
    expiry.plan(pass.partition, Some(engine.around.agenda.schedule(pass.due, task)));
}

/// The scanner of a partition that was split becomes those of its halves.
pub(crate) fn divide(engine: &mut Engine, name: &str, division: Division, boundary: &RowKey) {
    let (now, period) = (engine.around.now, engine.around.options.physics.expiry.scan);
    let Some(table) = engine.catalogue.get_mut(name) else { return };
    let Some(expiry) = &mut table.expiry else { return };
    let planned = expiry.divide(division, boundary);
    let halves = [division.children.0, division.children.1];
    let passes = halves.map(|half| expiry.next_pass(half, now, period));
    if let Some(ticket) = planned {
        engine.around.agenda.cancel(ticket);
    }
    for pass in passes.into_iter().flatten() {
        plan_pass(engine, name, pass);
    }
}

/// Puts the end of all deletions on the agenda, after time to live was switched off.
pub(crate) fn stop_due(engine: &mut Engine, name: &str) {
    let due = engine.around.now + engine.around.options.physics.expiry.after_disable;
    let Some(table) = engine.catalogue.get(name) else { return };
    let Some(expiry) = &table.expiry else { return };
    let task = Task::StopExpiry { table: table.name.clone(), number: table.number, generation: expiry.generation };
    engine.around.agenda.schedule(due, task);
}

/// Tells the expiry of a table about a write.
pub(crate) fn note_write(
    table: &mut Table,
    key: &RowKey,
    images: (Option<&Item>, Option<&Item>),
    now: Timestamp,
    period: Duration,
) -> Option<Pass> {
    let expiry = table.expiry.as_mut()?;
    let partition = table.items.owner(key)?.number();
    expiry.note(partition, key, images, now, period)
}

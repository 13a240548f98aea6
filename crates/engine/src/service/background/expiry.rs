//! Expiry: scanners that find expired items, and deletions a while later, free of charge (documented).

use hashrange_capacity::Factor;
use hashrange_store::RowKey;

use crate::rules::write_plan::WritePlan;
use crate::service::background::passes::plan_pass;
use crate::service::write;
use crate::state::author::Author;
use crate::state::expiry::{Expiry, expired_from};
use crate::state::log::event::EventKind;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// Items an event names one by one; it counts them all.
const MOST_NAMED: usize = 64;

/// One pass: what is expired is found, and its deletion put on the agenda.
#[inline(never)]
pub(super) fn scan(table: &mut Table, around: &mut Surroundings, generation: u64, partition: u32) {
    let (now, physics) = (around.now, around.options.physics.expiry);
    // With indexes or a stream it takes longer (observed).
    let slow = !table.indexes.is_empty() || table.stream.as_ref().is_some_and(|stream| stream.enabled);
    let (name, number) = (table.name.clone(), table.number);
    let Some(expiry) = current(&mut table.expiry, generation) else { return };
    expiry.plan(partition, None);
    let found = expiry.find(partition, now);
    let next = expiry.next_pass(partition, now, physics.scan);
    let span = if slow { physics.deletion_with_indexes } else { physics.deletion };
    let key_of =
        |(second, key): &(u64, RowKey)| Some((table.keys.key_of(&table.items.get(key)?.value), expired_from(*second)));
    let items = found.iter().take(MOST_NAMED).filter_map(key_of).collect();
    around.record(EventKind::ExpiryScanned { table: name.clone(), partition, found: found.len() as u64, items });
    for (_, key) in found {
        let due = now + span.draw(&mut around.random);
        around.agenda.schedule(due, Task::DeleteExpired { table: name.clone(), number, generation, key });
    }
    if let Some(pass) = next {
        plan_pass(table, around, pass);
    }
}

/// Deletes an item that was found, unless it was changed meanwhile (documented).
#[inline(never)]
pub(super) fn delete(table: &mut Table, around: &mut Surroundings, generation: u64, key: RowKey) {
    let now = around.now;
    let Some(expiry) = current(&mut table.expiry, generation) else { return };
    expiry.found = expiry.found.saturating_sub(1);
    let before = table.items.get(&key).cloned();
    let Some(row) = before.filter(|row| expiry.has_expired(&row.value, now)) else { return };
    let expired = expiry.moment_of(&row.value).unwrap_or(now);
    let item_key = table.keys.key_of(&row.value);
    let plan = WritePlan::of(table, key, Some(row), None, Author::Expiry);
    // What it would have cost is nobody's (documented).
    write::apply(table, around, plan, Factor::Write);
    around.record(EventKind::Expired { table: table.name.clone(), key: item_key, expired, write: around.writes });
}

/// No more deletions.
#[inline(never)]
pub(super) fn stop(table: &mut Table, generation: u64) {
    if current(&mut table.expiry, generation).is_some_and(|expiry| !expiry.enabled) {
        table.expiry = None;
    }
}

/// The setting of a table's expiry, while this one is in force.
fn current(expiry: &mut Option<Expiry>, generation: u64) -> Option<&mut Expiry> {
    expiry.as_mut().filter(|expiry| expiry.generation == generation)
}

//! Expiry: scanners that find expired items, and deletions a while later, free of charge (documented).

use hashrange_capacity::Factor;
use hashrange_store::RowKey;

use crate::rules::write_plan::WritePlan;
use crate::service::background::passes::plan_pass;
use crate::service::engine::Engine;
use crate::service::write;
use crate::state::author::Author;
use crate::state::expiry::{Expiry, expired_from};
use crate::state::log::event::EventKind;
use crate::state::table::Table;
use crate::state::task::Task;

/// Items an event names one by one; it counts them all.
const MOST_NAMED: usize = 64;

/// Number of a table, and generation of its expiry.
type Setting = (u64, u64);

/// One pass: what is expired is found, and its deletion put on the agenda.
#[inline(never)]
pub(super) fn scan(engine: &mut Engine, name: &str, setting: Setting, partition: u32) {
    let (now, physics) = (engine.around.now, engine.around.options.physics.expiry);
    let Some(table) = current(engine, name, setting) else { return };
    // With indexes or a stream it takes longer (observed).
    let slow = !table.indexes.is_empty() || table.stream.as_ref().is_some_and(|stream| stream.enabled);
    let table_name = table.name.clone();
    let Some(expiry) = &mut table.expiry else { return };
    expiry.plan(partition, None);
    let found = expiry.find(partition, now);
    let next = expiry.next_pass(partition, now, physics.scan);
    let span = if slow { physics.deletion_with_indexes } else { physics.deletion };
    let (number, generation) = setting;
    let key_of =
        |(second, key): &(u64, RowKey)| Some((table.keys.key_of(&table.items.get(key)?.value), expired_from(*second)));
    let items = found.iter().take(MOST_NAMED).filter_map(key_of).collect();
    let kind = EventKind::ExpiryScanned { table: table_name.clone(), partition, found: found.len() as u64, items };
    engine.around.record(kind);
    for (_, key) in found {
        let due = now + span.draw(&mut engine.around.random);
        engine.around.agenda.schedule(due, Task::DeleteExpired { table: table_name.clone(), number, generation, key });
    }
    if let Some(pass) = next {
        plan_pass(engine, name, pass);
    }
}

/// Deletes an item that was found, unless it was changed meanwhile (documented).
#[inline(never)]
pub(super) fn delete(engine: &mut Engine, name: &str, setting: Setting, key: RowKey) {
    let now = engine.around.now;
    let Some(table) = current(engine, name, setting) else { return };
    let before = table.items.get(&key).cloned();
    let Some(expiry) = &mut table.expiry else { return };
    expiry.found = expiry.found.saturating_sub(1);
    let Some(row) = before.filter(|row| expiry.has_expired(&row.value, now)) else { return };
    let expired = expiry.moment_of(&row.value).unwrap_or(now);
    let (name, item_key) = (table.name.clone(), table.keys.key_of(&row.value));
    let plan = WritePlan::of(table, key, Some(row), None, Author::Expiry);
    // What it would have cost is nobody's (documented).
    write::apply(engine, plan, Factor::Write);
    let write = engine.around.writes;
    engine.around.record(EventKind::Expired { table: name, key: item_key, expired, write });
}

/// No more deletions.
#[inline(never)]
pub(super) fn stop(engine: &mut Engine, name: &str, setting: Setting) {
    if let Some(table) = current(engine, name, setting)
        && table.expiry.as_ref().is_some_and(|expiry| !expiry.enabled)
    {
        table.expiry = None;
    }
}

/// The table, while this setting of its expiry is the one in force.
fn current<'e>(engine: &'e mut Engine, name: &str, (number, generation): Setting) -> Option<&'e mut Table> {
    let of = |expiry: &Expiry| expiry.generation == generation;
    engine.catalogue.get_mut(name).filter(|table| table.number == number && table.expiry.as_ref().is_some_and(of))
}

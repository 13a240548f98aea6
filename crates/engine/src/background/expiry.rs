//! Expiry: scanners that find expired items, and deletions a while later, free of charge (documented).

use hashrange_capacity::Factor;
use hashrange_store::{Division, RowKey};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;

use super::Task;
use crate::Engine;
use crate::event::EventKind;
use crate::expiry::{Expiry, Pass, expired_from};
use crate::table::Table;
use crate::write::{self, Author, Write};

/// Items an event names one by one; it counts them all.
const MOST_NAMED: usize = 64;

/// Number of a table, and generation of its expiry.
type Setting = (u64, u64);

/// Plans the passes a table's scanners need.
pub(crate) fn plan_all_passes(engine: &mut Engine, name: &str) {
    let (now, period) = (engine.now, engine.options.physics.expiry.scan);
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
        engine.agenda.cancel(ticket);
    }
    let task = Task::ScanExpired {
        table: table.name.clone(),
        number: table.number,
        generation: expiry.generation,
        partition: pass.partition,
    };
    expiry.plan(pass.partition, Some(engine.agenda.schedule(pass.due, task)));
}

/// The scanner of a partition that was split becomes those of its halves.
pub(super) fn divide(engine: &mut Engine, name: &str, division: Division, boundary: &RowKey) {
    let (now, period) = (engine.now, engine.options.physics.expiry.scan);
    let Some(table) = engine.catalogue.get_mut(name) else { return };
    let Some(expiry) = &mut table.expiry else { return };
    let planned = expiry.divide(division, boundary);
    let halves = [division.children.0, division.children.1];
    let passes = halves.map(|half| expiry.next_pass(half, now, period));
    if let Some(ticket) = planned {
        engine.agenda.cancel(ticket);
    }
    for pass in passes.into_iter().flatten() {
        plan_pass(engine, name, pass);
    }
}

/// Puts the end of all deletions on the agenda, after time to live was switched off.
pub(crate) fn stop_due(engine: &mut Engine, name: &str) {
    let due = engine.now + engine.options.physics.expiry.after_disable;
    let Some(table) = engine.catalogue.get(name) else { return };
    let Some(expiry) = &table.expiry else { return };
    let task = Task::StopExpiry { table: table.name.clone(), number: table.number, generation: expiry.generation };
    engine.agenda.schedule(due, task);
}

/// One pass: what is expired is found, and its deletion put on the agenda.
#[inline(never)]
pub(super) fn scan(engine: &mut Engine, name: &str, setting: Setting, partition: u32) {
    let (now, physics) = (engine.now, engine.options.physics.expiry);
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
    engine.record(kind);
    for (_, key) in found {
        let due = now + span.draw(&mut engine.random);
        engine.agenda.schedule(due, Task::DeleteExpired { table: table_name.clone(), number, generation, key });
    }
    if let Some(pass) = next {
        plan_pass(engine, name, pass);
    }
}

/// Deletes an item that was found, unless it was changed meanwhile (documented).
#[inline(never)]
pub(super) fn delete(engine: &mut Engine, name: &str, setting: Setting, key: RowKey) {
    let now = engine.now;
    let Some(table) = current(engine, name, setting) else { return };
    let before = table.items.get(&key).cloned();
    let Some(expiry) = &mut table.expiry else { return };
    expiry.found = expiry.found.saturating_sub(1);
    let Some(row) = before.filter(|row| expiry.has_expired(&row.value, now)) else { return };
    let expired = expiry.moment_of(&row.value).unwrap_or(now);
    let (table, item_key) = (table.name.clone(), table.keys.key_of(&row.value));
    let write = Write { table: table.clone(), key, before: Some(row), after: None, author: Author::Expiry };
    // What it would have cost is nobody's (documented).
    write::apply(engine, write, Factor::Write);
    let write = engine.writes;
    engine.record(EventKind::Expired { table, key: item_key, expired, write });
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

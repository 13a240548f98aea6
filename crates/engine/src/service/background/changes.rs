//! The end of changes: what was asked of a table or an index is in force.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{BillingMode, TableStatus};

use crate::service::background::{partitions, streams};
use crate::service::engine::Engine;
use crate::service::payment;
use crate::state::index::Index;
use crate::state::index_life::{Backfill, IndexLife};
use crate::state::log::event::EventKind;
use crate::state::meter::Meter;
use crate::state::physics::Span;
use crate::state::table::{StreamChange, Table};
use crate::state::task::{IndexChange, TableChange, Task};

/// Puts the end of a table's change on the agenda.
pub(crate) fn table_change_due(engine: &mut Engine, name: &str, change: TableChange, span: Span) {
    let due = engine.around.now + span.draw(&mut engine.around.random);
    let Some(table) = engine.catalogue.get(name) else { return };
    let task = Task::FinishTableChange { table: table.name.clone(), number: table.number, change };
    engine.around.agenda.schedule(due, task);
}

/// Puts the end of an index's change on the agenda.
pub(crate) fn index_change_due(engine: &mut Engine, name: &str, index: &str, change: IndexChange, span: Span) {
    let due = engine.around.now + span.draw(&mut engine.around.random);
    schedule(engine, name, index, change, due);
}

fn schedule(engine: &mut Engine, name: &str, index: &str, change: IndexChange, due: Timestamp) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let index = index.into();
    let task = Task::FinishIndexChange { table: table.name.clone(), number: table.number, index, change };
    engine.around.agenda.schedule(due, task);
}

#[inline(never)]
pub(super) fn finish_table(engine: &mut Engine, name: &str, number: u64, change: TableChange) {
    let now = engine.around.now;
    payment::settle(engine, name);
    let Some(table) = engine.catalogue.get_mut(name).filter(|table| table.number == number) else { return };
    let before = table.status();
    match change {
        TableChange::Throughput => {
            table.rate_change = None;
            table.throughput.finish(now);
            partitions::grow(engine, name, None);
        }
        TableChange::Billing => {
            finish_billing(table, now);
            grow_all(engine, name);
        }
        TableChange::Stream => return finish_stream(engine, name),
        TableChange::Class => table.settings.class.finish(now),
        TableChange::Encryption => table.settings.encryption.finish(),
        TableChange::Warm => {
            table.throughput.warm.finish();
            partitions::grow(engine, name, None);
        }
        TableChange::Tags(number) => table.settings.tags.finish(number),
        TableChange::Insights(begun) => table.settings.insights.finish(begun, now),
    }
    tell_table(engine, name, before);
}

/// Records where a table is now, if that is elsewhere than before.
fn tell_table(engine: &mut Engine, name: &str, before: TableStatus) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let (table, status) = (table.name.clone(), table.status());
    if status != before {
        engine.around.record(EventKind::Table { table, status: Some(status) });
    }
}

/// A table's stream is on, or off.
fn finish_stream(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get_mut(name) else { return };
    let before = table.status();
    let change = table.stream_change.take();
    let stream = table.stream.as_ref().map(|stream| stream.name.clone());
    match (change, stream) {
        (Some(StreamChange::Enabling), _) => streams::enable(engine, name),
        (Some(StreamChange::Disabling), Some(stream)) => streams::finish_closing(engine, &stream),
        _ => {}
    }
    tell_table(engine, name, before);
}

/// A table and its indexes are billed in the new mode. On demand they serve at least what new ones do (documented).
fn finish_billing(table: &mut Table, now: Timestamp) {
    table.rate_change = None;
    table.billing.finish(now);
    table.throughput.let_go();
    table.indexes.iter_mut().for_each(|index| index.throughput.let_go());
    if table.billing.mode == BillingMode::PayPerRequest {
        table.throughput.warm_up();
        for index in table.indexes.iter_mut().filter(|index| !index.is_local()) {
            index.throughput.warm_up();
        }
    }
}

/// Partitions for what a table and its indexes serve now.
fn grow_all(engine: &mut Engine, name: &str) {
    partitions::grow(engine, name, None);
    let Some(table) = engine.catalogue.get(name) else { return };
    let indexes: Vec<Text> = table.global_indexes().map(|index| index.definition.name.clone()).collect();
    for index in indexes {
        partitions::grow(engine, name, Some(&index));
    }
}

#[inline(never)]
pub(super) fn finish_index(engine: &mut Engine, name: &str, number: u64, index_name: &str, change: IndexChange) {
    let now = engine.around.now;
    let (floor, period) = (engine.around.options.physics.index_update.backfill, engine.around.options.physics.counters);
    payment::settle(engine, name);
    let Some(table) = engine.catalogue.get_mut(name).filter(|table| table.number == number) else { return };
    let before = table.status();
    let Some(index) = table.index_mut(index_name) else { return };
    match change {
        IndexChange::Allocation if matches!(index.life, IndexLife::Allocating) => {
            let ready = now + floor.draw(&mut engine.around.random);
            index.life = IndexLife::Backfilling(Box::new(Backfill::new(ready)));
            // Nothing was saved up while there was nothing to write to.
            index.meter = Meter::new(now);
            let task = Task::Backfill { table: table.name.clone(), number, index: index_name.into() };
            engine.around.agenda.schedule(now, task);
        }
        IndexChange::Filling => activate(index, now),
        IndexChange::Deletion if matches!(index.life, IndexLife::Deleting) => {
            table.indexes.retain(|index| index.definition.name != index_name);
            table.counters.before_change(&table.items, now, period);
            table.count_vectors();
        }
        IndexChange::Allocation | IndexChange::Deletion => return,
        IndexChange::Throughput => {
            index.throughput.finish(now);
            partitions::grow(engine, name, Some(index_name));
        }
        IndexChange::Limits => index.limits_change = false,
        IndexChange::Warm => {
            index.throughput.warm.finish();
            partitions::grow(engine, name, Some(index_name));
        }
        IndexChange::Insights(begun) => index.insights.finish(begun, now),
    }
    tell(engine, name, index_name);
    tell_table(engine, name, before);
}

/// The index can be read. What it was left out of it is remembered.
fn activate(index: &mut Index, now: Timestamp) {
    let done = matches!(&index.life, IndexLife::Backfilling(fill) if fill.is_complete() && fill.ready <= now);
    if !done {
        return;
    }
    if let IndexLife::Backfilling(fill) = std::mem::replace(&mut index.life, IndexLife::Active) {
        index.violations = fill.into_violations();
    }
}

/// Puts the moment an index is ready on the agenda.
pub(super) fn filling_due(engine: &mut Engine, name: &str, index: &str, ready: Timestamp) {
    let due = ready.max(engine.around.now);
    schedule(engine, name, index, IndexChange::Filling, due);
}

/// Records where an index is now.
pub(crate) fn tell(engine: &mut Engine, name: &str, index_name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let index = table.index(index_name);
    let kind = EventKind::Index {
        table: table.name.clone(),
        index: index_name.into(),
        status: index.map(Index::status),
        backfilling: index.and_then(Index::backfilling),
    };
    engine.around.record(kind);
}

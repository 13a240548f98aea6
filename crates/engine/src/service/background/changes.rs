//! The end of changes: what was asked of a table or an index is in force.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{BillingMode, TableStatus};

use crate::service::background::{partitions, streams};
use crate::service::payment;
use crate::state::index::Index;
use crate::state::index_life::{Backfill, IndexLife};
use crate::state::log::event::EventKind;
use crate::state::meter::Meter;
use crate::state::physics::Span;
use crate::state::surroundings::Surroundings;
use crate::state::table::{StreamChange, Table};
use crate::state::task::{IndexChange, TableChange, Task};

/// Puts the end of a table's change on the agenda.
pub(crate) fn table_change_due(table: &Table, around: &mut Surroundings, change: TableChange, span: Span) {
    let due = around.now + span.draw(&mut around.random);
    let task = Task::FinishTableChange { table: table.name.clone(), number: table.number, change };
    around.agenda.schedule(due, task);
}

/// Puts the end of an index's change on the agenda.
pub(crate) fn index_change_due(
    table: &Table,
    around: &mut Surroundings,
    index: &Text,
    change: IndexChange,
    span: Span,
) {
    let due = around.now + span.draw(&mut around.random);
    index_changes_at(table, around, index, change, due);
}

/// Puts the moment an index is ready on the agenda.
pub(super) fn filling_due(table: &Table, around: &mut Surroundings, index: &Text, ready: Timestamp) {
    let due = ready.max(around.now);
    index_changes_at(table, around, index, IndexChange::Filling, due);
}

fn index_changes_at(table: &Table, around: &mut Surroundings, index: &Text, change: IndexChange, due: Timestamp) {
    let (table, number, index) = (table.name.clone(), table.number, index.clone());
    around.agenda.schedule(due, Task::FinishIndexChange { table, number, index, change });
}

#[inline(never)]
pub(super) fn finish_table(table: &mut Table, around: &mut Surroundings, change: TableChange) {
    let now = around.now;
    payment::settle(table, around.context());
    let before = table.status();
    match change {
        TableChange::Throughput => {
            table.rate_change = None;
            table.throughput.finish(now);
            partitions::grow(table, around, None);
        }
        TableChange::Billing => {
            finish_billing(table, now);
            grow_all(table, around);
        }
        TableChange::Stream => finish_stream(table, around),
        TableChange::Class => table.settings.class.finish(now),
        TableChange::Encryption => table.settings.encryption.finish(),
        TableChange::Warm => {
            table.throughput.warm.finish();
            partitions::grow(table, around, None);
        }
        TableChange::Tags(number) => table.settings.tags.finish(number),
        TableChange::Insights(begun) => table.settings.insights.finish(begun, now),
    }
    tell_table(table, around, before);
}

/// Records where a table is now, if that is elsewhere than before.
fn tell_table(table: &Table, around: &mut Surroundings, before: TableStatus) {
    let status = table.status();
    if status != before {
        around.record(EventKind::Table { table: table.name.clone(), status: Some(status) });
    }
}

/// A table's stream is on, or off.
fn finish_stream(table: &mut Table, around: &mut Surroundings) {
    match (table.stream_change.take(), &table.stream) {
        (Some(StreamChange::Enabling), _) => streams::enable(table, around),
        (Some(StreamChange::Disabling), Some(stream)) => streams::finish_closing(around, &stream.name),
        _ => {}
    }
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
fn grow_all(table: &mut Table, around: &mut Surroundings) {
    partitions::grow(table, around, None);
    let indexes: Vec<Text> = table.global_indexes().map(|index| index.definition.name.clone()).collect();
    for index in indexes {
        partitions::grow(table, around, Some(&index));
    }
}

#[inline(never)]
pub(super) fn finish_index(table: &mut Table, around: &mut Surroundings, index_name: &Text, change: IndexChange) {
    let now = around.now;
    payment::settle(table, around.context());
    let before = table.status();
    let Some(index) = table.index_mut(index_name) else { return };
    match change {
        IndexChange::Allocation if matches!(index.life, IndexLife::Allocating) => {
            let ready = now + around.options.physics.index_update.backfill.draw(&mut around.random);
            index.life = IndexLife::Backfilling(Box::new(Backfill::new(ready)));
            // Nothing was saved up while there was nothing to write to.
            index.meter = Meter::new(now);
            let (table, number, index) = (table.name.clone(), table.number, index_name.clone());
            around.agenda.schedule(now, Task::Backfill { table, number, index });
        }
        IndexChange::Filling => activate(index, now),
        IndexChange::Deletion if matches!(index.life, IndexLife::Deleting) => {
            table.indexes.retain(|index| index.definition.name != index_name);
            table.counters.before_change(&table.items, now, around.options.physics.counters);
            table.count_vectors();
        }
        IndexChange::Allocation | IndexChange::Deletion => return,
        IndexChange::Throughput => {
            index.throughput.finish(now);
            partitions::grow(table, around, Some(index_name));
        }
        IndexChange::Limits => index.limits_change = false,
        IndexChange::Warm => {
            index.throughput.warm.finish();
            partitions::grow(table, around, Some(index_name));
        }
        IndexChange::Insights(begun) => index.insights.finish(begun, now),
    }
    tell_index(table, around, index_name);
    tell_table(table, around, before);
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

/// Records where an index is now.
pub(crate) fn tell_index(table: &Table, around: &mut Surroundings, index_name: &Text) {
    let index = table.index(index_name);
    around.record(EventKind::Index {
        table: table.name.clone(),
        index: index_name.clone(),
        status: index.map(Index::status),
        backfilling: index.and_then(Index::backfilling),
    });
}

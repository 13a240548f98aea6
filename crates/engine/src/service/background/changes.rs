//! The end of changes: a requested change of a table or an index takes effect.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{BillingMode, TableStatus};

use crate::service::background::{partitions, streams};
use crate::service::payment;
use crate::state::index::Index;
use crate::state::index_life::{Backfill, IndexLife};
use crate::state::log::event::EventKind;
use crate::state::meter::Meter;
use crate::state::shared_state::SharedState;
use crate::state::span::Span;
use crate::state::table::{StreamChange, Table};
use crate::state::task::{IndexChange, TableChange, Task};

/// Schedules the end of a table's change.
pub(crate) fn table_change_due(table: &Table, shared: &mut SharedState, change: TableChange, span: Span) {
    let due = shared.now + span.draw(&mut shared.random);
    let task = Task::FinishTableChange {
        table: table.name.clone(),
        number: table.number,
        change,
    };
    shared.agenda.schedule(due, task);
}

/// Schedules the end of an index's change.
pub(crate) fn index_change_due(table: &Table, shared: &mut SharedState, index: &Text, change: IndexChange, span: Span) {
    let due = shared.now + span.draw(&mut shared.random);
    index_changes_at(table, shared, index, change, due);
}

/// Schedules the time at which an index is ready.
pub(super) fn filling_due(table: &Table, shared: &mut SharedState, index: &Text, ready: Timestamp) {
    let due = ready.max(shared.now);
    index_changes_at(table, shared, index, IndexChange::Filling, due);
}

fn index_changes_at(table: &Table, shared: &mut SharedState, index: &Text, change: IndexChange, due: Timestamp) {
    let (table, number, index) = (table.name.clone(), table.number, index.clone());
    shared.agenda.schedule(
        due,
        Task::FinishIndexChange {
            table,
            number,
            index,
            change,
        },
    );
}

pub(super) fn finish_table(table: &mut Table, shared: &mut SharedState, change: TableChange) {
    let now = shared.now;
    payment::settle(table, shared.context());
    let before = table.status();
    match change {
        TableChange::Throughput => {
            table.rate_change = None;
            table.throughput.finish(now);
            partitions::grow(table, shared, None);
        }
        TableChange::Billing => {
            finish_billing(table, now);
            grow_all(table, shared);
        }
        TableChange::Stream => finish_stream(table, shared),
        TableChange::Class => table.settings.class.finish(now),
        TableChange::Encryption => table.settings.encryption.finish(),
        TableChange::Warm => {
            table.throughput.warm.finish();
            partitions::grow(table, shared, None);
        }
        TableChange::Tags(number) => table.settings.tags.finish(number),
        TableChange::Insights(begun) => table.settings.insights.finish(begun, now),
    }
    report_table(table, shared, before);
}

/// Records the status of a table if it changed.
fn report_table(table: &Table, shared: &mut SharedState, before: TableStatus) {
    let status = table.status();
    if status != before {
        shared.record(EventKind::Table {
            table: table.name.clone(),
            status: Some(status),
        });
    }
}

/// Completes the change of a table's stream.
fn finish_stream(table: &mut Table, shared: &mut SharedState) {
    match (table.stream_change.take(), &table.stream) {
        (Some(StreamChange::Enabling), _) => streams::enable(table, shared),
        (Some(StreamChange::Disabling), Some(stream)) => streams::finish_closing(shared, &stream.name),
        _ => {}
    }
}

/// Completes a switch of billing of a table and its indexes. On demand, they serve at least as much as new ones
/// (documented: mode-switching).
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

/// Adds the partitions that the current throughput of a table and its indexes needs.
fn grow_all(table: &mut Table, shared: &mut SharedState) {
    partitions::grow(table, shared, None);
    let indexes: Vec<Text> = table
        .global_indexes()
        .map(|index| index.definition.name.clone())
        .collect();
    for index in indexes {
        partitions::grow(table, shared, Some(&index));
    }
}

pub(super) fn finish_index(table: &mut Table, shared: &mut SharedState, index_name: &Text, change: IndexChange) {
    let now = shared.now;
    payment::settle(table, shared.context());
    let before = table.status();
    let Some(index) = table.index_mut(index_name) else {
        return;
    };
    match change {
        IndexChange::Allocation if matches!(index.life, IndexLife::Allocating) => {
            let ready = now + shared.options.physics.index_update.backfill.draw(&mut shared.random);
            index.life = IndexLife::Backfilling(Box::new(Backfill::new(ready)));
            // The index has no saved units, because it could not be written before.
            index.meter = Meter::new(now);
            let (table, number, index) = (table.name.clone(), table.number, index_name.clone());
            shared.agenda.schedule(now, Task::Backfill { table, number, index });
        }
        IndexChange::Filling => activate(index, now),
        IndexChange::Deletion if matches!(index.life, IndexLife::Deleting) => {
            let place = table
                .indexes
                .iter()
                .position(|index| index.definition.name == index_name);
            if let Some(place) = place {
                table.indexes.remove(place).discard(&mut shared.remains);
            }
            table
                .counters
                .before_change(&table.items, now, shared.options.physics.counters);
            table.count_vectors();
        }
        IndexChange::Allocation | IndexChange::Deletion => return,
        IndexChange::Throughput => {
            index.throughput.finish(now);
            partitions::grow(table, shared, Some(index_name));
        }
        IndexChange::Limits => index.limits_change = false,
        IndexChange::Warm => {
            index.throughput.warm.finish();
            partitions::grow(table, shared, Some(index_name));
        }
        IndexChange::Insights(begun) => index.insights.finish(begun, now),
    }
    report_index(table, shared, index_name);
    report_table(table, shared, before);
}

/// Makes the index readable, and stores the violations that the backfill found.
fn activate(index: &mut Index, now: Timestamp) {
    let done = matches!(&index.life, IndexLife::Backfilling(fill) if fill.is_complete() && fill.ready <= now);
    if !done {
        return;
    }
    if let IndexLife::Backfilling(fill) = std::mem::replace(&mut index.life, IndexLife::Active) {
        index.violations = fill.into_violations();
    }
}

/// Records the status of an index.
pub(crate) fn report_index(table: &Table, shared: &mut SharedState, index_name: &Text) {
    let index = table.index(index_name);
    shared.record(EventKind::Index {
        table: table.name.clone(),
        index: index_name.clone(),
        status: index.map(Index::status),
        backfilling: index.and_then(Index::backfilling),
    });
}

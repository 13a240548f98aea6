//! Background work: tasks on the agenda, each a bounded step.

pub(crate) mod backfill;
pub(crate) mod changes;
pub(crate) mod expiry;
pub(crate) mod lifecycle;
pub(crate) mod partitions;
pub(crate) mod passes;
pub(crate) mod propagation;
pub(crate) mod restoring;
pub(crate) mod scaling;
pub(crate) mod streams;

use crate::service::engine::Engine;
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

/// Executes the step. A step whose table was deleted does nothing. No step is inlined, so that the page can load them
/// later.
pub(crate) fn perform(engine: &mut Engine, task: Task) {
    match task {
        Task::RollShard { stream, .. } => streams::start_rolls(&mut engine.shared, &stream),
        Task::TrimShard { stream, shard } => streams::trim(&mut engine.shared, &stream, shard),
        // These two affect the account: one removes the table from it, one requests changes that have account quotas.
        Task::FinishDeletion { table, number } => lifecycle::finish_deletion(engine, &table, number),
        Task::Scale { table, number } => scaling::look(engine, &table, number),
        task => {
            let table = task
                .table()
                .and_then(|(name, number)| engine.catalogue.numbered_mut(name, number));
            if let Some(table) = table {
                perform_on(table, &mut engine.shared, task);
            }
        }
    }
}

/// Executes a step that affects only its table.
fn perform_on(table: &mut Table, shared: &mut SharedState, task: Task) {
    match task {
        Task::FinishCreation { .. } => lifecycle::finish_creation(table, shared),
        Task::Propagate { index, .. } => propagation::propagate(table, shared, index),
        Task::FinishTableChange { change, .. } => changes::finish_table(table, shared, change),
        Task::FinishIndexChange { index, change, .. } => changes::finish_index(table, shared, &index, change),
        Task::Backfill { index, .. } => backfill::step(table, shared, index),
        Task::ScanExpired {
            generation, partition, ..
        } => expiry::scan(table, shared, generation, partition),
        Task::DeleteExpired { generation, key, .. } => expiry::delete(table, shared, generation, key),
        Task::GatherExpiring { generation, after, .. } => expiry::gather(table, shared, generation, Some(&after)),
        Task::StopExpiry { generation, .. } => expiry::stop(table, shared, generation),
        Task::SplitPartition {
            index,
            partition,
            reason,
            ..
        } => {
            partitions::split(table, shared, index.as_deref(), partition, reason);
        }
        Task::FinishDeletion { .. } | Task::Scale { .. } | Task::RollShard { .. } | Task::TrimShard { .. } => {}
    }
}

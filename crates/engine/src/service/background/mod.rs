//! What happens on its own: tasks on the agenda, each a bounded step.

pub(crate) mod backfill;
pub(crate) mod changes;
pub(crate) mod expiry;
pub(crate) mod lifecycle;
pub(crate) mod partitions;
pub(crate) mod passes;
pub(crate) mod propagation;
pub(crate) mod scaling;
pub(crate) mod streams;

use crate::service::engine::Engine;
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// Takes the step. A step whose table is gone does nothing. No step is inlined here, so that the page can load them later.
pub(crate) fn perform(engine: &mut Engine, task: Task) {
    match task {
        Task::RollShard { stream, shard } => streams::roll(&mut engine.around, &stream, shard),
        Task::TrimShard { stream, shard } => streams::trim(&mut engine.around, &stream, shard),
        // These two concern the account: one takes the table out of it, one asks for changes that have quotas there.
        Task::FinishDeletion { table, number } => lifecycle::finish_deletion(engine, &table, number),
        Task::Scale { table, number } => scaling::look(engine, &table, number),
        task => {
            let table = task.table().and_then(|(name, number)| engine.catalogue.numbered_mut(name, number));
            if let Some(table) = table {
                perform_on(table, &mut engine.around, task);
            }
        }
    }
}

/// Takes a step that concerns its table alone.
fn perform_on(table: &mut Table, around: &mut Surroundings, task: Task) {
    match task {
        Task::FinishCreation { .. } => lifecycle::finish_creation(table, around),
        Task::Propagate { index, .. } => propagation::propagate(table, around, index),
        Task::FinishTableChange { change, .. } => changes::finish_table(table, around, change),
        Task::FinishIndexChange { index, change, .. } => changes::finish_index(table, around, &index, change),
        Task::Backfill { index, .. } => backfill::step(table, around, index),
        Task::ScanExpired { generation, partition, .. } => expiry::scan(table, around, generation, partition),
        Task::DeleteExpired { generation, key, .. } => expiry::delete(table, around, generation, key),
        Task::StopExpiry { generation, .. } => expiry::stop(table, generation),
        Task::SplitPartition { index, partition, reason, .. } => {
            partitions::split(table, around, index.as_deref(), partition, reason);
        }
        Task::FinishDeletion { .. } | Task::Scale { .. } | Task::RollShard { .. } | Task::TrimShard { .. } => {}
    }
}

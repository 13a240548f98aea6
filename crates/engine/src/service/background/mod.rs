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
use crate::state::task::Task;

/// Takes the step. A step whose table is gone does nothing. No step is inlined here, so that the page can load them later.
pub(crate) fn perform(engine: &mut Engine, task: Task) {
    match task {
        Task::FinishCreation { table, number } => lifecycle::finish_creation(engine, &table, number),
        Task::FinishDeletion { table, number } => lifecycle::finish_deletion(engine, &table, number),
        Task::Propagate { table, number, index } => propagation::propagate(engine, &table, number, &index),
        Task::FinishTableChange { table, number, change } => changes::finish_table(engine, &table, number, change),
        Task::FinishIndexChange { table, number, index, change } => {
            changes::finish_index(engine, &table, number, &index, change);
        }
        Task::Backfill { table, number, index } => backfill::step(engine, &table, number, &index),
        Task::ScanExpired { table, number, generation, partition } => {
            expiry::scan(engine, &table, (number, generation), partition);
        }
        Task::DeleteExpired { table, number, generation, key } => {
            expiry::delete(engine, &table, (number, generation), key);
        }
        Task::StopExpiry { table, number, generation } => expiry::stop(engine, &table, (number, generation)),
        Task::SplitPartition { table, number, index, partition, reason } => {
            partitions::split(engine, &table, number, index.as_deref(), (partition, reason));
        }
        Task::Scale { table, number } => scaling::look(engine, &table, number),
        Task::RollShard { stream, shard } => streams::roll(engine, &stream, shard),
        Task::TrimShard { stream, shard } => streams::trim(engine, &stream, shard),
    }
}

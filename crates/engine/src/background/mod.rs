//! What happens on its own: tasks on the agenda, each a bounded step.

mod lifecycle;
pub(crate) mod propagation;

use hashrange_values::Text;

use crate::Engine;

pub(crate) use lifecycle::{creation_due, deletion_due};
pub(crate) use propagation::enqueue;

/// One step of a background process. Tables are named with their number: a task outlives neither its table nor a new
/// table of the same name.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// The table becomes ACTIVE, and its indexes with it.
    FinishCreation { table: Text, number: u64 },
    /// The table is gone.
    FinishDeletion { table: Text, number: u64 },
    /// Changes that are due reach a global index.
    Propagate { table: Text, number: u64, index: Text },
}

/// Takes the step. A step whose table is gone does nothing.
pub(crate) fn perform(engine: &mut Engine, task: Task) {
    match task {
        Task::FinishCreation { table, number } => lifecycle::finish_creation(engine, &table, number),
        Task::FinishDeletion { table, number } => lifecycle::finish_deletion(engine, &table, number),
        Task::Propagate { table, number, index } => propagation::propagate(engine, &table, number, &index),
    }
}

//! The indexes that are behind their tables, with the number of their pending changes.

use hashrange_values::Text;

use super::question::{Question, Service};
use super::questions::QueuesQuestion;

/// An index that is behind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Queue {
    /// The table.
    pub table: Text,
    /// The index.
    pub index: Text,
    /// Number of pending changes.
    pub waiting: u64,
}

impl Question for QueuesQuestion {
    type Reading = Vec<Queue>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<Queue>> {
        let queues = engine.tables().flat_map(|table| {
            let queue = |index: hashrange_engine::IndexView<'_>| Queue {
                table: table.name().clone(),
                index: index.definition().name.clone(),
                waiting: index.queued() as u64,
            };
            table.indexes().map(queue).collect::<Vec<_>>()
        });
        Some(queues.filter(|queue| queue.waiting > 0).collect())
    }
}

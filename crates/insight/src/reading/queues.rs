//! The indexes that are behind their tables, by the changes that wait for them.

use hashrange_values::Text;

use super::asks::QueuesAsk;
use super::question::{Question, Service};

/// An index that is behind.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Queue {
    /// The table.
    pub table: Text,
    /// The index.
    pub index: Text,
    /// Changes that have not reached it yet.
    pub waiting: u64,
}

impl Question for QueuesAsk {
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

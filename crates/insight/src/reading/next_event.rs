//! What the service will do next by itself, as far as it can be told from how the tables stand.

use hashrange_engine::Engine;
use hashrange_values::Text;
use hashrange_wire::{IndexStatus, TableStatus};

use super::{Question, Service};

/// Asks what comes next.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NextEventAsk;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum NextEvent {
    /// A table or an index becomes active.
    Active(Text),
    /// A table is gone.
    Gone(Text),
    /// A change reaches an index.
    Propagated(Text),
}

impl Question for NextEventAsk {
    type Reading = NextEvent;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<NextEvent> {
        of_tables(engine).or_else(|| of_indexes(engine))
    }
}

fn of_tables(engine: &Engine) -> Option<NextEvent> {
    engine.tables().find_map(|table| match table.status() {
        TableStatus::Creating => Some(NextEvent::Active(table.name().clone())),
        TableStatus::Deleting => Some(NextEvent::Gone(table.name().clone())),
        TableStatus::Active | TableStatus::Updating => None,
    })
}

fn of_indexes(engine: &Engine) -> Option<NextEvent> {
    let mut indexes = engine.tables().flat_map(|table| table.indexes().collect::<Vec<_>>());
    indexes.find_map(|index| {
        let name = &index.definition().name;
        match index.status() {
            IndexStatus::Creating => Some(NextEvent::Active(name.clone())),
            _ if index.queued() > 0 => Some(NextEvent::Propagated(name.clone())),
            _ => None,
        }
    })
}

//! What the service will do next by itself, in words. Must not know the clock.

use hashrange_engine::Engine;
use hashrange_wire::{IndexStatus, TableStatus};

/// What will happen next, as far as it can be told from how the tables stand.
pub(super) fn next_event(engine: &Engine) -> Option<String> {
    let changing = engine.tables().find_map(|table| {
        let name = table.name();
        match table.status() {
            TableStatus::Creating => Some(format!("{name} becomes active")),
            TableStatus::Deleting => Some(format!("{name} is gone")),
            TableStatus::Active | TableStatus::Updating => None,
        }
    });
    changing.or_else(|| {
        let mut indexes = engine.tables().flat_map(|table| table.indexes().collect::<Vec<_>>());
        indexes.find_map(|index| {
            let name = &index.definition().name;
            match index.status() {
                IndexStatus::Creating => Some(format!("{name} becomes active")),
                _ if index.queued() > 0 => Some(format!("an entry reaches {name}")),
                _ => None,
            }
        })
    })
}

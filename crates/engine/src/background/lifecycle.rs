//! The life of a table: CREATING until it is ACTIVE, DELETING until it is gone.

use super::{Task, streams};
use crate::Engine;
use crate::event::EventKind;
use crate::index_life::IndexLife;
use crate::table::Stage;

/// Puts the end of a table's creation on the agenda.
pub(crate) fn creation_due(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let physics = engine.options.physics;
    let indexed = table.online_indexes().next().is_some();
    let span = if indexed { physics.table_creation_with_indexes } else { physics.table_creation };
    let task = Task::FinishCreation { table: table.name.clone(), number: table.number };
    let due = engine.now + span.draw(&mut engine.random);
    engine.agenda.schedule(due, task);
}

/// Puts the end of a table's deletion on the agenda.
pub(crate) fn deletion_due(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let task = Task::FinishDeletion { table: table.name.clone(), number: table.number };
    let due = engine.now + engine.options.physics.table_deletion.draw(&mut engine.random);
    engine.agenda.schedule(due, task);
}

pub(super) fn finish_creation(engine: &mut Engine, name: &str, number: u64) {
    let Some(table) = engine.catalogue.get_mut(name).filter(|table| table.number == number) else { return };
    table.stage = Stage::Live;
    // Indexes made with their table become ACTIVE together with it (observed).
    for index in &mut table.indexes {
        index.life = IndexLife::Active;
    }
    let kind = EventKind::Table { table: table.name.clone(), status: Some(table.status()) };
    if table.stream.is_some() {
        streams::enable(engine, name);
    }
    engine.record(kind);
}

pub(super) fn finish_deletion(engine: &mut Engine, name: &str, number: u64) {
    if engine.catalogue.get(name).is_none_or(|table| table.number != number) {
        return;
    }
    if let Some(table) = engine.catalogue.remove(name) {
        if let Some(stream) = &table.stream {
            streams::finish_closing(engine, &stream.name);
        }
        engine.record(EventKind::Table { table: table.name, status: None });
    }
}

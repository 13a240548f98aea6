//! The life of a table: CREATING until it is ACTIVE, DELETING until it is gone.

use hashrange_values::Text;
use hashrange_wire::BackupType;

use crate::rules::describe;
use crate::service::background::{partitions, streams};
use crate::service::engine::Engine;
use crate::state::index_life::IndexLife;
use crate::state::log::event::EventKind;
use crate::state::table::Stage;
use crate::state::task::Task;

/// Puts the end of a table's creation on the agenda.
pub(crate) fn creation_due(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let physics = engine.around.options.physics;
    let indexed = table.online_indexes().next().is_some();
    let span = if indexed { physics.table_creation_with_indexes } else { physics.table_creation };
    let task = Task::FinishCreation { table: table.name.clone(), number: table.number };
    let due = engine.around.now + span.draw(&mut engine.around.random);
    engine.around.agenda.schedule(due, task);
}

/// Puts the end of a restore on the agenda.
pub(crate) fn restore_due(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let task = Task::FinishCreation { table: table.name.clone(), number: table.number };
    let due = engine.around.now + engine.around.options.physics.table_restore.draw(&mut engine.around.random);
    engine.around.agenda.schedule(due, task);
}

/// Puts the end of a table's deletion on the agenda.
pub(crate) fn deletion_due(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let task = Task::FinishDeletion { table: table.name.clone(), number: table.number };
    let due = engine.around.now + engine.around.options.physics.table_deletion.draw(&mut engine.around.random);
    engine.around.agenda.schedule(due, task);
}

#[inline(never)]
pub(super) fn finish_creation(engine: &mut Engine, name: &str, number: u64) {
    let Some(table) = engine.catalogue.get_mut(name).filter(|table| table.number == number) else { return };
    table.stage = Stage::Live;
    table.restored = None;
    table.settings.backups_from = Some(engine.around.now + engine.around.options.physics.settings.backups);
    // Indexes made with their table become ACTIVE together with it (observed).
    for index in &mut table.indexes {
        index.life = IndexLife::Active;
    }
    let kind = EventKind::Table { table: table.name.clone(), status: Some(table.status()) };
    if table.stream.is_some() {
        streams::enable(engine, name);
    }
    engine.around.record(kind);
    split_full(engine, name);
}

/// A table restored may have more in a partition than it can hold.
fn split_full(engine: &mut Engine, name: &str) {
    let limit = engine.around.options.limits.partition_bytes;
    let Some(table) = engine.catalogue.get(name) else { return };
    let of_table = (0..table.items.partitions().len()).filter(|at| table.partition_bytes(None, *at) > limit);
    let mut full: Vec<(Option<Text>, usize)> = of_table.map(|at| (None, at)).collect();
    for index in table.online_indexes() {
        let positions = (0..index.entries.partitions().len()).filter(|at| index.partition_bytes(*at) > limit);
        full.extend(positions.map(|at| (Some(index.definition.name.clone()), at)));
    }
    for (index, position) in full {
        partitions::full(engine, name, index.as_deref(), position);
    }
}

/// What is kept of a table that goes while point-in-time recovery is on, for as many days as recovery had (observed).
fn keep_last_backup(engine: &mut Engine, name: &str) {
    let Some(table) = engine.catalogue.get(name) else { return };
    let Some((days, _)) = table.settings.recovery else { return };
    let described = describe::describe(table, engine.around.context());
    let made = (format!("{}$DeletedTableBackup", table.name), BackupType::System);
    engine.around.backups.make((table, described), made, (engine.around.now, Some(days)), 0);
}

#[inline(never)]
pub(crate) fn finish_deletion(engine: &mut Engine, name: &str, number: u64) {
    if engine.catalogue.get(name).is_none_or(|table| table.number != number) {
        return;
    }
    keep_last_backup(engine, name);
    if let Some(table) = engine.catalogue.remove(name) {
        if let Some(stream) = &table.stream {
            streams::finish_closing(engine, &stream.name);
        }
        engine.around.record(EventKind::Table { table: table.name, status: None });
    }
}

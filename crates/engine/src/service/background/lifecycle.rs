//! The life of a table: CREATING until it is ACTIVE, DELETING until it is gone.

use hashrange_values::Text;
use hashrange_wire::BackupType;

use crate::rules::describe;
use crate::service::background::{partitions, streams};
use crate::service::engine::Engine;
use crate::state::backups::Making;
use crate::state::index_life::IndexLife;
use crate::state::log::event::EventKind;
use crate::state::physics::Span;
use crate::state::surroundings::Surroundings;
use crate::state::table::{Stage, Table};
use crate::state::task::Task;

/// Puts the end of a table's creation on the agenda.
pub(crate) fn creation_due(table: &Table, around: &mut Surroundings) {
    let physics = &around.options.physics;
    let indexed = table.online_indexes().next().is_some();
    creation_ends(table, around, if indexed { physics.table_creation_with_indexes } else { physics.table_creation });
}

/// Puts the end of a restore on the agenda.
pub(crate) fn restore_due(table: &Table, around: &mut Surroundings) {
    creation_ends(table, around, around.options.physics.table_restore);
}

fn creation_ends(table: &Table, around: &mut Surroundings, span: Span) {
    let due = around.now + span.draw(&mut around.random);
    around.agenda.schedule(due, Task::FinishCreation { table: table.name.clone(), number: table.number });
}

/// Puts the end of a table's deletion on the agenda.
pub(crate) fn deletion_due(table: &Table, around: &mut Surroundings) {
    let due = around.now + around.options.physics.table_deletion.draw(&mut around.random);
    around.agenda.schedule(due, Task::FinishDeletion { table: table.name.clone(), number: table.number });
}

#[inline(never)]
pub(super) fn finish_creation(table: &mut Table, around: &mut Surroundings) {
    table.stage = Stage::Live;
    table.restored = None;
    table.settings.backups_from = Some(around.now + around.options.physics.settings.backups);
    // Indexes made with their table become ACTIVE together with it (observed).
    for index in &mut table.indexes {
        index.life = IndexLife::Active;
    }
    let status = Some(table.status());
    streams::enable(table, around);
    around.record(EventKind::Table { table: table.name.clone(), status });
    split_full(table, around);
}

/// A table restored may have more in a partition than it can hold.
fn split_full(table: &mut Table, around: &mut Surroundings) {
    let limit = around.options.limits.partition_bytes;
    let of_table = (0..table.items.partitions().len()).filter(|at| table.partition_bytes(None, *at) > limit);
    let mut full: Vec<(Option<Text>, usize)> = of_table.map(|at| (None, at)).collect();
    for index in table.online_indexes() {
        let positions = (0..index.entries.partitions().len()).filter(|at| index.partition_bytes(*at) > limit);
        full.extend(positions.map(|at| (Some(index.definition.name.clone()), at)));
    }
    for (index, position) in full {
        partitions::full(table, around, index.as_deref(), position);
    }
}

/// What is kept of a table that goes while point-in-time recovery is on, for as many days as recovery had (observed).
fn keep_last_backup(table: &Table, around: &mut Surroundings) {
    let Some((days, _)) = table.settings.recovery else { return };
    let described = describe::describe(table, around.context());
    let name = format!("{}$DeletedTableBackup", table.name);
    let making = Making { name, made_by: BackupType::System, days: Some(days), unique: 0 };
    around.backups.make(table, described, making, around.now);
}

/// Takes the table out of the catalogue.
#[inline(never)]
pub(crate) fn finish_deletion(engine: &mut Engine, name: &str, number: u64) {
    let Engine { catalogue, around } = engine;
    if catalogue.numbered_mut(name, number).is_none() {
        return;
    }
    let Some(table) = catalogue.remove(name) else { return };
    keep_last_backup(&table, around);
    if let Some(stream) = &table.stream {
        streams::finish_closing(around, &stream.name);
    }
    around.record(EventKind::Table { table: table.name, status: None });
}

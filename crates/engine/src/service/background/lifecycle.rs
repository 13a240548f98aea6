//! The life cycle of a table: CREATING, ACTIVE, DELETING, deleted.

use hashrange_time::Duration;
use hashrange_values::Text;
use hashrange_wire::BackupType;

use crate::rules::describe;
use crate::service::background::backfill::{AT_ONCE, UNDELAYED_STEP};
use crate::service::background::{partitions, restoring, streams};
use crate::service::engine::Engine;
use crate::state::backups::Making;
use crate::state::index_life::IndexLife;
use crate::state::log::event::EventKind;
use crate::state::shared_state::SharedState;
use crate::state::span::Span;
use crate::state::table::{Stage, Table};
use crate::state::task::Task;

/// Schedules the end of a table's creation.
pub(crate) fn creation_due(table: &Table, shared: &mut SharedState) {
    let physics = &shared.options.physics;
    let indexed = table.online_indexes().next().is_some();
    creation_ends(
        table,
        shared,
        if indexed {
            physics.table_creation_with_indexes
        } else {
            physics.table_creation
        },
    );
}

/// Schedules the end of a restore.
pub(crate) fn restore_due(table: &Table, shared: &mut SharedState) {
    creation_ends(table, shared, shared.options.physics.table_restore);
}

fn creation_ends(table: &Table, shared: &mut SharedState, span: Span) {
    let wait = span.draw(&mut shared.random);
    schedule_creation(table, shared, wait);
}

fn schedule_creation(table: &Table, shared: &mut SharedState, wait: Duration) {
    shared.agenda.schedule(
        shared.now + wait,
        Task::FinishCreation {
            table: table.name.clone(),
            number: table.number,
        },
    );
}

/// Schedules the end of a table's deletion.
pub(crate) fn deletion_due(table: &Table, shared: &mut SharedState) {
    let due = shared.now + shared.options.physics.table_deletion.draw(&mut shared.random);
    shared.agenda.schedule(
        due,
        Task::FinishDeletion {
            table: table.name.clone(),
            number: table.number,
        },
    );
}

/// Makes a table ready. A restored one whose indexes are not filled gets a step nearer to that.
pub(super) fn finish_creation(table: &mut Table, shared: &mut SharedState) {
    if !restoring::step(table) {
        let is_small = table.items.len() as u64 <= AT_ONCE;
        let wait = if is_small { Duration::ZERO } else { UNDELAYED_STEP };
        return schedule_creation(table, shared, wait);
    }
    table.count_vectors();
    table.stage = Stage::Live;
    if let Some(restored) = &mut table.restored {
        restored.indexed = None;
    }
    table.settings.backups_from = Some(shared.now + shared.options.physics.settings.backups);
    // Indexes created with their table become ACTIVE together with it (observed: table-times).
    for index in &mut table.indexes {
        index.life = IndexLife::Active;
    }
    let status = Some(table.status());
    streams::enable(table, shared);
    shared.record(EventKind::Table {
        table: table.name.clone(),
        status,
    });
    split_full(table, shared);
}

/// Plans splits after a restore: a partition of a restored table may be larger than the limit.
fn split_full(table: &mut Table, shared: &mut SharedState) {
    let limit = shared.options.limits.partition_bytes;
    let of_table = (0..table.items.partitions().len()).filter(|at| table.partition_bytes(None, *at) > limit);
    let mut full: Vec<(Option<Text>, usize)> = of_table.map(|at| (None, at)).collect();
    for index in table.online_indexes() {
        let positions = (0..index.entries.partitions().len()).filter(|at| index.partition_bytes(*at) > limit);
        full.extend(positions.map(|at| (Some(index.definition.name.clone()), at)));
    }
    for (index, position) in full {
        partitions::full(table, shared, index.as_deref(), position);
    }
}

/// Creates a system backup of a table that is deleted while point-in-time recovery is on. The backup expires after as
/// many days as the recovery period (observed: last-backup).
fn keep_last_backup(table: &Table, shared: &mut SharedState) {
    let Some((days, _)) = table.settings.recovery else {
        return;
    };
    let described = describe::describe(table, shared.context());
    let name = format!("{}$DeletedTableBackup", table.name);
    let making = Making {
        name,
        made_by: BackupType::System,
        days: Some(days),
        unique: 0,
    };
    shared
        .backups
        .make(table, described, making, shared.now, &mut shared.remains);
}

/// Removes the table from the catalogue.
pub(crate) fn finish_deletion(engine: &mut Engine, name: &str, number: u64) {
    let Engine { catalogue, shared } = engine;
    if catalogue.numbered_mut(name, number).is_none() {
        return;
    }
    let Some(table) = catalogue.remove(name) else { return };
    keep_last_backup(&table, shared);
    if let Some(stream) = &table.stream {
        streams::finish_closing(shared, &stream.name);
    }
    shared.record(EventKind::Table {
        table: table.name.clone(),
        status: None,
    });
    table.discard(&mut shared.remains);
}

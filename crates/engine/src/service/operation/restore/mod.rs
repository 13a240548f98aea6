//! RestoreTableFromBackup and RestoreTableToPointInTime: a table is made from a source, with its items, and is ready a
//! while later.
//!
//! What is not restored: stream, time to live, recovery, tags, protection, policy, class, scaling (documented).

mod overrides;

use std::sync::Arc;

use hashrange_index::entry;
use hashrange_store::{KeyRange, Space};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};
use hashrange_wire::{
    BackupError, BackupFault, LimitExceeded, Response, RestoreOverrides, RestoreTableFromBackupRequest,
    RestoreTableResponse, RestoreTableToPointInTimeRequest, ServiceError, table_name_of,
};

use crate::rules::outcome::{Done, Outcome};
use crate::rules::{describe, rate_checks, setting_checks};
use crate::service::background::lifecycle;
use crate::service::engine::Engine;
use crate::service::operation::backup::{Named, find, instant, moment};
use crate::service::operation::continuous_backups::{self, Recovery};
use crate::service::operation::create_table;
use crate::state::backups::Source;
use crate::state::definition::TableDefinition;
use crate::state::images::Images;
use crate::state::log::event::EventKind;
use crate::state::resource_name::{backup_arn, table_arn};
use crate::state::table::{Restored, Stage, Table};

/// Tables being restored at once (observed).
const MOST_RESTORES: usize = 50;

#[inline(never)]
pub(super) fn from_backup(engine: &mut Engine, request: &RestoreTableFromBackupRequest) -> Outcome {
    let (source, from) = backed_up(engine, request)?;
    let response = restore(engine, &request.target_table_name, source, from, &request.overrides)?;
    Ok(Done::about(Response::RestoreTableFromBackup(response.1), Some(response.0)))
}

/// Whether RestoreTableFromBackup would go ahead.
pub(super) fn judge_from_backup(engine: &Engine, request: &RestoreTableFromBackupRequest) -> Result<(), ServiceError> {
    let (source, from) = backed_up(engine, request)?;
    judge(engine, &request.target_table_name, &source, &from, &request.overrides).map(drop)
}

/// What a backup holds.
fn backed_up(engine: &Engine, request: &RestoreTableFromBackupRequest) -> Result<(Source, Restored), ServiceError> {
    let arn = &request.backup_arn;
    let elsewhere = Named::read(engine, arn)?.region != engine.around.options.region;
    if elsewhere && request.overrides.sse_specification.is_none() {
        return Err(BackupFault::OtherRegion.into());
    }
    let (table, number, backup) = find(engine, arn)?;
    let (source, own) = (backup.source.clone(), backup_arn(&engine.around.options, &table, &number));
    let from = Restored { backup: Some(own), table_arn: backup.table_arn().to_owned(), moment: backup.created };
    Ok((source, from))
}

#[inline(never)]
pub(super) fn to_point_in_time(engine: &mut Engine, request: &RestoreTableToPointInTimeRequest) -> Outcome {
    let (table, from) = moment_of(engine, request)?;
    // Its settings as they are, its items as they were (documented).
    let items = table.history.items_at(from.moment, &table.items);
    let source = Source { items, ..Source::of(table) };
    let response = restore(engine, &request.target_table_name, source, from, &request.overrides)?;
    Ok(Done::about(Response::RestoreTableToPointInTime(response.1), Some(response.0)))
}

/// Whether RestoreTableToPointInTime would go ahead.
pub(super) fn judge_to_point_in_time(
    engine: &Engine,
    request: &RestoreTableToPointInTimeRequest,
) -> Result<(), ServiceError> {
    let (table, from) = moment_of(engine, request)?;
    judge(engine, &request.target_table_name, &Source::of(table), &from, &request.overrides).map(drop)
}

/// The table and the moment that are to be restored.
fn moment_of<'e>(
    engine: &'e Engine,
    request: &RestoreTableToPointInTimeRequest,
) -> Result<(&'e Table, Restored), ServiceError> {
    let reference = source_of(engine, request)?;
    let asked = asked_moment(request)?;
    let by_arn = request.source_table_arn.is_some();
    let missing = |error: ServiceError| if by_arn { BackupError::NoSource.into() } else { error };
    let table = continuous_backups::known(&engine.catalogue, reference).map_err(missing)?;
    let recovery =
        Recovery::of(table, engine.around.now).ok_or_else(|| BackupError::RecoveryOff(table.name.clone()))?;
    let moment = asked.unwrap_or(recovery.latest);
    // What is told to be the latest moment is not the last one restored (observed).
    if moment < recovery.earliest || moment > engine.around.now {
        let (asked, earliest, latest) = (instant(moment), instant(recovery.earliest), instant(recovery.latest));
        return Err(BackupError::Moment { asked, earliest, latest, table: table.name.clone() }.into());
    }
    let table_arn = table_arn(&table.name, &engine.around.options);
    Ok((table, Restored { backup: None, table_arn, moment }))
}

/// What names the source: one of two members.
fn source_of<'r>(engine: &Engine, request: &'r RestoreTableToPointInTimeRequest) -> Result<&'r str, BackupFault> {
    let arn = match (&request.source_table_arn, &request.source_table_name) {
        (Some(_), Some(_)) => return Err(BackupFault::TwoSources),
        (None, None) => return Err(BackupFault::NoSource),
        (None, Some(name)) => return Ok(name),
        (Some(arn), None) => arn,
    };
    // A name is what is left of a table's resource name.
    if table_name_of(arn) == arn.as_str() {
        return Err(BackupFault::SourceArn);
    }
    let account = arn.split(':').nth(4);
    if account == Some(engine.around.options.account.as_str()) { Ok(arn) } else { Err(BackupFault::OtherAccount) }
}

/// The moment asked for; `None` for the latest.
fn asked_moment(request: &RestoreTableToPointInTimeRequest) -> Result<Option<Timestamp>, BackupFault> {
    match (request.restore_date_time, request.use_latest_restorable_time) {
        (Some(_), Some(true)) => Err(BackupFault::TwoMoments),
        (Some(seconds), _) => Ok(Some(moment(seconds))),
        (None, Some(true)) => Ok(None),
        (None, _) => Err(BackupFault::NoMoment),
    }
}

fn restore(
    engine: &mut Engine,
    target: &str,
    source: Source,
    from: Restored,
    overrides: &RestoreOverrides,
) -> Result<(Text, RestoreTableResponse), ServiceError> {
    let definition = judge(engine, target, &source, &from, overrides)?;
    let around = &mut engine.around;
    around.tables_made += 1;
    let name = Text::from(table_name_of(target));
    let id = create_table::uuid(&mut around.random);
    let mut table = Table::new(around.tables_made, id, name.clone(), definition, around.now);
    table.settings.encryption.key = match &overrides.sse_specification {
        Some(asked) => setting_checks::encryption_key(Some(asked), &around.options),
        None => source.encryption_key,
    };
    table.restored = Some(from);
    fill(&mut table, &source.items);
    let status = Some(table.status());
    let table_description = Box::new(describe::describe(&table, around.context()));
    lifecycle::restore_due(&table, around);
    engine.catalogue.add(table);
    around.record(EventKind::Table { table: name.clone(), status });
    Ok((name, RestoreTableResponse { table_description }))
}

/// What the table is to be made like, when it may be made.
fn judge(
    engine: &Engine,
    target: &str,
    source: &Source,
    from: &Restored,
    overrides: &RestoreOverrides,
) -> Result<TableDefinition, ServiceError> {
    check_target(engine, target, from)?;
    let definition = overrides::define(source, overrides, &engine.around.options)?;
    setting_checks::encryption(overrides.sse_specification.as_ref())?;
    if engine.catalogue.iter().len() >= engine.around.options.limits.tables {
        return Err(LimitExceeded::Tables(engine.around.options.limits.tables).into());
    }
    rate_checks::created(&engine.catalogue, &engine.around.options, &definition)?;
    Ok(definition)
}

/// The name must be free, and neither it nor the backup in the hands of another restore (observed, in this order).
fn check_target(engine: &Engine, target: &str, from: &Restored) -> Result<(), ServiceError> {
    let own = from.backup.clone().unwrap_or_else(|| from.table_arn.clone());
    if let Some(table) = engine.catalogue.get(target) {
        let restoring = table.restored.is_some() && table.stage == Stage::Creating;
        return Err(match restoring {
            true => BackupError::Restoring { table: target.to_owned(), arn: own }.into(),
            false => BackupError::TableExists(target.to_owned()).into(),
        });
    }
    if from.backup.is_some() && engine.catalogue.restoring().any(|restored| restored.backup == from.backup) {
        return Err(BackupError::InUse { by_another: true, arn: own }.into());
    }
    if engine.catalogue.restoring().count() >= MOST_RESTORES {
        return Err(LimitExceeded::Restores(MOST_RESTORES).into());
    }
    Ok(())
}

/// Puts the items in, and their entries. Nobody sees them before the table is ready.
fn fill(table: &mut Table, items: &Space<Arc<Item>>) {
    for step in items.walk(&KeyRange::all(), true) {
        let item = &step.row.value;
        for index in &mut table.indexes {
            let Some(entry) = entry(item, &index.definition, &table.keys) else { continue };
            let images = Images { before: None, after: Some(step.row) };
            if let Some((key, row)) = images.row_of(index, &table.keys, &entry) {
                index.put_entry(key, row);
            }
        }
        table.items.insert(step.key.clone(), step.row.clone());
    }
    table.count_vectors();
}

//! RestoreTableFromBackup and RestoreTableToPointInTime: create a table from a source, with its items. The table is
//! ready a while later, when its indexes are filled.
//!
//! These settings are not restored: stream, TTL, recovery, tags, protection, policy, class, scaling
//! (documented: backups-documented).

mod overrides;

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{
    BackupError, BackupFault, LimitExceeded, Response, RestoreOverrides, RestoreTableFromBackupRequest,
    RestoreTableResponse, RestoreTableToPointInTimeRequest, ServiceError, table_name_of,
};

use crate::rules::outcome::{Done, Outcome};
use crate::rules::{describe, rate_checks, setting_checks};
use crate::service::background::lifecycle;
use crate::service::engine::Engine;
use crate::service::operation::backup::{BackupArnParts, find, instant, moment};
use crate::service::operation::continuous_backups::{self, Recovery};
use crate::service::operation::create_table;
use crate::state::backups::Source;
use crate::state::definition::TableDefinition;
use crate::state::log::event::EventKind;
use crate::state::resource_name::{backup_arn, table_arn};
use crate::state::table::{Restored, Table};

/// The maximum number of concurrent restores (observed: restores-seen).
const MOST_RESTORES: usize = 50;

pub(super) fn from_backup(engine: &mut Engine, request: &RestoreTableFromBackupRequest) -> Outcome {
    let (source, from) = backed_up(engine, request)?;
    let response = restore(engine, &request.target_table_name, source, from, &request.overrides)?;
    Ok(Done::about(
        Response::RestoreTableFromBackup(response.1),
        Some(response.0),
    ))
}

/// Whether RestoreTableFromBackup would succeed.
pub(super) fn validate_from_backup(
    engine: &Engine,
    request: &RestoreTableFromBackupRequest,
) -> Result<(), ServiceError> {
    let (source, from) = backed_up(engine, request)?;
    validate(engine, &request.target_table_name, &source, &from, &request.overrides).map(drop)
}

/// The content of a backup.
fn backed_up(engine: &Engine, request: &RestoreTableFromBackupRequest) -> Result<(Source, Restored), ServiceError> {
    let arn = &request.backup_arn;
    let elsewhere = BackupArnParts::read(engine, arn)?.region != engine.shared.options.region;
    if elsewhere && request.overrides.sse_specification.is_none() {
        return Err(BackupFault::OtherRegion.into());
    }
    let (table, number, backup) = find(engine, arn)?;
    let (source, own) = (
        backup.source.clone(),
        backup_arn(&engine.shared.options, &table, &number),
    );
    let from = Restored {
        backup: Some(own),
        table_arn: backup.table_arn().to_owned(),
        moment: backup.created,
        indexed: None,
    };
    Ok((source, from))
}

pub(super) fn to_point_in_time(engine: &mut Engine, request: &RestoreTableToPointInTimeRequest) -> Outcome {
    let (table, from) = moment_of(engine, request)?;
    // Uses the current settings and the past items (documented: point-in-time-recovery).
    let items = table.history.items_at(from.moment, &table.items);
    let source = Source {
        items,
        ..Source::of(table)
    };
    let response = restore(engine, &request.target_table_name, source, from, &request.overrides)?;
    Ok(Done::about(
        Response::RestoreTableToPointInTime(response.1),
        Some(response.0),
    ))
}

/// Whether RestoreTableToPointInTime would succeed.
pub(super) fn validate_to_point_in_time(
    engine: &Engine,
    request: &RestoreTableToPointInTimeRequest,
) -> Result<(), ServiceError> {
    let (table, from) = moment_of(engine, request)?;
    validate(
        engine,
        &request.target_table_name,
        &Source::of(table),
        &from,
        &request.overrides,
    )
    .map(drop)
}

/// The table and the time to restore.
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
        Recovery::of(table, engine.shared.now).ok_or_else(|| BackupError::RecoveryOff(table.name.clone()))?;
    let moment = asked.unwrap_or(recovery.latest);
    // A time after the reported latest restorable time can be restored (observed: restores-seen).
    if moment < recovery.earliest || moment > engine.shared.now {
        let (asked, earliest, latest) = (instant(moment), instant(recovery.earliest), instant(recovery.latest));
        return Err(BackupError::Moment {
            asked,
            earliest,
            latest,
            table: table.name.clone(),
        }
        .into());
    }
    let table_arn = table_arn(&table.name, &engine.shared.options);
    Ok((
        table,
        Restored {
            backup: None,
            table_arn,
            moment,
            indexed: None,
        },
    ))
}

/// The source table, from exactly one of two members.
fn source_of<'r>(engine: &Engine, request: &'r RestoreTableToPointInTimeRequest) -> Result<&'r str, BackupFault> {
    let arn = match (&request.source_table_arn, &request.source_table_name) {
        (Some(_), Some(_)) => return Err(BackupFault::TwoSources),
        (None, None) => return Err(BackupFault::NoSource),
        (None, Some(name)) => return Ok(name),
        (Some(arn), None) => arn,
    };
    // `table_name_of` shortens an ARN of a table. An unchanged text is no such ARN.
    if table_name_of(arn) == arn.as_str() {
        return Err(BackupFault::SourceArn);
    }
    let account = arn.split(':').nth(4);
    if account == Some(engine.shared.options.account.as_str()) {
        Ok(arn)
    } else {
        Err(BackupFault::OtherAccount)
    }
}

/// The requested time; `None` for the latest.
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
    let definition = validate(engine, target, &source, &from, overrides)?;
    let shared = &mut engine.shared;
    shared.tables_made += 1;
    let name = Text::from(table_name_of(target));
    let id = create_table::uuid(&mut shared.random);
    let mut table = Table::new(shared.tables_made, id, name.clone(), definition, shared.now);
    table.settings.encryption.key = match &overrides.sse_specification {
        Some(asked) => setting_checks::encryption_key(Some(asked), &shared.options),
        None => source.encryption_key,
    };
    table.restored = Some(from);
    table.items.share(&source.items);
    let status = Some(table.status());
    let table_description = Box::new(describe::describe(&table, shared.context()));
    lifecycle::restore_due(&table, shared);
    engine.catalogue.add(table);
    shared.record(EventKind::Table {
        table: name.clone(),
        status,
    });
    Ok((name, RestoreTableResponse { table_description }))
}

/// The definition of the restored table, if it can be created.
fn validate(
    engine: &Engine,
    target: &str,
    source: &Source,
    from: &Restored,
    overrides: &RestoreOverrides,
) -> Result<TableDefinition, ServiceError> {
    check_target(engine, target, from)?;
    let definition = overrides::define(source, overrides, &engine.shared.options)?;
    setting_checks::encryption(overrides.sse_specification.as_ref())?;
    if engine.catalogue.iter().len() >= engine.shared.options.limits.tables {
        return Err(LimitExceeded::Tables(engine.shared.options.limits.tables).into());
    }
    rate_checks::created(&engine.catalogue, &engine.shared.options, &definition)?;
    Ok(definition)
}

/// Checks that the name is free, and that no other restore uses the name or the backup (observed: restores-seen, in
/// this order).
fn check_target(engine: &Engine, target: &str, from: &Restored) -> Result<(), ServiceError> {
    let own = from.backup.clone().unwrap_or_else(|| from.table_arn.clone());
    if let Some(table) = engine.catalogue.get(target) {
        return Err(match table.restoring().is_some() {
            true => BackupError::Restoring {
                table: target.to_owned(),
                arn: own,
            }
            .into(),
            false => BackupError::TableExists(target.to_owned()).into(),
        });
    }
    if from.backup.is_some()
        && engine
            .catalogue
            .restoring()
            .any(|restored| restored.backup == from.backup)
    {
        return Err(BackupError::InUse {
            by_another: true,
            arn: own,
        }
        .into());
    }
    if engine.catalogue.restoring().count() >= MOST_RESTORES {
        return Err(LimitExceeded::Restores(MOST_RESTORES).into());
    }
    Ok(())
}

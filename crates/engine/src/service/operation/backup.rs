//! CreateBackup, DescribeBackup, DeleteBackup, ListBackups, and the parsing of backup ARNs.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::{
    AccessDenied, BackupError, BackupFault, BackupStatus, BackupSummary, BackupType, BackupTypeFilter,
    CreateBackupRequest, CreateBackupResponse, DeleteBackupRequest, DescribeBackupRequest, ListBackupsRequest,
    ListBackupsResponse, Response, ServiceError, is_table_name, table_name_of,
};

use crate::rules::describe;
use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::continuous_backups;
use crate::state::backups::{Backup, Making};
use crate::state::resource_name::backup_arn;

/// The maximum number of backups in one list response (documented: backups-documented).
const MOST_LISTED: u32 = 100;

pub(super) fn create(engine: &mut Engine, request: CreateBackupRequest) -> Outcome {
    let table = continuous_backups::ready(&engine.catalogue, engine.shared.now, &request.table_name)?;
    let (name, shared) = (table.name.clone(), &mut engine.shared);
    let described = describe::describe(table, shared.context());
    // Uses the upper half of the random number, which is the better half.
    let unique = u32::try_from(shared.random.next_u64() >> 32).unwrap_or_default();
    let making = Making {
        name: request.backup_name,
        made_by: BackupType::User,
        days: None,
        unique,
    };
    let number = shared
        .backups
        .make(table, described, making, shared.now, &mut shared.remains);
    let arn = backup_arn(&shared.options, &name, &number);
    let made = shared.backups.get(&name, &number, shared.now);
    let backup = made.ok_or_else(|| BackupError::NotFound(arn.clone()))?;
    // Only CreateBackup reports CREATING (observed: backups-seen).
    let response = CreateBackupResponse {
        backup_details: backup.details(arn, BackupStatus::Creating),
    };
    Ok(Done::about(Response::CreateBackup(response), Some(name)))
}

pub(super) fn describe(engine: &Engine, request: &DescribeBackupRequest) -> Outcome {
    let (table, _, backup) = find(engine, &request.backup_arn)?;
    let description = backup.description(request.backup_arn.clone(), BackupStatus::Available);
    Ok(Done::about(Response::DescribeBackup(description), Some(table)))
}

pub(super) fn delete(engine: &mut Engine, request: &DeleteBackupRequest) -> Outcome {
    let arn = &request.backup_arn;
    let (table, number) = validate_deletion(engine, request)?;
    let missing = || ServiceError::from(BackupError::NotFound(arn.clone()));
    let removed = engine.shared.backups.remove(&table, &number).ok_or_else(missing)?;
    let description = removed.description(arn.clone(), BackupStatus::Deleted);
    removed.discard(&mut engine.shared.remains);
    Ok(Done::about(Response::DeleteBackup(description), Some(table)))
}

/// Returns the backup to delete, if it may be deleted.
pub(super) fn validate_deletion(
    engine: &Engine,
    request: &DeleteBackupRequest,
) -> Result<(Text, String), ServiceError> {
    let arn = &request.backup_arn;
    let (table, number, backup) = find(engine, arn)?;
    if let Some(expires) = backup.expires.filter(|_| backup.made_by == BackupType::System) {
        return Err(BackupFault::SystemBackup {
            arn: arn.clone(),
            expires: instant(expires),
        }
        .into());
    }
    let own = backup_arn(&engine.shared.options, &table, &number);
    if engine
        .catalogue
        .restoring()
        .any(|restored| restored.backup.as_deref() == Some(own.as_str()))
    {
        return Err(BackupError::InUse {
            by_another: false,
            arn: arn.clone(),
        }
        .into());
    }
    Ok((table, number))
}

impl Engine {
    /// The backups of every table that has or had this name, in order of creation.
    #[must_use]
    pub fn backups_of(&self, table: &str) -> Vec<BackupSummary> {
        let of = self
            .shared
            .backups
            .iter(self.shared.now)
            .filter(|(of, ..)| of.as_str() == table);
        of.map(|(table, number, backup)| backup.summary(backup_arn(&self.shared.options, table, number)))
            .collect()
    }
}

/// A missing table has no backups, or those that remain after its deletion (observed: backups-seen, the name is only a
/// filter).
pub(super) fn list(engine: &Engine, request: &ListBackupsRequest) -> Outcome {
    let bound = |seconds: Option<f64>| seconds.map(moment);
    let (lower, upper) = (
        bound(request.time_range_lower_bound),
        bound(request.time_range_upper_bound),
    );
    if lower.zip(upper).is_some_and(|(lower, upper)| lower > upper) {
        return Err(BackupFault::TimeRange.into());
    }
    if let Some(reference) = &request.table_name {
        engine.catalogue.account_scope().check_table(reference)?;
    }
    let start = request
        .exclusive_start_backup_arn
        .as_deref()
        .map(|arn| position(engine, arn))
        .transpose()?;
    let wanted = request.backup_type.unwrap_or(BackupTypeFilter::User);
    let only = request.table_name.as_deref().map(table_name_of);
    let found = engine
        .shared
        .backups
        .iter(engine.shared.now)
        .filter(|(table, number, backup)| {
            let is_kind = match wanted {
                BackupTypeFilter::All => true,
                BackupTypeFilter::User => backup.made_by == BackupType::User,
                BackupTypeFilter::System => backup.made_by == BackupType::System,
                BackupTypeFilter::AwsBackup => backup.made_by == BackupType::AwsBackup,
            };
            let made = Timestamp::from_millis(backup.created.millis());
            is_kind
                && only.is_none_or(|only| *table == only)
                && lower.is_none_or(|lower| made >= lower)
                && upper.is_none_or(|upper| made <= upper)
                && start
                    .as_ref()
                    .is_none_or(|start| (table.as_str(), *number) > (start.0.as_str(), start.1.as_str()))
        });
    let limit = request.limit.unwrap_or(MOST_LISTED) as usize;
    let arn_of = |(table, number, backup): (&Text, &str, &Backup)| {
        backup.summary(backup_arn(&engine.shared.options, table, number))
    };
    let mut summaries: Vec<_> = found.take(limit + 1).map(arn_of).collect();
    let more = summaries.len() > limit;
    summaries.truncate(limit);
    let last = summaries
        .last()
        .filter(|_| more)
        .map(|summary| summary.details.backup_arn.clone());
    let response = ListBackupsResponse {
        backup_summaries: summaries,
        last_evaluated_backup_arn: last,
    };
    Ok(Done::about(Response::ListBackups(response), None))
}

/// The position after which a list continues. The backup at this position may not exist (observed: backups-seen).
fn position(engine: &Engine, arn: &str) -> Result<(Text, String), ServiceError> {
    let named = BackupArnParts::read(engine, arn)?;
    let is_here = named.region == engine.shared.options.region;
    if is_here {
        Ok((named.table.into(), named.number.to_owned()))
    } else {
        Err(BackupFault::StartElsewhere.into())
    }
}

/// The backup with this ARN, with its table and number.
pub(super) fn find<'e>(engine: &'e Engine, arn: &str) -> Result<(Text, String, &'e Backup), ServiceError> {
    let named = BackupArnParts::read(engine, arn)?;
    let missing = || BackupError::NotFound(arn.to_owned());
    let backup = engine
        .shared
        .backups
        .get(named.table, named.number, engine.shared.now)
        .ok_or_else(missing)?;
    Ok((named.table.into(), named.number.to_owned(), backup))
}

/// The parts of a backup's ARN.
pub(super) struct BackupArnParts<'a> {
    pub(super) region: &'a str,
    table: &'a str,
    number: &'a str,
}

impl<'a> BackupArnParts<'a> {
    /// Parses an ARN. Checks its form first, then its account, then the rest (observed: backups-seen).
    pub(super) fn read(engine: &Engine, arn: &'a str) -> Result<Self, ServiceError> {
        let parts: Vec<&str> = arn.splitn(6, ':').collect();
        let [prefix, partition, service, region, account, resource] = parts.as_slice() else {
            return Err(BackupFault::NoArn.into());
        };
        let named = resource
            .strip_prefix("table/")
            .and_then(|rest| rest.split_once("/backup/"));
        let (table, number) = named
            .filter(|(table, _)| is_table_name(table))
            .ok_or(BackupFault::NoArn)?;
        if *prefix != "arn" || number.is_empty() || number.contains('/') {
            return Err(BackupFault::NoArn.into());
        }
        if *account != engine.shared.options.account || region.is_empty() {
            return Err(AccessDenied::Elsewhere.into());
        }
        if *partition != "aws" || *service != "dynamodb" || !is_region(region) || !is_number(number) {
            return Err(BackupFault::BadArn.into());
        }
        Ok(Self { region, table, number })
    }
}

/// Whether the text has the form of a Region name; the list of Regions is unknown here.
fn is_region(region: &str) -> bool {
    let parts: Vec<&str> = region.split('-').collect();
    let digits = parts
        .last()
        .is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()) && !last.is_empty());
    parts.len() >= 3 && digits
}

/// Whether the text consists of fourteen digits of time and eight random digits.
fn is_number(number: &str) -> bool {
    let Some((time, chance)) = number.split_once('-') else {
        return false;
    };
    time.len() == 14
        && time.bytes().all(|byte| byte.is_ascii_digit())
        && chance.len() == 8
        && chance.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Converts epoch seconds to a time, rounded to the millisecond (observed: backups-seen).
pub(super) fn moment(seconds: f64) -> Timestamp {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates, as it should"
    )]
    let millis = (seconds * 1_000.0).round() as u64;
    Timestamp::from_millis(millis)
}

/// Formats a time as the service does here: without a zero fraction (observed: backups-seen).
pub(super) fn instant(moment: Timestamp) -> String {
    moment.to_string().replace(".000Z", "Z")
}

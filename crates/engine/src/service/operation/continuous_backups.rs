//! UpdateContinuousBackups and DescribeContinuousBackups: enable and disable point-in-time recovery, and set its
//! recovery period.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{
    BackupError, ContinuousBackupsResponse, DescribeContinuousBackupsRequest, PointInTimeRecovery, Response,
    ServiceError, UpdateContinuousBackupsRequest, table_name_of,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::state::catalogue::Catalogue;
use crate::state::table::{Stage, Table};

/// The default recovery period in days (documented: point-in-time-recovery).
const DEFAULT_DAYS: u32 = 35;
/// How far the latest restorable time is behind the current time (documented: point-in-time-recovery).
const BEHIND: Duration = Duration::from_minutes(5);

pub(super) fn update(engine: &mut Engine, request: &UpdateContinuousBackupsRequest) -> Outcome {
    let name = ready(&engine.catalogue, engine.shared.now, &request.table_name)?
        .name
        .clone();
    let now = engine.shared.now;
    let table = engine.catalogue.named_mut(&name)?;
    let before = table.settings.recovery;
    // Recovery starts at the beginning of the current second (observed: recovery-seen). An omitted period stays
    // unchanged.
    let since = before.map_or(now.floor_to(Duration::from_seconds(1)), |(_, since)| since);
    let asked = &request.point_in_time_recovery_specification;
    let days = asked
        .recovery_period_in_days
        .or(before.map(|(days, _)| days))
        .unwrap_or(DEFAULT_DAYS);
    // A shorter period drops history at once; a longer one restores none (documented: point-in-time-recovery).
    let kept = days.min(before.map_or(days, |(days, _)| days));
    let since = since.max(now - Duration::from_days(u64::from(kept)));
    table.settings.recovery = asked.point_in_time_recovery_enabled.then_some((days, since));
    if !asked.point_in_time_recovery_enabled {
        std::mem::take(&mut table.history).discard(&mut engine.shared.remains);
    }
    let response = Response::UpdateContinuousBackups(description(table, now));
    Ok(Done::about(response, Some(name)))
}

pub(super) fn describe(engine: &Engine, request: &DescribeContinuousBackupsRequest) -> Outcome {
    let table = known(&engine.catalogue, &request.table_name)?;
    let response = Response::DescribeContinuousBackups(description(table, engine.shared.now));
    Ok(Done::about(response, Some(table.name.clone())))
}

impl Engine {
    /// Continuous backups of a table, as DescribeContinuousBackups returns them; `None` before the table is ready.
    #[must_use]
    pub fn continuous_backups(&self, table: &str) -> Option<ContinuousBackupsResponse> {
        known(&self.catalogue, table)
            .ok()
            .map(|table| description(table, self.shared.now))
    }
}

/// Finds a table that is ready. Backup operations have their own exception for a table that is not
/// (observed: recovery-seen).
pub(super) fn known<'e>(catalogue: &'e Catalogue, reference: &str) -> Result<&'e Table, ServiceError> {
    catalogue.account_scope().check_table(reference)?;
    let table = catalogue.get(reference).filter(|table| table.stage == Stage::Live);
    table.ok_or_else(|| ServiceError::TableNotFound {
        table: table_name_of(reference).to_owned(),
    })
}

/// The table, if its backups are on: shortly after it is ready (observed: recovery-seen).
pub(super) fn ready<'e>(catalogue: &'e Catalogue, now: Timestamp, reference: &str) -> Result<&'e Table, ServiceError> {
    let table = known(catalogue, reference)?;
    if is_on(table, now) {
        Ok(table)
    } else {
        Err(BackupError::Enabling(table.name.clone()).into())
    }
}

fn is_on(table: &Table, now: Timestamp) -> bool {
    table.settings.backups_from.is_some_and(|from| from <= now)
}

/// The restorable times of a table.
pub(super) struct Recovery {
    days: u32,
    pub(super) earliest: Timestamp,
    /// The latest restorable time.
    pub(super) latest: Timestamp,
}

impl Recovery {
    /// The restorable times of a table; `None` while point-in-time recovery is off.
    pub(super) fn of(table: &Table, now: Timestamp) -> Option<Self> {
        let (days, since) = table.settings.recovery?;
        let kept = since.max(now - Duration::from_days(u64::from(days)));
        let earliest = table.history.forgotten().map_or(kept, |forgotten| kept.max(forgotten));
        let latest = earliest.max((now - BEHIND).floor_to(Duration::from_millis(1)));
        Some(Self { days, earliest, latest })
    }
}

fn description(table: &Table, now: Timestamp) -> ContinuousBackupsResponse {
    let recovery = Recovery::of(table, now).map(|recovery| PointInTimeRecovery {
        recovery_period_in_days: recovery.days,
        earliest_restorable_date_time: recovery.earliest.as_epoch_seconds_f64(),
        latest_restorable_date_time: recovery.latest.as_epoch_seconds_f64(),
    });
    ContinuousBackupsResponse {
        enabled: is_on(table, now),
        point_in_time_recovery: recovery,
    }
}

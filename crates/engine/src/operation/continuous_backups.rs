//! UpdateContinuousBackups and DescribeContinuousBackups: point-in-time recovery as a setting. Nothing can be restored
//! here.

use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{
    ContinuousBackupsResponse, DescribeContinuousBackupsRequest, PointInTimeRecovery, Response, ServiceError,
    UpdateContinuousBackupsRequest, table_name_of,
};

use super::{Done, Outcome};
use crate::Engine;
use crate::table::{Stage, Table};

/// Days back unless said otherwise (documented).
const DEFAULT_DAYS: u32 = 35;
/// How far behind the latest restorable moment is (documented).
const BEHIND: Duration = Duration::from_minutes(5);

#[inline(never)]
pub(super) fn update(engine: &mut Engine, request: &UpdateContinuousBackupsRequest) -> Outcome {
    let name = known(engine, &request.table_name)?.name.clone();
    let now = engine.now;
    let table = engine.catalogue.named_mut(&name)?;
    let since = table.settings.recovery.map_or(now, |(_, since)| since);
    let days = request.recovery_period_in_days.unwrap_or(DEFAULT_DAYS);
    table.settings.recovery = request.point_in_time_recovery_enabled.then_some((days, since));
    let response = Response::UpdateContinuousBackups(told(engine.catalogue.named(&name)?, now));
    Ok(Done::about(response, Some(name)))
}

#[inline(never)]
pub(super) fn describe(engine: &Engine, request: &DescribeContinuousBackupsRequest) -> Outcome {
    let table = known(engine, &request.table_name)?;
    let response = Response::DescribeContinuousBackups(told(table, engine.now));
    Ok(Done::about(response, Some(table.name.clone())))
}

/// Backups do not know a table before it is ready, and have an exception of their own for that (observed).
#[inline(never)]
pub(super) fn known<'e>(engine: &'e Engine, reference: &str) -> Result<&'e Table, ServiceError> {
    engine.catalogue.home().check_table(reference)?;
    let table = engine.catalogue.get(reference).filter(|table| table.stage == Stage::Live);
    table.ok_or_else(|| ServiceError::TableNotFound { table: table_name_of(reference).to_owned() })
}

fn told(table: &Table, now: Timestamp) -> ContinuousBackupsResponse {
    let recovery = table.settings.recovery.map(|(days, since)| PointInTimeRecovery {
        recovery_period_in_days: days,
        earliest_restorable_date_time: since.max(now - Duration::from_days(u64::from(days))).as_epoch_seconds_f64(),
        latest_restorable_date_time: since.max(now - BEHIND).as_epoch_seconds_f64(),
    });
    ContinuousBackupsResponse { point_in_time_recovery: recovery }
}

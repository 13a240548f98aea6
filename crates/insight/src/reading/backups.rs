//! What a table can be restored from: its backups, and the recovery period of point-in-time recovery.

use hashrange_time::Timestamp;
use hashrange_wire::{BackupDetails, BackupStatus, BackupType};

use super::question::{Question, Service};
use super::questions::{BackupsQuestion, RecoveryQuestion};

/// A backup.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Backup {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// Bytes of its items.
    pub bytes: u64,
    /// Its status.
    pub status: BackupStatus,
    /// Its type: who created it.
    pub made_by: BackupType,
    /// When it was created.
    pub made: Timestamp,
    /// When it expires, if it does.
    pub ends: Option<Timestamp>,
}

/// Point-in-time recovery of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recovery {
    /// The restorable times; `None` while recovery is off, and before the table is ready.
    pub kept: Option<RecoveryWindow>,
}

/// The restorable times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecoveryWindow {
    /// The length of the recovery period in days.
    pub days: u32,
    /// The earliest time.
    pub earliest: Timestamp,
    /// The latest time.
    pub latest: Timestamp,
}

impl Question for BackupsQuestion {
    type Reading = Vec<Backup>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<Backup>> {
        let backups = engine.backups_of(&self.table).into_iter();
        Some(backups.map(|summary| Backup::of(summary.details)).collect())
    }
}

impl Question for RecoveryQuestion {
    type Reading = Recovery;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Recovery> {
        let kept = engine
            .continuous_backups(&self.table)
            .and_then(|reported| reported.point_in_time_recovery);
        Some(Recovery {
            kept: kept.map(|kept| RecoveryWindow {
                days: kept.recovery_period_in_days,
                earliest: moment(kept.earliest_restorable_date_time),
                latest: moment(kept.latest_restorable_date_time),
            }),
        })
    }
}

impl Backup {
    fn of(details: BackupDetails) -> Self {
        Self {
            arn: details.backup_arn,
            name: details.backup_name,
            bytes: details.backup_size_bytes,
            status: details.backup_status,
            made_by: details.backup_type,
            made: moment(details.backup_creation_date_time),
            ends: details.backup_expiry_date_time.map(moment),
        }
    }
}

/// Epoch seconds as the service returns them.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn moment(seconds: f64) -> Timestamp {
    Timestamp::from_micros((seconds.max(0.0) * 1e6).round() as u64)
}

//! What a table can be restored from: its backups, and the moments that point-in-time recovery keeps.

use hashrange_time::Timestamp;
use hashrange_wire::{BackupDetails, BackupStatus, BackupType};

use super::asks::{BackupsAsk, RecoveryAsk};
use super::question::{Question, Service};

/// A backup.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Backup {
    /// Its resource name.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// Bytes of its items.
    pub bytes: u64,
    /// Where it is in its life.
    pub status: BackupStatus,
    /// Who made it.
    pub made_by: BackupType,
    /// When it was made.
    pub made: Timestamp,
    /// When it ends, if it does.
    pub ends: Option<Timestamp>,
}

/// Point-in-time recovery of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Recovery {
    /// What can be restored; `None` while it is off, and before the table is ready.
    pub kept: Option<RecoveryWindow>,
}

/// The moments that can be restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecoveryWindow {
    /// Days back.
    pub days: u32,
    /// The earliest moment.
    pub earliest: Timestamp,
    /// The latest moment.
    pub latest: Timestamp,
}

impl Question for BackupsAsk {
    type Reading = Vec<Backup>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<Backup>> {
        let backups = engine.backups_of(&self.table).into_iter();
        Some(backups.map(|summary| Backup::of(summary.details)).collect())
    }
}

impl Question for RecoveryAsk {
    type Reading = Recovery;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Recovery> {
        let kept = engine.continuous_backups(&self.table).and_then(|told| told.point_in_time_recovery);
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

/// Epoch seconds as the service tells them.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn moment(seconds: f64) -> Timestamp {
    Timestamp::from_micros((seconds.max(0.0) * 1e6).round() as u64)
}

//! Backups: of a table as it stands, continuous ones, and tables restored from either.

use hashrange_values::Text;

use super::closed_set::closed_set;
use super::table_description::TableDescription;

closed_set! {
    /// Where a backup is in its life.
    BackupStatus {
        /// Being made.
        Creating = "CREATING",
        /// Gone.
        Deleted = "DELETED",
        /// Ready to be restored.
        Available = "AVAILABLE",
    }
}

closed_set! {
    /// Who made a backup.
    BackupType {
        /// A request.
        User = "USER",
        /// The service, of a table deleted while point-in-time recovery was on.
        System = "SYSTEM",
        /// Another service; none here does.
        AwsBackup = "AWS_BACKUP",
    }
}

closed_set! {
    /// Which backups are listed.
    BackupTypeFilter {
        /// Those of requests.
        User = "USER",
        /// Those of the service.
        System = "SYSTEM",
        /// Those of another service.
        AwsBackup = "AWS_BACKUP",
        /// Every backup.
        All = "ALL",
    }
}

/// Answer to DescribeContinuousBackups and UpdateContinuousBackups.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ContinuousBackupsResponse {
    /// Whether the table's backups are on: by themselves, a moment after the table is ready (observed).
    pub enabled: bool,
    /// Point-in-time recovery; `None` while off.
    pub point_in_time_recovery: Option<PointInTimeRecovery>,
}

/// Point-in-time recovery while it is on.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PointInTimeRecovery {
    /// Days back.
    pub recovery_period_in_days: u32,
    /// Epoch seconds of the earliest moment.
    pub earliest_restorable_date_time: f64,
    /// Epoch seconds of the latest moment.
    pub latest_restorable_date_time: f64,
}

/// A backup by itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BackupDetails {
    /// Its resource name, as the caller spelled it where there is one.
    pub backup_arn: String,
    /// Its name.
    pub backup_name: String,
    /// Bytes of its items, as its table told them.
    pub backup_size_bytes: u64,
    /// Where it is in its life.
    pub backup_status: BackupStatus,
    /// Who made it.
    pub backup_type: BackupType,
    /// Epoch seconds of its making.
    pub backup_creation_date_time: f64,
    /// Epoch seconds of its end, when it has one.
    pub backup_expiry_date_time: Option<f64>,
}

/// A backup with the table it is of: answer to DescribeBackup and DeleteBackup.
#[derive(Clone, Debug, PartialEq)]
pub struct BackupDescription {
    /// The backup.
    pub backup_details: BackupDetails,
    /// The table as it was.
    pub source: Box<TableDescription>,
    /// The attribute items expired by, if they did.
    pub expires_by: Option<Text>,
}

/// A backup in a list.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BackupSummary {
    /// The backup.
    pub details: BackupDetails,
    /// The table's name.
    pub table_name: String,
    /// Its resource name.
    pub table_arn: String,
    /// Unique among all tables that ever had the name.
    pub table_id: String,
}

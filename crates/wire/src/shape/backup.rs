//! Backups: on-demand, continuous, and tables restored from either.

use hashrange_values::Text;

use super::closed_set::closed_set;
use super::table_description::TableDescription;

closed_set! {
    /// The status of a backup.
    BackupStatus {
        /// The backup is being created.
        Creating = "CREATING",
        /// The backup was deleted.
        Deleted = "DELETED",
        /// The backup can be restored.
        Available = "AVAILABLE",
    }
}

closed_set! {
    /// The creator of a backup.
    BackupType {
        /// A CreateBackup request.
        User = "USER",
        /// The service, when a table is deleted while point-in-time recovery is on.
        System = "SYSTEM",
        /// AWS Backup. No such backup exists here.
        AwsBackup = "AWS_BACKUP",
    }
}

closed_set! {
    /// Which backups are listed.
    BackupTypeFilter {
        /// Backups that requests created.
        User = "USER",
        /// Backups that the service created.
        System = "SYSTEM",
        /// Backups that AWS Backup created.
        AwsBackup = "AWS_BACKUP",
        /// Every backup.
        All = "ALL",
    }
}

/// Response to DescribeContinuousBackups and UpdateContinuousBackups.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ContinuousBackupsResponse {
    /// Whether continuous backups are on. They start automatically shortly after the table is ready
    /// (observed: recovery-seen).
    pub enabled: bool,
    /// Point-in-time recovery; `None` while off.
    pub point_in_time_recovery: Option<PointInTimeRecovery>,
}

/// Point-in-time recovery while it is on.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PointInTimeRecovery {
    /// The length of the recovery period in days.
    pub recovery_period_in_days: u32,
    /// The earliest restorable time, in epoch seconds.
    pub earliest_restorable_date_time: f64,
    /// The latest restorable time, in epoch seconds.
    pub latest_restorable_date_time: f64,
}

/// The details of a backup, without its table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BackupDetails {
    /// Its ARN. Spelled as in the request, if the request names the backup.
    pub backup_arn: String,
    /// Its name.
    pub backup_name: String,
    /// The size of its items in bytes, as its table reported it.
    pub backup_size_bytes: u64,
    /// Its status.
    pub backup_status: BackupStatus,
    /// Its creator.
    pub backup_type: BackupType,
    /// Epoch seconds of its creation.
    pub backup_creation_date_time: f64,
    /// Epoch seconds of its expiry, if it expires.
    pub backup_expiry_date_time: Option<f64>,
}

/// A backup with its table: response to DescribeBackup and DeleteBackup.
#[derive(Clone, Debug, PartialEq)]
pub struct BackupDescription {
    /// The backup.
    pub backup_details: BackupDetails,
    /// The table at the time of the backup.
    pub source: Box<TableDescription>,
    /// The TTL attribute, if TTL was enabled.
    pub expires_by: Option<Text>,
}

/// A backup in a list.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BackupSummary {
    /// The backup.
    pub details: BackupDetails,
    /// The table's name.
    pub table_name: String,
    /// Its ARN.
    pub table_arn: String,
    /// Identifies the table among all tables that ever had its name.
    pub table_id: String,
}

//! Backups: of a table as it stands, continuous ones, and tables restored from either.

use hashrange_values::Text;

use super::closed_set::closed_set;
use super::table_definition::{BillingMode, GlobalSecondaryIndex, LocalSecondaryIndex, ProvisionedThroughput};
use super::table_description::TableDescription;
use super::table_settings::{OnDemandThroughput, SseSpecification};
use super::vector::VectorIndex;

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

/// CreateBackup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreateBackupRequest {
    /// The table's name.
    pub table_name: String,
    /// The backup's name, which others may have too.
    pub backup_name: String,
}

/// DescribeBackup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeBackupRequest {
    /// The backup's resource name.
    pub backup_arn: String,
}

/// DeleteBackup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteBackupRequest {
    /// The backup's resource name.
    pub backup_arn: String,
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

/// Answer to CreateBackup.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateBackupResponse {
    /// The backup.
    pub backup_details: BackupDetails,
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

/// ListBackups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListBackupsRequest {
    /// One table only.
    pub table_name: Option<String>,
    /// Backups to answer with at most.
    pub limit: Option<u32>,
    /// Epoch seconds: none made before.
    pub time_range_lower_bound: Option<f64>,
    /// Epoch seconds: none made after.
    pub time_range_upper_bound: Option<f64>,
    /// Where the page before ended.
    pub exclusive_start_backup_arn: Option<String>,
    /// Whose backups; those of requests when left out.
    pub backup_type: Option<BackupTypeFilter>,
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

/// Answer to ListBackups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListBackupsResponse {
    /// The backups, oldest first within a table.
    pub backup_summaries: Vec<BackupSummary>,
    /// Where this page ended, when others follow.
    pub last_evaluated_backup_arn: Option<String>,
}

/// What is otherwise in a table restored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestoreOverrides {
    /// How throughput is to be paid for.
    pub billing_mode: Option<BillingMode>,
    /// The global indexes to restore; all when left out.
    pub global_secondary_indexes: Option<Vec<GlobalSecondaryIndex>>,
    /// The local indexes to restore; all when left out.
    pub local_secondary_indexes: Option<Vec<LocalSecondaryIndex>>,
    /// The vector indexes to restore; all when left out.
    pub vector_indexes: Option<Vec<VectorIndex>>,
    /// The table's throughput.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
    /// Most the table may use on demand.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// Encryption.
    pub sse_specification: Option<SseSpecification>,
}

/// RestoreTableFromBackup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RestoreTableFromBackupRequest {
    /// The name of the table to make.
    pub target_table_name: String,
    /// The backup's resource name.
    pub backup_arn: String,
    /// What is otherwise than in the backup.
    pub overrides: RestoreOverrides,
}

/// RestoreTableToPointInTime.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoreTableToPointInTimeRequest {
    /// The source's resource name.
    pub source_table_arn: Option<String>,
    /// The source's name.
    pub source_table_name: Option<String>,
    /// The name of the table to make.
    pub target_table_name: String,
    /// To the latest moment there is.
    pub use_latest_restorable_time: Option<bool>,
    /// Epoch seconds of the moment.
    pub restore_date_time: Option<f64>,
    /// What is otherwise than in the source.
    pub overrides: RestoreOverrides,
}

/// Answer to RestoreTableFromBackup and RestoreTableToPointInTime.
#[derive(Clone, Debug, PartialEq)]
pub struct RestoreTableResponse {
    /// The table as it begins.
    pub table_description: Box<TableDescription>,
}

//! Backups: on-demand, continuous, and tables restored from either.

use hashrange_values::Text;

use super::closed_set::closed_set;
use super::table_definition::{
    BillingMode, GlobalSecondaryIndex, KeySchemaElement, LocalSecondaryIndex, ProvisionedThroughput,
};
use super::table_description::{SseDescription, TableDescription};
use super::table_settings::{OnDemandThroughput, StreamSpecification};
use super::time_to_live::TimeToLiveStatus;
use super::vector::VectorIndex;

closed_set! {
    /// The status of a backup.
    #[derive(Default)]
    BackupStatus {
        /// The backup is being created.
        Creating = "CREATING",
        /// The backup was deleted.
        Deleted = "DELETED",
        /// The backup can be restored.
        #[default]
        Available = "AVAILABLE",
    }
}

closed_set! {
    /// The creator of a backup.
    #[derive(Default)]
    BackupType {
        /// A CreateBackup request.
        #[default]
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
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BackupDescription {
    /// The backup itself.
    pub backup_details: BackupDetails,
    /// The table when the backup was created.
    pub source_table_details: Box<SourceTableDetails>,
    /// Its indexes and settings at that time.
    pub source_table_feature_details: Box<SourceTableFeatureDetails>,
}

/// A table when its backup was created.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceTableDetails {
    /// Its billing mode. Reported for every table, unlike in the table's own description (observed: backups-seen).
    pub billing_mode: BillingMode,
    /// The number of its items.
    pub item_count: u64,
    /// Its primary key.
    pub key_schema: Vec<KeySchemaElement>,
    /// The maximum throughput on demand, if it was limited.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// Its throughput; 0 on demand.
    pub provisioned_throughput: ProvisionedThroughput,
    /// Its ARN.
    pub table_arn: String,
    /// Epoch seconds of its creation.
    pub table_creation_date_time: Option<f64>,
    /// Identifies the table among all tables that ever had its name.
    pub table_id: String,
    /// Its name.
    pub table_name: String,
    /// The size of its items in bytes.
    pub table_size_bytes: u64,
}

/// The indexes and settings of a table when its backup was created. Those that it did not have are absent
/// (observed: backups-seen).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceTableFeatureDetails {
    /// Its local secondary indexes.
    pub local_secondary_indexes: Vec<LocalSecondaryIndex>,
    /// Its global secondary indexes.
    pub global_secondary_indexes: Vec<GlobalSecondaryIndex>,
    /// Its stream, if it was enabled.
    pub stream_description: Option<StreamSpecification>,
    /// Its TTL, if it was on.
    pub time_to_live_description: Option<TimeToLiveDescription>,
    /// How it was encrypted.
    pub sse_description: Option<SseDescription>,
    /// Its vector indexes.
    pub vector_indexes: Vec<VectorIndex>,
}

/// The TTL of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeToLiveDescription {
    /// The TTL attribute.
    pub attribute_name: Text,
    /// The status of TTL.
    pub time_to_live_status: TimeToLiveStatus,
}

impl BackupDescription {
    /// The description of a backup of a table, whose items expired by this attribute.
    #[must_use]
    pub fn of(backup_details: BackupDetails, table: &TableDescription, expires_by: Option<&Text>) -> Self {
        let on = |attribute_name: &Text| TimeToLiveDescription {
            attribute_name: attribute_name.clone(),
            time_to_live_status: TimeToLiveStatus::Enabled,
        };
        Self {
            backup_details,
            source_table_details: Box::new(SourceTableDetails {
                billing_mode: table
                    .billing_mode_summary
                    .map_or(BillingMode::Provisioned, |summary| summary.billing_mode),
                item_count: table.item_count,
                key_schema: table.key_schema.clone(),
                on_demand_throughput: table.on_demand_throughput,
                provisioned_throughput: table.provisioned_throughput.rate(),
                table_arn: table.table_arn.clone(),
                table_creation_date_time: table.creation_date_time,
                table_id: table.table_id.clone(),
                table_name: table.table_name.clone(),
                table_size_bytes: table.table_size_bytes,
            }),
            source_table_feature_details: Box::new(SourceTableFeatureDetails {
                local_secondary_indexes: table.local_secondary_indexes.iter().map(Into::into).collect(),
                global_secondary_indexes: table.global_secondary_indexes.iter().map(Into::into).collect(),
                stream_description: table.stream_specification.filter(|stream| stream.stream_enabled),
                time_to_live_description: expires_by.map(on),
                sse_description: table.sse_description.clone(),
                vector_indexes: table.vector_indexes.iter().map(|index| index.index.clone()).collect(),
            }),
        }
    }
}

/// A backup in a list.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
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

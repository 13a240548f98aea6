//! Refused backups and restores. Texts are observed: backups-seen.

use hashrange_values::Text;

/// A refused backup or restore that has its own exception.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// No backup has this ARN. The text contains the ARN as sent.
    #[error("Backup not found: {0}")]
    NotFound(String),
    /// A backup that is being restored.
    #[error("Backup is being used to restore {another}table: {arn}", another = if *.by_another { "another " } else { "" })]
    InUse {
        /// Whether another restore requested it.
        by_another: bool,
        /// The backup.
        arn: String,
    },
    /// A backup of a new table, for which backups are not enabled yet.
    #[error("Backups are being enabled for the table: {0}. Please retry later")]
    Enabling(Text),
    /// A restore to a past time, of a table without point-in-time recovery.
    #[error("Point in time recovery is not enabled for table '{0}'")]
    RecoveryOff(Text),
    /// A time outside the recovery period.
    #[error(
        "RestoreDateTime '{asked}' must be within EarliestRestorableDateTime '{earliest}' and LatestRestorableDateTime '{latest}' for table '{table}'"
    )]
    Moment {
        /// The requested time.
        asked: String,
        /// The earliest restorable time.
        earliest: String,
        /// The latest restorable time.
        latest: String,
        /// The table.
        table: Text,
    },
    /// No source table has this ARN.
    #[error("Table not found")]
    NoSource,
    /// A target table name that already exists.
    #[error("Table already exists: {0}")]
    TableExists(String),
    /// A target table name of a restore in progress.
    #[error("Table: {table} is already being restored from backup: {arn}")]
    Restoring {
        /// The table.
        table: String,
        /// The backup.
        arn: String,
    },
}

impl BackupError {
    /// The exception's name on the wire.
    #[must_use]
    pub fn exception(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "BackupNotFoundException",
            Self::InUse { .. } => "BackupInUseException",
            Self::Enabling(_) => "ContinuousBackupsUnavailableException",
            Self::RecoveryOff(_) => "PointInTimeRecoveryUnavailableException",
            Self::Moment { .. } => "InvalidRestoreTimeException",
            Self::NoSource => "TableNotFoundException",
            Self::TableExists(_) => "TableAlreadyExistsException",
            Self::Restoring { .. } => "TableInUseException",
        }
    }
}

/// A request about backups with contradictory parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupFault {
    /// An ARN that is not a backup's.
    #[error("Invalid Backup ARN")]
    NoArn,
    /// An ARN that no backup can have.
    #[error("Invalid Request: BackupArn is not valid")]
    BadArn,
    /// A backup in another Region.
    #[error("Invalid Request: sseSpecificationOverride must be provided for cross-region restores")]
    OtherRegion,
    /// An ExclusiveStartBackupArn of another Region.
    #[error("Invalid Request: The supplied ExclusiveStartBackupArn does not match the region")]
    StartElsewhere,
    /// A time range whose end is before its beginning.
    #[error(
        "One or more parameter values were invalid: Time range lower bound must be less than or equal to upper bound"
    )]
    TimeRange,
    /// A system backup, which the service created.
    #[error(
        "Invalid Request: User is not allowed to delete the system backup with arn {arn}. It will automatically expire on {expires}"
    )]
    SystemBackup {
        /// The backup.
        arn: String,
        /// The time of its automatic deletion.
        expires: String,
    },
    /// Two names of a source. The beginning of the service's text is unknown.
    #[error("Invalid Request: Must provide exactly one of: sourceTableArn, sourceTableName")]
    TwoSources,
    /// No source.
    #[error("The parameter 'TableName' is required but was not present in the request")]
    NoSource,
    /// A source that is not an ARN. The beginning of the text is inferred: restore-source-words.
    #[error("One or more parameter values were invalid: sourceTableArn is not a valid ARN")]
    SourceArn,
    /// A source of another account.
    #[error("This action is only supported by accounts that match the resource owner’s account.")]
    OtherAccount,
    /// Both a time and the latest time are given.
    #[error(
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. Please specify either RestoreDateTime time or UseLatestRestorableTime"
    )]
    TwoMoments,
    /// No time is given.
    #[error(
        "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both"
    )]
    NoMoment,
    /// Provisioned throughput with on-demand billing.
    #[error("Invalid Request: Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED")]
    RateOnDemand,
    /// Provisioned throughput together with a switch to on-demand billing.
    #[error(
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST{}", of_index(.0.as_deref())
    )]
    RateWithOnDemand(Option<String>),
    /// A switch to provisioned billing without throughput.
    #[error(
        "Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED{}", of_index(.0.as_deref())
    )]
    RateMissing(Option<String>),
    /// An index without throughput in a provisioned table.
    #[error("Invalid Request: Must specify provisioned throughput for index {0}")]
    IndexRateMissing(String),
    /// On-demand maximums with provisioned billing.
    #[error(
        "Invalid Request: Cannot override {0} for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST"
    )]
    LimitsProvisioned(&'static str),
    /// An on-demand maximum below one.
    #[error("Invalid Request: Requested {0} for OnDemandThroughput is outside of valid range")]
    LimitsRange(&'static str),
    /// A warm throughput for a restored index.
    #[error("Invalid Request: WarmThroughput cannot be specified for index {0} during the restore operation")]
    Warm(String),
    /// An index that the source table did not have.
    #[error(
        "Invalid Request: Index {0} does not match a secondary index that existed in the source table and cannot be created during the restore operation"
    )]
    OtherIndex(String),
}

fn of_index(index: Option<&str>) -> String {
    index.map(|index| format!(" for index {index}")).unwrap_or_default()
}

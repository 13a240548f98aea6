//! Backups and restores that are refused. Texts are observed.

use hashrange_values::Text;

/// A backup or a restore that cannot be, by an exception of its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// No such backup, by the resource name as it was sent.
    #[error("Backup not found: {0}")]
    NotFound(String),
    /// A backup that is being restored.
    #[error("Backup is being used to restore {another}table: {arn}", another = if *.by_another { "another " } else { "" })]
    InUse {
        /// Asked for by another restore.
        by_another: bool,
        /// The backup.
        arn: String,
    },
    /// Backups of a new table, which are not on yet.
    #[error("Backups are being enabled for the table: {0}. Please retry later")]
    Enabling(Text),
    /// A moment of a table whose moments are not kept.
    #[error("Point in time recovery is not enabled for table '{0}'")]
    RecoveryOff(Text),
    /// A moment that is not kept.
    #[error(
        "RestoreDateTime '{asked}' must be within EarliestRestorableDateTime '{earliest}' and LatestRestorableDateTime '{latest}' for table '{table}'"
    )]
    Moment {
        /// The moment asked for.
        asked: String,
        /// The first one kept.
        earliest: String,
        /// The last one told.
        latest: String,
        /// The table.
        table: Text,
    },
    /// A source named by its resource name that is not there.
    #[error("Table not found")]
    NoSource,
    /// A name that is taken.
    #[error("Table already exists: {0}")]
    TableExists(String),
    /// A name that is being restored to.
    #[error("Table: {table} is already being restored from backup: {arn}")]
    Restoring {
        /// The table.
        table: String,
        /// The backup.
        arn: String,
    },
}

impl BackupError {
    /// The exception's name as clients know it.
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

/// A request about backups that contradicts itself or what it is about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupFault {
    /// No resource name of a backup.
    #[error("Invalid Backup ARN")]
    NoArn,
    /// A resource name of a backup that none can have.
    #[error("Invalid Request: BackupArn is not valid")]
    BadArn,
    /// A backup of another Region.
    #[error("Invalid Request: sseSpecificationOverride must be provided for cross-region restores")]
    OtherRegion,
    /// A list that goes on from another Region.
    #[error("Invalid Request: The supplied ExclusiveStartBackupArn does not match the region")]
    StartElsewhere,
    /// A span of time whose end is before its beginning.
    #[error(
        "One or more parameter values were invalid: Time range lower bound must be less than or equal to upper bound"
    )]
    TimeRange,
    /// A backup the service made.
    #[error(
        "Invalid Request: User is not allowed to delete the system backup with arn {arn}. It will automatically expire on {expires}"
    )]
    SystemBackup {
        /// The backup.
        arn: String,
        /// When it goes.
        expires: String,
    },
    /// Both names of a source. What stands before these words is not known.
    #[error("Invalid Request: Must provide exactly one of: sourceTableArn, sourceTableName")]
    TwoSources,
    /// No source.
    #[error("The parameter 'TableName' is required but was not present in the request")]
    NoSource,
    /// A source that is no resource name. What stands before these words is inferred.
    #[error("One or more parameter values were invalid: sourceTableArn is not a valid ARN")]
    SourceArn,
    /// A source of another account.
    #[error("This action is only supported by accounts that match the resource owner’s account.")]
    OtherAccount,
    /// A moment and the latest one.
    #[error(
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. Please specify either RestoreDateTime time or UseLatestRestorableTime"
    )]
    TwoMoments,
    /// No moment.
    #[error(
        "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both"
    )]
    NoMoment,
    /// Throughput for what is paid for by request.
    #[error("Invalid Request: Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED")]
    RateOnDemand,
    /// Throughput beside a switch to on-demand.
    #[error(
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST{}", of_index(.0.as_deref())
    )]
    RateWithOnDemand(Option<String>),
    /// A switch to provisioned without throughput.
    #[error(
        "Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED{}", of_index(.0.as_deref())
    )]
    RateMissing(Option<String>),
    /// An index without throughput in a provisioned table.
    #[error("Invalid Request: Must specify provisioned throughput for index {0}")]
    IndexRateMissing(String),
    /// Limits of what is provisioned.
    #[error(
        "Invalid Request: Cannot override {0} for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST"
    )]
    LimitsProvisioned(&'static str),
    /// Limits below one.
    #[error("Invalid Request: Requested {0} for OnDemandThroughput is outside of valid range")]
    LimitsRange(&'static str),
    /// An index the source did not have.
    #[error(
        "Invalid Request: Index {0} does not match a secondary index that existed in the source table and cannot be created during the restore operation"
    )]
    OtherIndex(String),
}

fn of_index(index: Option<&str>) -> String {
    index.map(|index| format!(" for index {index}")).unwrap_or_default()
}

//! Settings of a table that cannot be: stream, encryption, throughput, tags, time to live. Texts are observed.

use hashrange_values::Text;

/// A setting that contradicts itself or the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// CreateTable: a stream without its view type.
    #[error(
        "One or more parameter values were invalid: Table is being created with a stream enabled, UpdateViewType is required"
    )]
    CreatedStreamNeedsView,
    /// CreateTable: a view type without a stream.
    #[error(
        "One or more parameter values were invalid: Table is being created with a stream disabled, UpdateViewType should not be specified"
    )]
    CreatedStreamHasView,
    /// UpdateTable: a stream without its view type.
    #[error("One or more parameter values were invalid: If stream is being enabled then UpdateViewType is required")]
    StreamNeedsView,
    /// UpdateTable: a view type for a stream that goes.
    #[error(
        "One or more parameter values were invalid: If stream is being disabled, then UpdateViewType must not be specified"
    )]
    StreamHasView,
    /// Enabling what is enabled, with the same view or another.
    #[error("Table already has an enabled stream: TableName: {0}")]
    StreamEnabled(Text),
    /// Disabling what is not there.
    #[error("Table has no stream to disable: TableName: {0}")]
    NoStream(Text),

    /// Members beside `Enabled: false`.
    #[error("One or more parameter values were invalid: {0} can not be specified if Enabled is false")]
    EncryptionOff(&'static str),
    /// A key without the kind of encryption that uses keys.
    #[error("One or more parameter values were invalid: SSEType KMS is required if KMSMasterKeyId is specified")]
    EncryptionKeyNeedsKms,
    /// The kind of encryption that is no choice.
    #[error("One or more parameter values were invalid: SSEType AES256 is not supported")]
    EncryptionAes,
    /// Switching off what is off.
    #[error("One or more parameter values were invalid: Table is already encrypted by default")]
    EncryptedByDefault,
    /// The key in force.
    #[error(
        "One or more parameter values were invalid: Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to change Master Key"
    )]
    EncryptedWithKey,

    /// A limit of on-demand throughput with provisioned billing, when a table is made.
    #[error(
        "One or more parameter values were invalid: {member} for OnDemandThroughput{index} cannot be specified when table BillingMode is PROVISIONED.",
        index = index.as_ref().map(|name| format!(" for index: {name}")).unwrap_or_default()
    )]
    CreatedOnDemandWhileProvisioned {
        /// `MaxReadRequestUnits` or `MaxWriteRequestUnits`.
        member: &'static str,
        /// The index, unless it is the table's.
        index: Option<Text>,
    },
    /// A limit of on-demand throughput with provisioned billing, later.
    #[error(
        "One or more parameter values were invalid: {member} for OnDemandThroughput{index} cannot be specified when the table BillingMode is PROVISIONED",
        index = index.as_ref().map(|name| format!(" for index : {name}")).unwrap_or_default()
    )]
    OnDemandWhileProvisioned {
        /// `MaxReadRequestUnits` or `MaxWriteRequestUnits`.
        member: &'static str,
        /// The index, unless it is the table's.
        index: Option<Text>,
    },
    /// A limit of on-demand throughput that is no number of units.
    #[error(
        "One or more parameter values were invalid: Requested {member} for OnDemandThroughput for {resource} is outside of valid range",
        resource = index.as_ref().map_or_else(|| "table".to_owned(), |name| format!("index : {name}"))
    )]
    OnDemandRange {
        /// `MaxReadRequestUnits` or `MaxWriteRequestUnits`.
        member: &'static str,
        /// The index, unless it is the table's.
        index: Option<Text>,
    },
    /// Less warm throughput than there is.
    #[error(
        "One or more parameter values were invalid: Requested {member} for WarmThroughput for {resource} is lower than {floor}",
        resource = index.as_ref().map_or_else(|| "table".to_owned(), |name| format!("index {name}"))
    )]
    WarmTooLow {
        /// `ReadUnitsPerSecond` or `WriteUnitsPerSecond`.
        member: &'static str,
        /// The index, unless it is the table's.
        index: Option<Text>,
        /// What it must not be lower than, and perhaps why.
        floor: &'static str,
    },
    /// Warm throughput of an index without either number.
    #[error(
        "One or more parameter values were invalid: WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: {0}"
    )]
    WarmEmpty(String),

    /// A key of a tag that is no key.
    #[error("The Tag Key provided is invalid, Key: {0}")]
    TagKey(String),
    /// A value of a tag that is no value.
    #[error("The Tag Value provided is invalid, Value: {0}")]
    TagValue(String),
    /// A key that is not for the caller to set.
    #[error("Tag Key cannot be prefixed with aws:, Key: {0}")]
    TagReserved(String),
    /// One key twice.
    #[error("Duplicate Tag Keys provided as input: Duplicate Tag Key found {0}")]
    TagTwice(String),
    /// No tags at all.
    #[error("Atleast one Tag needs to be provided as Input.")]
    NoTags,
    /// No keys at all.
    #[error("Atleast one Tag Key needs to be provided as Input.")]
    NoTagKeys,
    /// More tags than a table can have.
    #[error("Number of Tags exceed the current limit for the provided ResourceArn")]
    TooManyTags,

    /// Enabling what is enabled.
    #[error("TimeToLive is already enabled")]
    ExpiryEnabled,
    /// Disabling what is disabled.
    #[error("TimeToLive is already disabled")]
    ExpiryDisabled,
    /// Another attribute than the one in force.
    #[error("TimeToLive is active on a different AttributeName: current AttributeName is {0}")]
    ExpiryByOther(Text),
    /// A change too soon after the last one.
    #[error("Time to live has been modified multiple times within a fixed interval")]
    ExpiryTooSoon,
    /// DescribeTimeToLive of a table that is not there yet, or no more.
    #[error("Cannot describe time to live while table is in {0} state: Current table state is {0}")]
    ExpiryUnknown(&'static str),

    /// Contributor Insights of a table or index that is not ACTIVE.
    #[error(
        "Table or Index is not in a valid state to update Key Access Insights: {0} must be ACTIVE to enable ContributorInsights."
    )]
    InsightsState(&'static str),
    /// A period beside switching recovery off.
    #[error("Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.")]
    RecoveryPeriod,
}

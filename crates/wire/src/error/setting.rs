//! Invalid settings of a table: stream, encryption, throughput, tags, TTL. Texts are observed: setting-messages.

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
    /// UpdateTable: a view type for a stream that is being disabled.
    #[error(
        "One or more parameter values were invalid: If stream is being disabled, then UpdateViewType must not be specified"
    )]
    StreamHasView,
    /// Enabling a stream that is already enabled, with the same view type or another.
    #[error("Table already has an enabled stream: TableName: {0}")]
    StreamEnabled(Text),
    /// Disabling a stream that does not exist.
    #[error("Table has no stream to disable: TableName: {0}")]
    NoStream(Text),

    /// Another member together with `Enabled: false`.
    #[error("One or more parameter values were invalid: {0} can not be specified if Enabled is false")]
    EncryptionOff(&'static str),
    /// A key ID without the SSE type KMS.
    #[error("One or more parameter values were invalid: SSEType KMS is required if KMSMasterKeyId is specified")]
    EncryptionKeyNeedsKms,
    /// The SSE type AES256, which the caller cannot choose.
    #[error("One or more parameter values were invalid: SSEType AES256 is not supported")]
    EncryptionAes,
    /// Disabling encryption that is already the default.
    #[error("One or more parameter values were invalid: Table is already encrypted by default")]
    EncryptedByDefault,
    /// A key ID that is already in use.
    #[error(
        "One or more parameter values were invalid: Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to change Master Key"
    )]
    EncryptedWithKey,

    /// An on-demand maximum with provisioned billing, when the table is created.
    #[error(
        "One or more parameter values were invalid: {member} for OnDemandThroughput{index} cannot be specified when table BillingMode is PROVISIONED.",
        index = index.as_ref().map(|name| format!(" for index: {name}")).unwrap_or_default()
    )]
    CreatedOnDemandWhileProvisioned {
        /// `MaxReadRequestUnits` or `MaxWriteRequestUnits`.
        member: &'static str,
        /// The index; `None` for the table.
        index: Option<Text>,
    },
    /// An on-demand maximum with provisioned billing, when the table is updated.
    #[error(
        "One or more parameter values were invalid: {member} for OnDemandThroughput{index} cannot be specified when the table BillingMode is PROVISIONED",
        index = index.as_ref().map(|name| format!(" for index : {name}")).unwrap_or_default()
    )]
    OnDemandWhileProvisioned {
        /// `MaxReadRequestUnits` or `MaxWriteRequestUnits`.
        member: &'static str,
        /// The index; `None` for the table.
        index: Option<Text>,
    },
    /// An on-demand maximum outside the valid range.
    #[error(
        "One or more parameter values were invalid: Requested {member} for OnDemandThroughput for {resource} is outside of valid range",
        resource = index.as_ref().map_or_else(|| "table".to_owned(), |name| format!("index : {name}"))
    )]
    OnDemandRange {
        /// `MaxReadRequestUnits` or `MaxWriteRequestUnits`.
        member: &'static str,
        /// The index; `None` for the table.
        index: Option<Text>,
    },
    /// Warm throughput below the current value.
    #[error(
        "One or more parameter values were invalid: Requested {member} for WarmThroughput for {resource} is lower than {floor}",
        resource = index.as_ref().map_or_else(|| "table".to_owned(), |name| format!("index {name}"))
    )]
    WarmTooLow {
        /// `ReadUnitsPerSecond` or `WriteUnitsPerSecond`.
        member: &'static str,
        /// The index; `None` for the table.
        index: Option<Text>,
        /// The lower bound, and in some cases its reason.
        floor: &'static str,
    },
    /// Warm throughput of an index without read units and without write units.
    #[error(
        "One or more parameter values were invalid: WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: {0}"
    )]
    WarmEmpty(String),

    /// An invalid tag key.
    #[error("The Tag Key provided is invalid, Key: {0}")]
    TagKey(String),
    /// An invalid tag value.
    #[error("The Tag Value provided is invalid, Value: {0}")]
    TagValue(String),
    /// A tag key with the reserved prefix `aws:`.
    #[error("Tag Key cannot be prefixed with aws:, Key: {0}")]
    TagReserved(String),
    /// The same tag key twice.
    #[error("Duplicate Tag Keys provided as input: Duplicate Tag Key found {0}")]
    TagTwice(String),
    /// An empty list of tags.
    #[error("Atleast one Tag needs to be provided as Input.")]
    NoTags,
    /// An empty list of tag keys.
    #[error("Atleast one Tag Key needs to be provided as Input.")]
    NoTagKeys,
    /// More tags than a table can have.
    #[error("Number of Tags exceed the current limit for the provided ResourceArn")]
    TooManyTags,

    /// TTL is already enabled.
    #[error("TimeToLive is already enabled")]
    ExpiryEnabled,
    /// TTL is already disabled.
    #[error("TimeToLive is already disabled")]
    ExpiryDisabled,
    /// TTL uses another attribute.
    #[error("TimeToLive is active on a different AttributeName: current AttributeName is {0}")]
    ExpiryByOther(Text),
    /// A change of TTL too soon after the last one.
    #[error("Time to live has been modified multiple times within a fixed interval")]
    ExpiryTooSoon,
    /// DescribeTimeToLive of a table that is not live yet, or no longer.
    #[error("Cannot describe time to live while table is in {0} state: Current table state is {0}")]
    ExpiryUnknown(&'static str),

    /// Contributor Insights of a table or index that is not ACTIVE.
    #[error(
        "Table or Index is not in a valid state to update Key Access Insights: {0} must be ACTIVE to enable ContributorInsights."
    )]
    InsightsState(&'static str),
    /// A recovery period together with disabling point-in-time recovery.
    #[error("Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.")]
    RecoveryPeriod,
}

//! UpdateTable requests that contradict themselves or the table. Texts are observed.

use hashrange_values::Text;

/// A change of a table that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpdateTableError {
    /// No change at all.
    #[error(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"
    )]
    Nothing,
    /// Something that must stand alone, and something else.
    #[error("One or more parameter values were invalid: {0} must be the only operation in the request")]
    NotAlone(&'static str),
    /// A limit of on-demand throughput beside something else.
    #[error(
        "One or more parameter values were invalid: OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"
    )]
    OnDemandNotAlone,
    /// A new index beside warm throughput.
    #[error(
        "One or more parameter values were invalid: Create global secondary index cannot be specified when updating WarmThroughput"
    )]
    IndexWithWarm,
    /// Two changes that exclude each other.
    #[error("One or more parameter values were invalid: You cannot {0}")]
    Together(&'static str),
    /// An empty list of index changes beside another change.
    #[error("One or more parameter values were invalid: List of GlobalSecondaryIndexUpdates is empty")]
    NoIndexUpdates,
    /// Two changes of one index.
    #[error(
        "One or more parameter values were invalid: Only one global secondary index update per index is allowed simultaneously. Index: {0}"
    )]
    IndexTwice(String),

    /// Provisioned billing without throughput.
    #[error(
        "One or more parameter values were invalid: ProvisionedThroughput must be specified when BillingMode is PROVISIONED"
    )]
    ThroughputMissing,
    /// Provisioned billing, and an index without throughput.
    #[error("One or more parameter values were invalid: ProvisionedThroughput must be specified for index: {0}")]
    IndexThroughputMissing(Text),
    /// On-demand billing, and an index with throughput.
    #[error(
        "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {0} when BillingMode is PAY_PER_REQUEST"
    )]
    IndexThroughputOnDemand(String),
    /// A change of an index that its billing has no use for.
    #[error(
        "One or more parameter values were invalid: The only Updates for index: {0} when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput"
    )]
    IndexUpdateOnDemand(String),
    /// A new index of a provisioned table without throughput, or a change of one.
    #[error(
        "One or more parameter values were invalid: Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {0}"
    )]
    IndexUnitsMissing(String),
    /// The throughput in force.
    #[error(
        "The provisioned throughput for the {resource} will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for {article}{resource}: {read}. Requested ReadCapacityUnits: {read}. Current WriteCapacityUnits provisioned for {article}{resource}: {write}. Requested WriteCapacityUnits: {write}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.",
        resource = index.as_ref().map_or_else(|| "table".to_owned(), |name| format!("index {name}")),
        article = if index.is_none() { "the " } else { "" }
    )]
    SameThroughput {
        /// The index, unless it is the table.
        index: Option<Text>,
        /// Reads per second.
        read: u64,
        /// Writes per second.
        write: u64,
    },

    /// A new index under a name that is taken.
    #[error("Attempting to create an index which already exists")]
    IndexExists,
    /// A local index named where only global ones can be changed.
    #[error("Cannot {verb} an index that is not a GlobalSecondaryIndex: {index}")]
    NotGlobal {
        /// `delete` or `update`.
        verb: &'static str,
        /// The index.
        index: String,
    },
    /// A new index without definitions of its keys.
    #[error("One or more parameter values were invalid: AttributeDefinitions is not specified for index: {0}")]
    DefinitionsMissing(String),
    /// A key of another type than an existing key.
    #[error(
        "One or more parameter values were invalid: Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: {existing} New schema: {new}"
    )]
    Redefined {
        /// The existing key schema, as the service prints it.
        existing: String,
        /// The new one.
        new: String,
    },
}

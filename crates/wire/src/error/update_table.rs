//! UpdateTable requests that contradict themselves or the table. Texts are observed: update-table-rules.

use hashrange_values::Text;

/// A refused change of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpdateTableError {
    /// An UpdateTable request without a change.
    #[error(
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"
    )]
    Nothing,
    /// A change that must be the only one in a request, together with another change.
    #[error("One or more parameter values were invalid: {0} must be the only operation in the request")]
    NotAlone(&'static str),
    /// An on-demand maximum together with a change other than the billing mode.
    #[error(
        "One or more parameter values were invalid: OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"
    )]
    OnDemandNotAlone,
    /// A new index together with a change of warm throughput.
    #[error(
        "One or more parameter values were invalid: Create global secondary index cannot be specified when updating WarmThroughput"
    )]
    IndexWithWarm,
    /// Two changes that cannot be in one request.
    #[error("One or more parameter values were invalid: You cannot {0}")]
    Together(&'static str),
    /// An empty list of index changes together with another change.
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
    /// Provisioned billing with an index without throughput.
    #[error("One or more parameter values were invalid: ProvisionedThroughput must be specified for index: {0}")]
    IndexThroughputMissing(Text),
    /// On-demand billing with an index that specifies throughput.
    #[error(
        "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {0} when BillingMode is PAY_PER_REQUEST"
    )]
    IndexThroughputOnDemand(String),
    /// A change of an index that does not apply to on-demand billing.
    #[error(
        "One or more parameter values were invalid: The only Updates for index: {0} when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput"
    )]
    IndexUpdateOnDemand(String),
    /// A new or changed index of a provisioned table, without read or write units.
    #[error(
        "One or more parameter values were invalid: Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {0}"
    )]
    IndexUnitsMissing(String),
    /// A requested throughput that equals the current throughput.
    #[error(
        "The provisioned throughput for the {resource} will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for {article}{resource}: {read}. Requested ReadCapacityUnits: {read}. Current WriteCapacityUnits provisioned for {article}{resource}: {write}. Requested WriteCapacityUnits: {write}. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.",
        resource = index.as_ref().map_or_else(|| "table".to_owned(), |name| format!("index {name}")),
        article = if index.is_none() { "the " } else { "" }
    )]
    SameThroughput {
        /// The index; `None` for the table.
        index: Option<Text>,
        /// Reads per second.
        read: u64,
        /// Writes per second.
        write: u64,
    },

    /// A new index with a name that already exists.
    #[error("Attempting to create an index which already exists")]
    IndexExists,
    /// An index that is not a global secondary index. The operation changes only global secondary indexes.
    #[error("Cannot {verb} an index that is not a GlobalSecondaryIndex: {index}")]
    NotGlobal {
        /// `delete` or `update`.
        verb: &'static str,
        /// The index.
        index: String,
    },
    /// A new index without definitions of its key attributes.
    #[error("One or more parameter values were invalid: AttributeDefinitions is not specified for index: {0}")]
    DefinitionsMissing(String),
    /// A key attribute whose type differs from its existing definition.
    #[error(
        "One or more parameter values were invalid: Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: {existing} New schema: {new}"
    )]
    Redefined {
        /// The existing key schema in the service's notation.
        existing: String,
        /// The new key schema.
        new: String,
    },
}

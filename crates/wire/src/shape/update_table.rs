//! UpdateTable: one change of a table or of its global secondary indexes.

use super::table_definition::{AttributeDefinition, BillingMode, GlobalSecondaryIndex, ProvisionedThroughput};
use super::table_description::TableDescription;
use super::table_settings::{OnDemandThroughput, SseSpecification, StreamSpecification, TableClass, WarmThroughput};
use super::vector::VectorIndexUpdate;

/// UpdateTable. Most members must be the only one of their request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateTableRequest {
    /// The table's name.
    pub table_name: String,
    /// Key attributes of an index to create.
    pub attribute_definitions: Option<Vec<AttributeDefinition>>,
    /// How throughput is to be paid for.
    pub billing_mode: Option<BillingMode>,
    /// The table's throughput, with provisioned billing.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
    /// Changes of global secondary indexes.
    pub global_secondary_index_updates: Option<Vec<GlobalSecondaryIndexUpdate>>,
    /// Stream on or off.
    pub stream_specification: Option<StreamSpecification>,
    /// Encryption.
    pub sse_specification: Option<SseSpecification>,
    /// What storage is paid for.
    pub table_class: Option<TableClass>,
    /// Refuses DeleteTable while true.
    pub deletion_protection_enabled: Option<bool>,
    /// Most the table may use, with on-demand billing.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// What the table can serve at once.
    pub warm_throughput: Option<WarmThroughput>,
    /// Changes of vector indexes.
    pub vector_index_updates: Option<Vec<VectorIndexUpdate>>,
}

/// One change of one global secondary index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalSecondaryIndexUpdate {
    /// Other throughput.
    Update(UpdateGlobalSecondaryIndexAction),
    /// A new index.
    Create(Box<GlobalSecondaryIndex>),
    /// The index goes.
    Delete {
        /// Its name.
        index_name: String,
    },
}

impl GlobalSecondaryIndexUpdate {
    /// The index it is about.
    #[must_use]
    pub fn index_name(&self) -> &str {
        match self {
            Self::Update(action) => &action.index_name,
            Self::Create(index) => &index.index_name,
            Self::Delete { index_name } => index_name,
        }
    }
}

/// Other throughput for a global secondary index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpdateGlobalSecondaryIndexAction {
    /// The index.
    pub index_name: String,
    /// Its throughput, with provisioned billing.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
    /// Most it may use, with on-demand billing.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// What it can serve at once.
    pub warm_throughput: Option<WarmThroughput>,
}

/// Answer to UpdateTable.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateTableResponse {
    /// The table as the change begins: throughput is still the old one (observed).
    pub table_description: Box<TableDescription>,
}

//! CreateTable, DescribeTable, ListTables, DeleteTable.

use super::table_definition::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, LocalSecondaryIndex,
    ProvisionedThroughput,
};
use super::table_description::TableDescription;
use super::table_settings::{OnDemandThroughput, SseSpecification, StreamSpecification, TableClass, WarmThroughput};
use super::vector::VectorIndex;
use crate::operation::Tag;

/// CreateTable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CreateTableRequest {
    /// The table's name.
    pub table_name: String,
    /// Every key attribute of the table and its indexes, exactly.
    pub attribute_definitions: Vec<AttributeDefinition>,
    /// The primary key.
    pub key_schema: Vec<KeySchemaElement>,
    /// Indexes sharing the partition key.
    pub local_secondary_indexes: Option<Vec<LocalSecondaryIndex>>,
    /// Indexes with keys of their own.
    pub global_secondary_indexes: Option<Vec<GlobalSecondaryIndex>>,
    /// Provisioned unless said otherwise.
    pub billing_mode: Option<BillingMode>,
    /// The table's throughput, with provisioned billing.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
    /// Refuses DeleteTable while true.
    pub deletion_protection_enabled: Option<bool>,
    /// Whether changes are recorded in a stream, and which images.
    pub stream_specification: Option<StreamSpecification>,
    /// Encryption with a key other than the service's own.
    pub sse_specification: Option<SseSpecification>,
    /// What storage is paid for.
    pub table_class: Option<TableClass>,
    /// Names and values attached to the table.
    pub tags: Option<Vec<Tag>>,
    /// Most the table may use, with on-demand billing.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// What the table can serve at once.
    pub warm_throughput: Option<WarmThroughput>,
    /// Who may use the table, as a JSON document. Kept and given back; nobody is kept out by it here.
    pub resource_policy: Option<String>,
    /// Indexes searched by nearness.
    pub vector_indexes: Option<Vec<VectorIndex>>,
}

/// Answer to CreateTable.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTableResponse {
    /// The table as it stands.
    pub table_description: Box<TableDescription>,
}

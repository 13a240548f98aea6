//! Tables and their indexes, as requests define them: CreateTable, DescribeTable, ListTables, DeleteTable.

use hashrange_values::{KeyType, Text};

use super::closed_set::closed_set;
use super::table_description::TableDescription;
use super::table_settings::{
    OnDemandThroughput, SseSpecification, StreamSpecification, TableClass, Tag, WarmThroughput,
};

closed_set! {
    /// The part an attribute plays in a primary key. The wire says HASH and RANGE; people say partition and sort key.
    KeyRole {
        /// Partition key.
        Hash = "HASH",
        /// Sort key.
        Range = "RANGE",
    }
}

closed_set! {
    /// Which attributes an index carries.
    ProjectionType {
        /// Every attribute of the item.
        All = "ALL",
        /// Keys and the attributes listed.
        Include = "INCLUDE",
        /// Table and index keys only.
        KeysOnly = "KEYS_ONLY",
    }
}

closed_set! {
    /// How throughput is paid for.
    BillingMode {
        /// A rate set beforehand.
        Provisioned = "PROVISIONED",
        /// By request, on demand.
        PayPerRequest = "PAY_PER_REQUEST",
    }
}

closed_set! {
    /// Where a table is in its life.
    TableStatus {
        /// Being made; neither read nor written.
        Creating = "CREATING",
        /// Being changed; read and written as usual.
        Updating = "UPDATING",
        /// Being removed.
        Deleting = "DELETING",
        /// Ready.
        Active = "ACTIVE",
    }
}

closed_set! {
    /// Where a global secondary index is in its life.
    IndexStatus {
        /// Being made.
        Creating = "CREATING",
        /// Its throughput is being changed.
        Updating = "UPDATING",
        /// Being removed.
        Deleting = "DELETING",
        /// Ready to be read.
        Active = "ACTIVE",
    }
}

/// Name and type of a key attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeDefinition {
    /// The attribute.
    pub attribute_name: Text,
    /// String, Number or Binary.
    pub attribute_type: KeyType,
}

/// One attribute of a primary key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySchemaElement {
    /// The attribute.
    pub attribute_name: Text,
    /// Partition or sort key.
    pub key_type: KeyRole,
}

/// Which attributes an index carries beside the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Projection {
    /// All, listed, or keys only.
    pub projection_type: Option<ProjectionType>,
    /// The attributes listed, with `INCLUDE`.
    pub non_key_attributes: Option<Vec<Text>>,
}

/// Capacity units per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvisionedThroughput {
    /// Reads per second.
    pub read_capacity_units: u64,
    /// Writes per second.
    pub write_capacity_units: u64,
}

/// A local secondary index to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalSecondaryIndex {
    /// Its name, unique among the table's indexes.
    pub index_name: String,
    /// The table's partition key and another sort key.
    pub key_schema: Vec<KeySchemaElement>,
    /// What it carries.
    pub projection: Projection,
}

/// A global secondary index to create.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalSecondaryIndex {
    /// Its name, unique among the table's indexes.
    pub index_name: String,
    /// Any partition key, and optionally a sort key.
    pub key_schema: Vec<KeySchemaElement>,
    /// What it carries.
    pub projection: Projection,
    /// Its own throughput, with provisioned billing.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
    /// Most it may use, with on-demand billing.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// What it can serve at once.
    pub warm_throughput: Option<WarmThroughput>,
}

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
}

/// Answer to CreateTable.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTableResponse {
    /// The table as it stands.
    pub table_description: Box<TableDescription>,
}

/// DescribeTable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribeTableRequest {
    /// The table's name.
    pub table_name: String,
}

/// Answer to DescribeTable.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTableResponse {
    /// The table as it stands.
    pub table: Box<TableDescription>,
}

/// ListTables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTablesRequest {
    /// Names after this one only.
    pub exclusive_start_table_name: Option<String>,
    /// Most names to answer with, 100 at most.
    pub limit: Option<u32>,
}

/// Answer to ListTables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListTablesResponse {
    /// Names in ascending order.
    pub table_names: Vec<String>,
    /// Where to go on; absent at the end.
    pub last_evaluated_table_name: Option<String>,
}

/// DeleteTable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteTableRequest {
    /// The table's name.
    pub table_name: String,
}

/// Answer to DeleteTable.
#[derive(Clone, Debug, PartialEq)]
pub struct DeleteTableResponse {
    /// The table as it stands.
    pub table_description: Box<TableDescription>,
}

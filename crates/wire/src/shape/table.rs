//! The control plane: CreateTable, DescribeTable, ListTables, DeleteTable, and how a table describes itself.

use hashrange_values::{KeyType, Text};

use super::closed_set::closed_set;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalSecondaryIndex {
    /// Its name, unique among the table's indexes.
    pub index_name: String,
    /// Any partition key, and optionally a sort key.
    pub key_schema: Vec<KeySchemaElement>,
    /// What it carries.
    pub projection: Projection,
    /// Its own throughput, with provisioned billing.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
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
}

/// Answer to CreateTable.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTableResponse {
    /// The table as it stands.
    pub table_description: TableDescription,
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
    pub table: TableDescription,
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
    pub table_description: TableDescription,
}

/// Throughput as a table or index describes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProvisionedThroughputDescription {
    /// Epoch seconds of the last increase.
    pub last_increase_date_time: Option<f64>,
    /// Epoch seconds of the last decrease.
    pub last_decrease_date_time: Option<f64>,
    /// Decreases since midnight UTC.
    pub number_of_decreases_today: u64,
    /// Reads per second; 0 on demand.
    pub read_capacity_units: u64,
    /// Writes per second; 0 on demand.
    pub write_capacity_units: u64,
}

/// Billing mode as a table describes it. Absent on a table that was always provisioned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BillingModeSummary {
    /// The mode in force.
    pub billing_mode: BillingMode,
    /// Epoch seconds of the last switch to on-demand.
    pub last_update_to_pay_per_request_date_time: Option<f64>,
}

/// A local secondary index as its table describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalSecondaryIndexDescription {
    /// Its name.
    pub index_name: String,
    /// Its keys.
    pub key_schema: Vec<KeySchemaElement>,
    /// What it carries.
    pub projection: Projection,
    /// Bytes of its entries.
    pub index_size_bytes: u64,
    /// Entries it holds.
    pub item_count: u64,
    /// Its resource name.
    pub index_arn: String,
}

/// A global secondary index as its table describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalSecondaryIndexDescription {
    /// Its name.
    pub index_name: String,
    /// Its keys.
    pub key_schema: Vec<KeySchemaElement>,
    /// What it carries.
    pub projection: Projection,
    /// Where it is in its life.
    pub index_status: IndexStatus,
    /// Present only while an index added later is being built.
    pub backfilling: Option<bool>,
    /// Its throughput.
    pub provisioned_throughput: ProvisionedThroughputDescription,
    /// Bytes of its entries.
    pub index_size_bytes: u64,
    /// Entries it holds.
    pub item_count: u64,
    /// Its resource name.
    pub index_arn: String,
}

/// A table as it describes itself.
#[derive(Clone, Debug, PartialEq)]
pub struct TableDescription {
    /// The table's name.
    pub table_name: String,
    /// Every key attribute, sorted by name.
    pub attribute_definitions: Vec<AttributeDefinition>,
    /// The primary key.
    pub key_schema: Vec<KeySchemaElement>,
    /// Where it is in its life.
    pub table_status: TableStatus,
    /// Epoch seconds of its creation.
    pub creation_date_time: f64,
    /// Its throughput.
    pub provisioned_throughput: ProvisionedThroughputDescription,
    /// Its billing mode, unless always provisioned.
    pub billing_mode_summary: Option<BillingModeSummary>,
    /// Bytes of its items.
    pub table_size_bytes: u64,
    /// Items it holds.
    pub item_count: u64,
    /// Its resource name.
    pub table_arn: String,
    /// Unique among all tables that ever had the name.
    pub table_id: String,
    /// Its local secondary indexes.
    pub local_secondary_indexes: Vec<LocalSecondaryIndexDescription>,
    /// Its global secondary indexes.
    pub global_secondary_indexes: Vec<GlobalSecondaryIndexDescription>,
    /// Whether DeleteTable is refused.
    pub deletion_protection_enabled: bool,
}

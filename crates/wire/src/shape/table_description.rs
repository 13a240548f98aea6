//! Descriptions of tables and their indexes.

use super::table_definition::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeySchemaElement, LocalSecondaryIndex,
    Projection, ProvisionedThroughput, TableStatus,
};
use super::table_settings::{OnDemandThroughput, SseStatus, SseType, StreamSpecification, TableClass, WarmStatus};
use super::vector::VectorIndex;

/// The throughput of a table or index, in its description.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
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

impl ProvisionedThroughputDescription {
    /// The provisioned rates.
    #[must_use]
    pub fn rate(&self) -> ProvisionedThroughput {
        ProvisionedThroughput {
            read_capacity_units: self.read_capacity_units,
            write_capacity_units: self.write_capacity_units,
        }
    }
}

/// The billing mode of a table, in its description. Absent if the table was always provisioned.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BillingModeSummary {
    /// The current mode.
    pub billing_mode: BillingMode,
    /// Epoch seconds of the last switch to on-demand.
    pub last_update_to_pay_per_request_date_time: Option<f64>,
}

/// The description of a local secondary index.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LocalSecondaryIndexDescription {
    /// Its name.
    pub index_name: String,
    /// Its keys.
    pub key_schema: Vec<KeySchemaElement>,
    /// The attributes that it projects.
    pub projection: Projection,
    /// The size of its entries in bytes.
    pub index_size_bytes: u64,
    /// The number of its entries.
    pub item_count: u64,
    /// Its ARN.
    pub index_arn: String,
}

/// The description of a global secondary index.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct GlobalSecondaryIndexDescription {
    /// Its name.
    pub index_name: String,
    /// Its keys.
    pub key_schema: Vec<KeySchemaElement>,
    /// The attributes that it projects.
    pub projection: Projection,
    /// Its status.
    pub index_status: IndexStatus,
    /// Present only during the backfill of an index that was added to an existing table.
    pub backfilling: Option<bool>,
    /// Its throughput.
    pub provisioned_throughput: ProvisionedThroughputDescription,
    /// The size of its entries in bytes.
    pub index_size_bytes: u64,
    /// The number of its entries.
    pub item_count: u64,
    /// Its ARN.
    pub index_arn: String,
    /// The maximum throughput on demand, if it is limited.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// The throughput that it can serve at once. Absent from the response that creates the index.
    pub warm_throughput: Option<WarmThroughputDescription>,
}

/// The index as a request creates it.
impl From<&LocalSecondaryIndexDescription> for LocalSecondaryIndex {
    fn from(index: &LocalSecondaryIndexDescription) -> Self {
        Self {
            index_name: index.index_name.clone(),
            key_schema: index.key_schema.clone(),
            projection: index.projection.clone(),
        }
    }
}

/// The index as a request creates it, with its throughput in both billing modes.
impl From<&GlobalSecondaryIndexDescription> for GlobalSecondaryIndex {
    fn from(index: &GlobalSecondaryIndexDescription) -> Self {
        Self {
            index_name: index.index_name.clone(),
            key_schema: index.key_schema.clone(),
            projection: index.projection.clone(),
            provisioned_throughput: Some(index.provisioned_throughput.rate()),
            on_demand_throughput: index.on_demand_throughput,
            warm_throughput: None,
        }
    }
}

/// The throughput that a table or index can serve at once, in descriptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WarmThroughputDescription {
    /// Reads per second.
    pub read_units_per_second: u64,
    /// Writes per second.
    pub write_units_per_second: u64,
    /// UPDATING during an increase.
    pub status: WarmStatus,
}

/// How a table is encrypted. Absent with the service's own key, and after encryption was switched off
/// (observed: encryption-seen).
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SseDescription {
    /// The status of an encryption change.
    pub status: SseStatus,
    /// The kind of encryption; absent while it is being switched on.
    pub sse_type: Option<SseType>,
    /// The key; absent while it is being switched on.
    pub kms_master_key_arn: Option<String>,
}

/// The storage class of a table. Absent if the class was always STANDARD (observed: table-class-seen).
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableClassSummary {
    /// The current class.
    pub table_class: TableClass,
    /// Epoch seconds of the last change.
    pub last_update_date_time: Option<f64>,
}

/// The description of a table.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableDescription {
    /// The table's name.
    pub table_name: String,
    /// Every key attribute, sorted by name; empty in DeleteTable's response.
    pub attribute_definitions: Vec<AttributeDefinition>,
    /// The primary key; empty in DeleteTable's response.
    pub key_schema: Vec<KeySchemaElement>,
    /// Its status.
    pub table_status: TableStatus,
    /// Epoch seconds of its creation; absent from DeleteTable's response.
    pub creation_date_time: Option<f64>,
    /// Its throughput.
    pub provisioned_throughput: ProvisionedThroughputDescription,
    /// Its billing mode. Absent if the table was always provisioned.
    pub billing_mode_summary: Option<BillingModeSummary>,
    /// The size of its items in bytes.
    pub table_size_bytes: u64,
    /// The number of its items.
    pub item_count: u64,
    /// Its ARN.
    pub table_arn: String,
    /// Identifies the table among all tables that ever had its name.
    pub table_id: String,
    /// Its local secondary indexes.
    pub local_secondary_indexes: Vec<LocalSecondaryIndexDescription>,
    /// Its global secondary indexes.
    pub global_secondary_indexes: Vec<GlobalSecondaryIndexDescription>,
    /// Its vector indexes.
    pub vector_indexes: Vec<VectorIndexDescription>,
    /// Whether DeleteTable is refused.
    pub deletion_protection_enabled: bool,
    /// The stream, while one is enabled.
    pub stream_specification: Option<StreamSpecification>,
    /// The time at which the latest stream was enabled. Remains after the stream is disabled.
    pub latest_stream_label: Option<String>,
    /// The latest stream's ARN. Remains after the stream is disabled.
    pub latest_stream_arn: Option<String>,
    /// How the table is encrypted.
    pub sse_description: Option<SseDescription>,
    /// Its storage class.
    pub table_class_summary: Option<TableClassSummary>,
    /// The maximum throughput on demand, if it is limited.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// The throughput that it can serve at once. Absent from CreateTable's response, unless it was requested.
    pub warm_throughput: Option<WarmThroughputDescription>,
    /// The source that it is being restored from.
    pub restore_summary: Option<RestoreSummary>,
}

hashrange_checkpoint::by_serde!(TableDescription);

/// The source of a restored table. It stays in the description after the restore (observed: restored-tables).
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RestoreSummary {
    /// The ARN of the backup. `None` if the source is a past time.
    pub source_backup_arn: Option<String>,
    /// The ARN of the source table.
    pub source_table_arn: String,
    /// The restored time, in epoch seconds.
    pub restore_date_time: f64,
    /// Whether the restore is still running.
    pub restore_in_progress: bool,
}

/// The description of a vector index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct VectorIndexDescription {
    /// The requested index.
    pub index: VectorIndex,
    /// Its status.
    pub index_status: IndexStatus,
    /// Present only during the backfill of an index that was added to an existing table.
    pub backfilling: Option<bool>,
    /// The size of its entries in bytes.
    pub index_size_bytes: u64,
    /// The number of its entries.
    pub item_count: u64,
    /// Its ARN.
    pub index_arn: String,
}

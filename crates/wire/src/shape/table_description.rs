//! How a table and its indexes describe themselves.

use super::table_definition::{
    AttributeDefinition, BillingMode, IndexStatus, KeySchemaElement, Projection, TableStatus,
};
use super::table_settings::{OnDemandThroughput, SseStatus, SseType, StreamSpecification, TableClass, WarmStatus};
use super::vector::VectorIndex;

/// Throughput as a table or index describes it.
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

/// Billing mode as a table describes it. Absent on a table that was always provisioned.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct BillingModeSummary {
    /// The mode in force.
    pub billing_mode: BillingMode,
    /// Epoch seconds of the last switch to on-demand.
    pub last_update_to_pay_per_request_date_time: Option<f64>,
}

/// A local secondary index as its table describes it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
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
    /// Most it may use, when that is limited.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// What it can serve at once. Absent from the answer that makes the index.
    pub warm_throughput: Option<WarmThroughputDescription>,
}

/// What a table or index can serve at once, as it is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WarmThroughputDescription {
    /// Reads per second.
    pub read_units_per_second: u64,
    /// Writes per second.
    pub write_units_per_second: u64,
    /// UPDATING while it is being raised.
    pub status: WarmStatus,
}

/// How a table is encrypted. Absent with the service's own key, and after encryption was switched off (observed).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SseDescription {
    /// Where a change of encryption is.
    pub status: SseStatus,
    /// The kind of encryption; absent while it is being switched on.
    pub sse_type: Option<SseType>,
    /// The key; absent while it is being switched on.
    pub kms_master_key_arn: Option<String>,
}

/// What a table's storage is paid for. Absent while it never was anything but STANDARD (observed).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableClassSummary {
    /// The class in force.
    pub table_class: TableClass,
    /// Epoch seconds of the last change.
    pub last_update_date_time: Option<f64>,
}

/// A table as it describes itself.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TableDescription {
    /// The table's name.
    pub table_name: String,
    /// Every key attribute, sorted by name; none in DeleteTable's answer.
    pub attribute_definitions: Vec<AttributeDefinition>,
    /// The primary key; empty in DeleteTable's answer.
    pub key_schema: Vec<KeySchemaElement>,
    /// Where it is in its life.
    pub table_status: TableStatus,
    /// Epoch seconds of its creation; absent from DeleteTable's answer.
    pub creation_date_time: Option<f64>,
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
    /// Its vector indexes.
    pub vector_indexes: Vec<VectorIndexDescription>,
    /// Whether DeleteTable is refused.
    pub deletion_protection_enabled: bool,
    /// The stream, while one is enabled.
    pub stream_specification: Option<StreamSpecification>,
    /// When the newest stream was enabled; stays when it is disabled.
    pub latest_stream_label: Option<String>,
    /// The newest stream's resource name; stays when it is disabled.
    pub latest_stream_arn: Option<String>,
    /// How the table is encrypted.
    pub sse_description: Option<SseDescription>,
    /// What its storage is paid for.
    pub table_class_summary: Option<TableClassSummary>,
    /// Most it may use, when that is limited.
    pub on_demand_throughput: Option<OnDemandThroughput>,
    /// What it can serve at once. Absent from CreateTable's answer, unless it was asked for.
    pub warm_throughput: Option<WarmThroughputDescription>,
    /// What it is being restored from.
    pub restore_summary: Option<RestoreSummary>,
}

hashrange_checkpoint::by_serde!(TableDescription);

/// What a table is being restored from. Told until it is ready (observed).
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RestoreSummary {
    /// The backup; none where the source was a moment.
    pub source_backup_arn: Option<String>,
    /// The table it is of.
    pub source_table_arn: String,
    /// Epoch seconds of the moment restored.
    pub restore_date_time: f64,
}

/// A vector index as its table describes it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct VectorIndexDescription {
    /// What was asked for.
    pub index: VectorIndex,
    /// Where it is in its life.
    pub index_status: IndexStatus,
    /// Present only while an index added later is being built.
    pub backfilling: Option<bool>,
    /// Bytes of its entries.
    pub index_size_bytes: u64,
    /// Entries it holds.
    pub item_count: u64,
    /// Its resource name.
    pub index_arn: String,
}

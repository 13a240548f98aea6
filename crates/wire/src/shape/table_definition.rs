//! What tables and indexes are defined by: keys, projections, billing, throughput, and where they are in their lives.

use hashrange_values::{KeyType, Text};

use super::closed_set::closed_set;
use super::table_settings::{OnDemandThroughput, WarmThroughput};

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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AttributeDefinition {
    /// The attribute.
    pub attribute_name: Text,
    /// String, Number or Binary.
    pub attribute_type: KeyType,
}

/// One attribute of a primary key.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeySchemaElement {
    /// The attribute.
    pub attribute_name: Text,
    /// Partition or sort key.
    pub key_type: KeyRole,
}

/// Which attributes an index carries beside the keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

hashrange_checkpoint::fields!(ProvisionedThroughput { read_capacity_units, write_capacity_units });

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

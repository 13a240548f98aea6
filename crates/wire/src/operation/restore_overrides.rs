//! The settings of a restored table that differ from its source.

use super::body::members;
use crate::constraint::{Kind, Member, Rule};
use crate::shape::{
    BillingMode, ENCRYPTION, GLOBAL_INDEX, GlobalSecondaryIndex, LOCAL_INDEX, LocalSecondaryIndex,
    ON_DEMAND_THROUGHPUT, OnDemandThroughput, ProvisionedThroughput, SseSpecification, THROUGHPUT, VECTOR_INDEX,
    VectorIndex,
};

members! {
    /// The settings of a restored table that differ from its source.
    #[derive(Eq)]
    RestoreOverrides {
        /// How throughput is billed.
        "BillingModeOverride" billing_mode: Option<BillingMode>,
        /// The global indexes to restore. All if left out.
        "GlobalSecondaryIndexOverride" global_secondary_indexes: Option<Vec<GlobalSecondaryIndex>>,
        /// The local indexes to restore. All if left out.
        "LocalSecondaryIndexOverride" local_secondary_indexes: Option<Vec<LocalSecondaryIndex>>,
        /// The vector indexes to restore. All if left out.
        "VectorIndexOverride" vector_indexes: Option<Vec<VectorIndex>>,
        /// The table's throughput.
        "ProvisionedThroughputOverride" provisioned_throughput: Option<ProvisionedThroughput>,
        /// The table's maximum throughput on demand.
        "OnDemandThroughputOverride" on_demand_throughput: Option<OnDemandThroughput>,
        /// Encryption.
        "SSESpecificationOverride" sse_specification: Option<SseSpecification>,
    }
}

static GLOBAL_KIND: Kind = Kind::Structure(&GLOBAL_INDEX);
static LOCAL_KIND: Kind = Kind::Structure(&LOCAL_INDEX);
static VECTOR_KIND: Kind = Kind::Structure(&VECTOR_INDEX);

pub(super) const BILLING: Member =
    Member::optional("BillingModeOverride", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]);
pub(super) const GLOBALS: Member = Member::optional("GlobalSecondaryIndexOverride", Kind::List(&GLOBAL_KIND));
pub(super) const LOCALS: Member = Member::optional("LocalSecondaryIndexOverride", Kind::List(&LOCAL_KIND));
pub(super) const VECTORS: Member = Member::optional("VectorIndexOverride", Kind::List(&VECTOR_KIND));
pub(super) const RATE: Member = Member {
    name: "ProvisionedThroughputOverride",
    ..THROUGHPUT
};
pub(super) const LIMITS: Member = Member {
    name: "OnDemandThroughputOverride",
    ..ON_DEMAND_THROUGHPUT
};
pub(super) const KEY: Member = Member {
    name: "SSESpecificationOverride",
    ..ENCRYPTION
};

//! The definition of a table and of an index: the request, checked and converted.
//!
//! Must not know how it is checked.

use hashrange_index::{IndexDefinition, KeySchema};
use hashrange_wire::BillingMode;

use crate::state::throughput::Throughput;

/// A checked CreateTable request.
#[derive(Clone, Debug)]
pub(crate) struct TableDefinition {
    pub(crate) keys: KeySchema,
    pub(crate) billing: BillingMode,
    pub(crate) throughput: Throughput,
    pub(crate) indexes: Vec<NewIndex>,
}

hashrange_checkpoint::fields!(TableDefinition {
    keys,
    billing,
    throughput,
    indexes
});

/// A checked index request.
#[derive(Clone, Debug)]
pub(crate) struct NewIndex {
    pub(crate) definition: IndexDefinition,
    pub(crate) throughput: Throughput,
}

hashrange_checkpoint::fields!(NewIndex { definition, throughput });

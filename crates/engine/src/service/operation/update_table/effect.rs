//! The effects of an UpdateTable request: changes that may go ahead.

use hashrange_values::Text;
use hashrange_wire::{OnDemandThroughput, ProvisionedThroughput, StreamViewType, TableClass};

use crate::state::definition::NewIndex;

/// A change that may go ahead.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    Protect(bool),
    Encrypt(Option<String>),
    Class(TableClass),
    Limits(OnDemandThroughput),
    Warm(ProvisionedThroughput),
    Stream(Option<StreamViewType>),
    Rate(ProvisionedThroughput),
    ToOnDemand,
    ToProvisioned(ProvisionedThroughput),
    /// Nothing changes, and yet the answer says UPDATING (observed).
    Nothing,
    IndexRate(Text, ProvisionedThroughput),
    IndexToProvisioned(Text, ProvisionedThroughput),
    IndexLimits(Text, OnDemandThroughput),
    IndexWarm(Text, ProvisionedThroughput),
    CreateIndex(Box<NewIndex>),
    DeleteIndex(Text),
}

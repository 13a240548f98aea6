//! The effects of an UpdateTable request: changes that passed their checks.

use hashrange_values::Text;
use hashrange_wire::{OnDemandThroughput, ProvisionedThroughput, StreamViewType, TableClass};

use crate::state::definition::NewIndex;

/// A change that passed its checks.
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
    /// Nothing changes, but the response reports UPDATING (observed: no-op-updates).
    Nothing,
    IndexRate(Text, ProvisionedThroughput),
    IndexToProvisioned(Text, ProvisionedThroughput),
    IndexLimits(Text, OnDemandThroughput),
    IndexWarm(Text, ProvisionedThroughput),
    CreateIndex(Box<NewIndex>),
    DeleteIndex(Text),
}

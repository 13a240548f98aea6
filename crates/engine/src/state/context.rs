//! The context of a step: what it may know of the service beside its table.
//!
//! Must not know tables, nor change anything.

use hashrange_time::Timestamp;

use crate::state::options::EngineOptions;
use crate::state::physics::Throttling;

/// What a rule may know beside the table it is about.
#[derive(Clone, Copy)]
pub(crate) struct Context<'e> {
    pub(crate) options: &'e EngineOptions,
    pub(crate) now: Timestamp,
    /// Requests that were paid for so far.
    pub(crate) paid: u64,
    /// Whether requests leave traces.
    pub(crate) tracing: bool,
}

impl Context<'_> {
    /// Whether anything can be throttled.
    pub(crate) fn throttles(self) -> bool {
        self.options.physics.throttling.mode != Throttling::Off
    }

    /// Whether requests tell which keys they touched.
    pub(crate) fn watches_traffic(self) -> bool {
        self.throttles() || !self.options.physics.partitions.heat.is_zero()
    }
}

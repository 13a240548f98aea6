//! The context of a step: what it may know about the service besides its table.
//!
//! Must not know tables, nor change anything.

use hashrange_time::Timestamp;

use crate::state::options::EngineOptions;
use crate::state::throttling::Throttling;

/// What a rule may know besides its table.
#[derive(Clone, Copy)]
pub(crate) struct Context<'e> {
    pub(crate) options: &'e EngineOptions,
    pub(crate) now: Timestamp,
    /// Number of charged requests so far.
    pub(crate) paid: u64,
    /// Whether requests record traces.
    pub(crate) tracing: bool,
}

impl Context<'_> {
    /// Whether throttling is on.
    pub(crate) fn throttles(self) -> bool {
        self.options.physics.throttling.mode != Throttling::Off
    }

    /// Whether requests report the keys they touched.
    pub(crate) fn watches_traffic(self) -> bool {
        self.throttles() || !self.options.physics.partitions.heat.is_zero()
    }
}

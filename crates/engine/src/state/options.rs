//! What an engine is made with: seed, start, physics, quotas, and the home in resource names.
//!
//! Must not know what follows from it.

use hashrange_time::Timestamp;

use crate::state::limits::Limits;
use crate::state::physics::Physics;

/// What an engine is made with. Everything else follows from it and from the requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Seed of all randomness.
    pub seed: u64,
    /// Virtual time at the start.
    pub start: Timestamp,
    /// Durations the service does not promise.
    pub physics: Physics,
    /// Quotas.
    pub limits: Limits,
    /// Region in resource names.
    pub region: String,
    /// Account in resource names.
    pub account: String,
}

hashrange_checkpoint::fields!(EngineOptions { seed, start, physics, limits, region, account });

impl Default for EngineOptions {
    /// Instant physics, the service's limits, the project's own Region.
    fn default() -> Self {
        Self {
            seed: 1,
            start: Timestamp::from_micros(0),
            physics: Physics::instant(),
            limits: Limits::aws(),
            region: "us-hashrange-1".to_owned(),
            account: "000000000000".to_owned(),
        }
    }
}

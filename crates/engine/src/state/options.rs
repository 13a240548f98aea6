//! The options of an engine: seed, start, physics, quotas, and the account scope of resource names.
//!
//! Must not know their effects.

use hashrange_time::Timestamp;

use crate::state::limits::Limits;
use crate::state::physics::Physics;

/// The options of an engine. Everything else follows from them and from the requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Seed of all randomness.
    pub seed: u64,
    /// Virtual time at the start.
    pub start: Timestamp,
    /// Durations that the service does not guarantee.
    pub physics: Physics,
    /// Quotas.
    pub limits: Limits,
    /// Region in resource names.
    pub region: String,
    /// Account in resource names.
    pub account: String,
}

hashrange_checkpoint::fields!(EngineOptions {
    seed,
    start,
    physics,
    limits,
    region,
    account
});

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

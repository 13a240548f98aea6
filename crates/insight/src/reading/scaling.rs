//! The auto scaling of a table and its global indexes.

use hashrange_engine::{Direction, ScaledView, ScalingView};
use hashrange_values::Text;

use super::asks::ScalingAsk;
use super::question::{Question, Service};

/// Throughput that is registered to be scaled.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScaledRate {
    /// The global index; `None` for the table itself.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// Fewest units a second.
    pub min: u64,
    /// Most units a second.
    pub max: u64,
    /// The policy, where there is one.
    pub policy: Option<ScalingPolicy>,
    /// The newest change, made or tried.
    pub last: Option<ScaledView>,
}

/// A policy of target tracking.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScalingPolicy {
    /// Its name.
    pub name: String,
    /// Percent of the provisioned units that should be consumed, written out.
    pub target: String,
}

impl Question for ScalingAsk {
    type Reading = Vec<ScaledRate>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<ScaledRate>> {
        let scaling = engine.table(&self.table)?.scaling();
        Some(scaling.into_iter().map(ScaledRate::of).collect())
    }
}

impl ScaledRate {
    fn of(view: ScalingView) -> Self {
        let ScalingView { index, direction, min, max, policy, last } = view;
        let policy = policy.map(|(name, tracking)| ScalingPolicy { name, target: tracking.target_value.to_string() });
        Self { index, direction, min, max, policy, last }
    }
}

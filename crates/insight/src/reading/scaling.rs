//! The auto scaling of a table and its global indexes.

use hashrange_engine::{Direction, ScaledView, ScalingView};
use hashrange_values::Text;

use super::question::{Question, Service};
use super::questions::ScalingQuestion;

/// Throughput that is registered for auto scaling.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScaledRate {
    /// The global index; `None` for the table itself.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// Minimum units per second.
    pub min: u64,
    /// Maximum units per second.
    pub max: u64,
    /// The policy, if there is one.
    pub policy: Option<ScalingPolicy>,
    /// The latest attempt to change the throughput.
    pub last: Option<ScaledView>,
}

/// A policy of target tracking.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScalingPolicy {
    /// Its name.
    pub name: String,
    /// The target utilization in percent of the provisioned units, as text.
    pub target: String,
}

impl Question for ScalingQuestion {
    type Reading = Vec<ScaledRate>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<ScaledRate>> {
        let scaling = engine.table(&self.table)?.scaling();
        Some(scaling.into_iter().map(ScaledRate::of).collect())
    }
}

impl ScaledRate {
    fn of(view: ScalingView) -> Self {
        let ScalingView {
            index,
            direction,
            min,
            max,
            policy,
            last,
        } = view;
        let policy = policy.map(|(name, tracking)| ScalingPolicy {
            name,
            target: tracking.target_value.to_string(),
        });
        Self {
            index,
            direction,
            min,
            max,
            policy,
            last,
        }
    }
}

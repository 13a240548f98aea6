//! A read-only view of auto scaling.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::TargetTracking;

use crate::state::log::consumption::Direction;
use crate::view::table_view::TableView;

/// A scalable target.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScalingView {
    /// The global index; `None` for the table itself.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// The minimum units per second.
    pub min: u64,
    /// The maximum units per second.
    pub max: u64,
    /// Name of the policy and its target; `None` without a policy.
    pub policy: Option<(String, TargetTracking)>,
    /// The latest change, successful or refused.
    pub last: Option<ScaledView>,
}

/// A change of throughput by auto scaling.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScaledView {
    /// When it was requested.
    pub at: Timestamp,
    /// Requested units per second.
    pub to: u64,
    /// Why it was refused; `None` if it succeeded.
    pub refusal: Option<String>,
}

impl TableView<'_> {
    /// Its scalable targets: the table's own throughput first, then its indexes'.
    #[must_use]
    pub fn scaling(self) -> Vec<ScalingView> {
        let scaling = &self.0.scaling;
        let views = scaling.targets().map(|(of, target)| {
            let last = scaling.activities.iter().rev().find(|activity| activity.of == *of);
            ScalingView {
                index: of.0.clone(),
                direction: of.1,
                min: target.min,
                max: target.max,
                policy: target
                    .policy
                    .as_ref()
                    .map(|policy| (policy.name.clone(), policy.tracking)),
                last: last.map(|activity| ScaledView {
                    at: activity.at,
                    to: activity.to,
                    refusal: activity.refusal.clone(),
                }),
            }
        });
        views.collect()
    }
}

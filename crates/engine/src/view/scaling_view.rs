//! Auto scaling for those who only look.

use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::TargetTracking;

use crate::state::log::consumption::Direction;
use crate::view::table_view::TableView;

/// Throughput that is registered to be scaled.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScalingView {
    /// The global index; `None` for the table itself.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// Fewest units a second.
    pub min: u64,
    /// Most units a second.
    pub max: u64,
    /// Name of the policy and the target it tracks; `None` while there is no policy.
    pub policy: Option<(String, TargetTracking)>,
    /// The newest change, made or tried.
    pub last: Option<ScaledView>,
}

/// A change of throughput by auto scaling.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScaledView {
    /// When.
    pub at: Timestamp,
    /// Units a second asked for.
    pub to: u64,
    /// Why it was refused, if it was.
    pub refusal: Option<String>,
}

impl TableView<'_> {
    /// What of it is registered to be scaled: the table's own throughput first, then its indexes'.
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
                policy: target.policy.as_ref().map(|policy| (policy.name.clone(), policy.tracking)),
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

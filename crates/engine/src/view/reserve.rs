//! The remaining throughput of a table or global index; read-only.
//!
//! Must not change a bucket.

use hashrange_capacity::Units;
use hashrange_wire::ThrottleCause;

use crate::rules::metered::Metered;
use crate::service::engine::Engine;
use crate::state::bounds::Bounds;
use crate::state::log::consumption::Direction;

/// The throughput of a table or global index in one direction, and its remaining units. Meaningful only while
/// throttling is on: otherwise no units are consumed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reserve {
    /// Sustained units per second: provisioned, or the on-demand limit.
    pub per_second: u64,
    /// The reported reason when the throughput is exhausted.
    pub cause: ThrottleCause,
    /// Units left now, including saved burst units; zero while the bucket is in debt.
    pub left: Units,
    /// The maximum of units it can save.
    pub most: Units,
    /// Units per second at the peak so far: half of what an on-demand table serves at once
    /// (documented: on-demand-throughput).
    pub peak: u64,
    /// Maximum units per second of one partition.
    pub ceiling: u64,
    /// Units left of this second's ceiling, by partition number. Partitions that are not listed have the full ceiling
    /// left.
    pub partitions: Vec<(u32, Units)>,
}

impl Engine {
    /// The remaining throughput of a table, or of one of its global indexes. `None` if it does not exist, and for a
    /// local index, which uses its table's throughput.
    #[must_use]
    pub fn reserve(&self, table: &str, index: Option<&str>, direction: Direction) -> Option<Reserve> {
        let table = self.catalogue.get(table)?;
        let metered = match index {
            None => Metered::Table(table),
            Some(index) => Metered::Index(table, table.index(index).filter(|index| !index.is_local())?),
        };
        let (throughput, meter, space) = metered.parts();
        let bounds = Bounds::of(
            throughput,
            meter,
            direction,
            space.partitions().len(),
            self.shared.context(),
        );
        let (left, partitions) = meter.left(direction, &bounds, self.shared.now);
        Some(Reserve {
            per_second: bounds.budget.per_second,
            cause: bounds.cause,
            left,
            most: Units::whole(bounds.budget.per_second.saturating_mul(bounds.budget.seconds.max(1))),
            peak: meter.peak(direction, bounds.peak_window, self.shared.now),
            ceiling: bounds.ceiling.per_second,
            partitions,
        })
    }
}

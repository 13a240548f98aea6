//! What is left of the throughput of a table or global index, for those who only look.
//!
//! Must not change a bucket: looking costs nothing.

use hashrange_capacity::Units;
use hashrange_wire::ThrottleCause;

use crate::rules::metered::Metered;
use crate::service::engine::Engine;
use crate::state::bounds::Bounds;
use crate::state::log::consumption::Direction;

/// The throughput of a table or global index in one direction, and what is left of it. Meaningful while throttling is on:
/// otherwise nothing is ever taken.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reserve {
    /// Units a second it may use in the long run: provisioned, or what it serves at once on demand.
    pub per_second: u64,
    /// What is said when that is used up.
    pub cause: ThrottleCause,
    /// Units left now, with those saved by burst; zero while it is in debt.
    pub left: Units,
    /// The most it can save.
    pub most: Units,
    /// Units a second of the busiest time so far: half of what an on-demand table serves at once (documented).
    pub peak: u64,
    /// Units a second of one partition.
    pub ceiling: u64,
    /// Units left of this second's ceiling, by the number of the partition; those not listed have all of it.
    pub partitions: Vec<(u32, Units)>,
}

impl Engine {
    /// What is left of the throughput of a table, or of one of its global indexes. `None` when there is no such thing; a
    /// local index has its table's.
    #[must_use]
    pub fn reserve(&self, table: &str, index: Option<&str>, direction: Direction) -> Option<Reserve> {
        let table = self.catalogue.get(table)?;
        let metered = match index {
            None => Metered::Table(table),
            Some(index) => Metered::Index(table, table.index(index).filter(|index| !index.is_local())?),
        };
        let (throughput, meter, space) = metered.parts();
        let bounds = Bounds::of(throughput, meter, direction, space.partitions().len(), self.around.context());
        let (left, partitions) = meter.left(direction, &bounds, self.around.now);
        Some(Reserve {
            per_second: bounds.budget.per_second,
            cause: bounds.cause,
            left,
            most: Units::whole(bounds.budget.per_second.saturating_mul(bounds.budget.seconds.max(1))),
            peak: meter.peak(direction, bounds.peak_window, self.around.now),
            ceiling: bounds.ceiling.per_second,
            partitions,
        })
    }
}

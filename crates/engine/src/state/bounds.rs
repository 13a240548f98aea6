//! The bounds of a meter: how much a table or index may use, and which bound applies.
//!
//! Must not know remaining units.

use hashrange_capacity::Refill;
use hashrange_wire::ThrottleCause;

/// How much may be used in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The bound of the complete resource.
    pub(crate) budget: Refill,
    /// The reported reason when it is used up.
    pub(crate) cause: ThrottleCause,
    /// The bound of each partition.
    pub(crate) ceiling: Refill,
    /// The bound of each partition if the budget is split evenly.
    pub(crate) share: Option<Refill>,
    /// The length of the windows for peaks, in microseconds.
    pub(crate) peak_window: u64,
}

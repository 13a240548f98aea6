//! The bounds a meter works by: how much a table or index may use, and which bound that is.
//!
//! Must not know what is left.

use hashrange_capacity::Refill;
use hashrange_wire::ThrottleCause;

/// How much may be used in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Of the resource as a whole.
    pub(crate) budget: Refill,
    /// What is said when that is used up.
    pub(crate) cause: ThrottleCause,
    /// Of each partition.
    pub(crate) ceiling: Refill,
    /// Of each partition where the budget is split evenly.
    pub(crate) share: Option<Refill>,
    /// The length of the windows peaks are measured over, in microseconds.
    pub(crate) peak_window: u64,
}

//! The pace of a bulk put: when its next item may be written, and the throttled item that the others wait for.
//!
//! A model, as in the server: AWS publishes no rates and no order. Without a tier nothing waits. Must not know files.

use hashrange_time::{Duration, Pace, Timestamp};
use hashrange_wire::BulkOperationPerformanceTier;

/// The wait before a throttled item is written again.
const PAUSE: Duration = Duration::from_millis(20);

/// The pace of an import, in virtual time.
pub(super) struct Paced {
    pace: Option<Pace>,
    /// The request of the throttled item, and its line.
    held: Option<(String, usize)>,
}

impl Paced {
    pub(super) fn new(tier: Option<BulkOperationPerformanceTier>, now: Timestamp) -> Self {
        Self {
            pace: tier.map(|tier| Pace::new(tier.write_units(), now)),
            held: None,
        }
    }

    /// When the next item may be written; `None` without a pace.
    pub(super) fn due(&self) -> Option<Timestamp> {
        self.pace.map(Pace::next)
    }

    /// Whether throttled items are written again.
    pub(super) fn holds(&self) -> bool {
        self.pace.is_some()
    }

    /// Removes and returns the throttled item.
    pub(super) fn take_held(&mut self) -> Option<(String, usize)> {
        self.held.take()
    }

    /// Records a written item.
    pub(super) fn written(&mut self, half_units: u64, now: Timestamp) {
        if let Some(pace) = &mut self.pace {
            pace.spend(half_units, now);
        }
    }

    /// Holds a throttled item.
    pub(super) fn hold(&mut self, body: String, line: usize, now: Timestamp) {
        self.held = Some((body, line));
        if let Some(pace) = &mut self.pace {
            pace.hold(PAUSE, now);
        }
    }
}

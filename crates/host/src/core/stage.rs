//! Time and loads of a lesson: time passes only as the lesson requires.
//!
//! Must not know which lesson it is, nor how long a slice may take.

use hashrange_endpoint::Sending;
use hashrange_time::Timestamp;
use hashrange_workload::LoadPlan;

use super::{Core, STEPS_PER_TICK};

impl Core {
    /// Starts a load of a lesson.
    pub(crate) fn begin_load_on_stage(&mut self, plan: LoadPlan, seed: u64) {
        self.act();
        self.timeline.begin_load(plan, seed);
        self.mark();
    }

    /// Sends the next request of the load if it is due by a time; otherwise advances time to there. Returns whether
    /// there is more to send, and whether the next request is later.
    pub(crate) fn go_with_load_on_stage(&mut self, until: Timestamp) -> (bool, bool) {
        let sending = self.timeline.send_next(until, STEPS_PER_TICK);
        let is_early =
            matches!(sending, Sending::Due(_)) && self.timeline.follow(until, STEPS_PER_TICK).reached >= until;
        self.clock.set(self.engine().now());
        self.mark();
        (
            sending != Sending::Ended && self.timeline.running_load().is_some(),
            is_early,
        )
    }

    /// Advances time to a time, with a bounded number of steps. Returns the reached time. In the past another future
    /// begins.
    pub(crate) fn pass_on_stage(&mut self, to: Timestamp) -> Timestamp {
        self.act();
        let reached = if self.is_past() {
            self.timeline.advance(to, STEPS_PER_TICK).reached
        } else {
            self.timeline.follow(to, STEPS_PER_TICK).reached
        };
        self.clock.set(reached);
        self.mark();
        reached
    }
}

//! Time and loads of a lesson: time passes as far as the lesson says, and stands still before and after.
//!
//! Must not know which lesson it is, nor how long a stretch may take.

use hashrange_endpoint::Sending;
use hashrange_time::Timestamp;
use hashrange_workload::LoadPlan;

use super::{Core, STEPS_PER_TICK};

impl Core {
    /// Begins a load of a lesson.
    pub(crate) fn begin_load_on_stage(&mut self, plan: LoadPlan, seed: u64) {
        self.act();
        self.timeline.begin_load(plan, seed);
        self.mark();
    }

    /// Sends its next request, if that is due by a moment, or lets time pass up to there. Whether there is more to send, and
    /// whether the next one comes later.
    pub(crate) fn go_with_load_on_stage(&mut self, until: Timestamp) -> (bool, bool) {
        let sending = self.timeline.send_next(until, STEPS_PER_TICK);
        let is_early =
            matches!(sending, Sending::Due(_)) && self.timeline.follow(until, STEPS_PER_TICK).reached >= until;
        self.clock.set(self.engine().now());
        self.mark();
        (sending != Sending::Ended && self.timeline.running_load().is_some(), is_early)
    }

    /// Lets time pass up to a moment, with a bounded number of steps; the moment it came to. In the past another future begins.
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

//! Loads of a scene: their time goes as fast as it can, and stands still before and after.
//!
//! Must not know which scene it is, nor how long a stretch may take.

use hashrange_endpoint::Sending;
use hashrange_time::Timestamp;
use hashrange_workload::LoadPlan;

use super::{Core, STEPS_PER_TICK};

impl Core {
    /// Begins a load of a scene.
    pub(crate) fn begin_load_on_stage(&mut self, plan: LoadPlan, seed: u64) {
        self.act();
        self.timeline.begin_load(plan, seed);
        self.mark();
    }

    /// Sends its next request at its time; whether there is more to send.
    pub(crate) fn go_with_load_on_stage(&mut self) -> bool {
        let sending = self.timeline.send_next(Timestamp::MAX, STEPS_PER_TICK);
        self.clock.set(self.engine().now());
        self.mark();
        sending != Sending::Ended && self.timeline.running_load().is_some()
    }
}

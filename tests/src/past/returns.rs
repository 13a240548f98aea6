//! When a history returns to stored states: sometimes along the way, and to all of them at its end.

use hashrange_engine::Budget;
use hashrange_journal::Record;
use hashrange_past::{Moment, WAYS, Way, return_from_bytes, take_up, try_way};

use super::History;

impl History {
    fn try_way(&mut self, way: Way, moment: &Moment) -> Result<(), String> {
        self.result.returns += u64::from(try_way(&mut self.timeline, way, moment)?);
        Ok(())
    }

    /// Returns to a few past states in random ways, and then to the end.
    pub(super) fn return_to_some(&mut self) -> Result<(), String> {
        // Unrecorded time would be missing afterwards.
        self.timeline.advance(self.now(), Budget::UNBOUNDED);
        let tip = self
            .timeline
            .steps()
            .next_back()
            .map_or(0, |last: &Record| last.sequence);
        for _ in 0..2.min(self.moments.len()) {
            let moment = self.moments[self.random.below(self.moments.len() as u64) as usize].clone();
            take_up(&mut self.timeline, &moment)?;
            let way = WAYS[self.random.below(WAYS.len() as u64) as usize];
            self.try_way(way, &moment)?;
        }
        let futures = self.timeline.futures().to_vec();
        if let Some(future) = futures.into_iter().find(|future| future.tip == tip) {
            self.timeline.switch(future).map_err(|error| error.to_string())?;
        }
        self.timeline.go_to(u64::MAX).map_err(|error| error.to_string())
    }

    /// Returns to every past state in every way, and once more from the bytes of the journal.
    pub(super) fn return_to_all(&mut self) -> Result<(), String> {
        if Some(&self.bytes) != self.timeline.journal().as_ref() {
            return Err("the bytes that were handed out are not the journal".to_owned());
        }
        let moments = self.moments.clone();
        for moment in &moments {
            take_up(&mut self.timeline, moment)?;
            for way in WAYS {
                self.try_way(way, moment)?;
            }
        }
        let stretch = 1 + self.random.below(50);
        let back = return_from_bytes(&self.bytes, &moments, stretch, &[WAYS[0], WAYS[3]])?;
        self.result.returns += back.returns;
        if back.state != self.at_end()? {
            return Err("the journal leads to another end".to_owned());
        }
        Ok(())
    }

    /// The state at the end of the journal.
    fn at_end(&mut self) -> Result<u128, String> {
        let last = self.moments.last().cloned().ok_or("nothing was kept")?;
        take_up(&mut self.timeline, &last)?;
        self.timeline.go_to(u64::MAX).map_err(|error| error.to_string())?;
        Ok(self.timeline.state_hash())
    }
}

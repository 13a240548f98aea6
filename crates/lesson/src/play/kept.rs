//! A play at a stop as data, so that it continues after a reload. At a stop, no act is pending and no page is being
//! read.
//!
//! Must not know where it is stored.

use std::sync::Arc;

use hashrange_time::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Phase, Play};
use crate::tally::Tally;
use crate::{Lesson, To};

/// A play at a stop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    start: Timestamp,
    at: Timestamp,
    step: usize,
    phase: Phase,
    looked: u32,
    tally: Tally,
    moment: Timestamp,
    before: Tally,
    touched: bool,
    met: bool,
    chosen: Option<To>,
}

impl Play {
    /// The play as data, without pending work.
    #[must_use]
    pub fn kept(&self) -> Kept {
        Kept {
            start: self.start,
            at: self.at,
            step: self.step,
            phase: self.phase,
            looked: self.looked,
            tally: self.tally.clone(),
            moment: self.moment,
            before: self.before.clone(),
            touched: self.touched,
            met: self.met,
            chosen: self.chosen,
        }
    }

    /// The play of a lesson as it was stored.
    #[must_use]
    pub fn resumed(lesson: Arc<Lesson>, kept: Kept) -> Self {
        let mut play = Self::new(lesson, kept.start);
        play.queue.clear();
        play.at = kept.at;
        play.reported = kept.at;
        play.step = kept.step.min(play.lesson.steps.len());
        play.phase = kept.phase;
        play.looked = kept.looked;
        play.tally = kept.tally;
        play.moment = kept.moment;
        play.before = kept.before;
        play.touched = kept.touched;
        play.met = kept.met;
        play.chosen = kept.chosen;
        play
    }
}

//! The calls of a play at one multiple of the rates, as requests with times, so that a timeline can record them: what the
//! search for the multiple that holds sent until its first throttle.
//!
//! Must not know who sends them.

use hashrange_engine::{Engine, Physics};
use hashrange_time::Duration;
use hashrange_wire::Checked;

use crate::limit::SECONDS;
use crate::play::lasting;
use crate::{Pattern, Play, PlayOptions};

/// The calls.
#[derive(Clone, Debug)]
pub struct Script(Play);

impl Script {
    /// The calls that the search sends at this multiple, in hundredths, from the engine's present state on. The seed is
    /// that of the key values.
    #[must_use]
    pub fn new(engine: &Engine, patterns: &[Pattern], multiple: u32, seed: u64) -> Self {
        let options = PlayOptions {
            multiple,
            seconds: SECONDS,
            hour: Some(Pattern::busiest_hour(patterns)),
            seed,
        };
        let mut play = Play::new(engine, patterns, options);
        while play.prepare() {}
        Self(play)
    }

    /// The physics under which the search plays.
    #[must_use]
    pub fn physics(physics: Physics) -> Physics {
        lasting(physics)
    }
}

impl Iterator for Script {
    /// A time from the beginning, and the request.
    type Item = (Duration, Checked);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take()
    }
}

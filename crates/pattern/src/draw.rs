//! Which of the existing values the next call of a pattern uses.
//!
//! Integers only, so that every target draws the same values. Must not know calls.

use hashrange_time::Random;

use crate::KeySource;
use crate::samples::Sample;

/// One of this many values is hot, and of this many calls all but one use a hot value.
const TENTH: u64 = 10;

/// The choices of one pattern.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    source: KeySource,
    random: Random,
    /// The number of the next value in the scattered order.
    turn: u64,
}

impl Draw {
    pub(crate) fn new(source: KeySource, mut random: Random) -> Self {
        // Patterns begin at different values. Half of the range is left for the turns.
        let turn = random.below(u64::MAX / 2);
        Self { source, random, turn }
    }

    /// The position of the next value of a sample, which must not be empty.
    pub(crate) fn position(&mut self, sample: &Sample) -> u64 {
        let values = sample.len();
        match self.source {
            KeySource::Written | KeySource::Each => {
                let position = sample.scattered(self.turn);
                self.turn += 1;
                position
            }
            KeySource::Random => self.random.below(values),
            KeySource::Hot => self.hot(values),
        }
    }

    /// Every tenth value is hot, so that hot values are in every part of the hash range.
    fn hot(&mut self, values: u64) -> u64 {
        let hot = values.div_ceil(TENTH);
        let others = values - hot;
        if others == 0 || self.random.below(TENTH) > 0 {
            self.random.below(hot) * TENTH
        } else {
            let other = self.random.below(others);
            other + other / (TENTH - 1) + 1
        }
    }
}

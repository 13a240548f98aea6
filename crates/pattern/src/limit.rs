//! The highest multiple of their rates, in the busiest hour, at which patterns can be played together without a throttle.
//!
//! Searches by playing: doubles or halves the multiple until it has one that holds and one that does not, then bisects
//! between them to two significant digits. Works in bounded steps. Must not know how patterns are played.

use hashrange_engine::Engine;
use serde::{Deserialize, Serialize};

use crate::play::{MOST, ONCE};
use crate::{FirstThrottle, Pattern, Play, PlayOptions};

/// How long each multiple is played. Two neighbours of two digits differ by 1 % or more, and such an excess uses up a
/// second of throughput in 100 s. With the durations of AWS, it is shorter than a partition must be hot to be split.
pub(crate) const SECONDS: u32 = 120;
/// The maximum number of plays: eleven multiples from 1 to 1,024, and six between the last two of them.
const MOST_PLAYS: u32 = 17;

/// The search.
///
/// Each play begins with the present state, and with an empty burst (a model): throughput saved before lets a rate hold
/// for minutes that does not hold for long. What a table already owes, because its latest request took more than it had
/// left, is owed here too. Each play lasts 120 s: a pattern that is sent less often than that has no call in it.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The patterns before their first call.
    start: Play,
    /// `None` while the patterns are prepared, and between two plays.
    playing: Option<Play>,
    multiple: u32,
    plays: u32,
    found: Found,
    is_over: bool,
    progress: u32,
}

/// What the search found so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The highest multiple that held, in hundredths; `None` if none did.
    pub held: Option<u32>,
    /// The lowest multiple that did not hold, in hundredths, and what throttled first; `None` if 1,024 held.
    pub throttled: Option<(u32, FirstThrottle)>,
}

impl Limit {
    /// Prepares the search for the engine's present state, at the rates of the busiest hour. The seed is that of the key
    /// values.
    #[must_use]
    pub fn new(engine: &Engine, patterns: &[Pattern], seed: u64) -> Self {
        let options = PlayOptions {
            multiple: ONCE,
            seconds: SECONDS,
            hour: Some(Pattern::busiest_hour(patterns)),
            seed,
        };
        Self {
            start: Play::new(engine, patterns, options).without_burst().until_throttled(),
            playing: None,
            multiple: ONCE,
            plays: 0,
            found: Found::default(),
            is_over: false,
            progress: 0,
        }
    }

    /// What it found so far.
    #[must_use]
    pub fn found(&self) -> &Found {
        &self.found
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The multiple that is played now or next, in hundredths.
    #[must_use]
    pub fn multiple(&self) -> u32 {
        self.multiple
    }

    /// How far it is, in thousandths. It never goes back.
    #[must_use]
    pub fn progress(&self) -> u32 {
        if self.is_over { 1_000 } else { self.progress }
    }

    /// Continues, while the budget lasts, as [`Play::step`].
    pub fn step(&mut self, budget: &mut usize) {
        while *budget > 0 && !self.is_over {
            if self.start.prepare() {
                *budget -= 1;
                continue;
            }
            let mut playing = self.playing.take().unwrap_or_else(|| self.start.at(self.multiple));
            playing.step(budget);
            let done = self.plays * 1_000 + playing.progress();
            self.progress = self.progress.max((done / self.expected().max(1)).min(999));
            if playing.is_over() {
                self.judge(&playing);
            } else {
                self.playing = Some(playing);
            }
        }
    }

    /// Takes the result of a play, and chooses the next multiple.
    fn judge(&mut self, play: &Play) {
        self.plays += 1;
        match &play.played().first {
            Some(first) => self.found.throttled = Some((self.multiple, first.clone())),
            None => self.found.held = Some(self.multiple),
        }
        match self.next() {
            Some(multiple) => self.multiple = multiple,
            None => self.is_over = true,
        }
    }

    /// The multiple to play next; `None` when the result has two significant digits.
    fn next(&self) -> Option<u32> {
        match (self.found.held, &self.found.throttled) {
            (None, None) => Some(ONCE),
            (Some(held), None) => (held < MOST).then(|| held.saturating_mul(2).min(MOST)),
            (None, Some((throttled, _))) => (*throttled > 1).then_some(throttled / 2),
            (Some(held), Some((throttled, _))) => {
                let middle = held.midpoint(*throttled);
                let rounded = (middle / digit(middle) * digit(middle)).max(held + 1);
                (throttled.saturating_sub(held) > digit(held)).then_some(rounded)
            }
        }
    }

    /// The number of plays in total, as far as it is known.
    fn expected(&self) -> u32 {
        match (self.found.held, &self.found.throttled) {
            (Some(held), Some((throttled, _))) => {
                let places = throttled.saturating_sub(held) / digit(held);
                self.plays + u32::BITS - places.saturating_sub(1).leading_zeros()
            }
            _ => MOST_PLAYS,
        }
    }
}

/// The value of the second significant digit of a multiple, in hundredths. Below 0.10 it is that of the first.
fn digit(multiple: u32) -> u32 {
    let mut digit = 1;
    while multiple / digit >= 100 {
        digit *= 10;
    }
    digit
}

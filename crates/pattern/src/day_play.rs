//! A day of patterns, measured: a minute of each hour is played on virtual time, and counted for its hour.
//!
//! Works in bounded steps. Must not know how units are charged.

use hashrange_engine::Engine;
use hashrange_time::{Duration, Timestamp};

use crate::day::DaySample;
use crate::pattern::DAY;
use crate::play::ONCE;
use crate::{Day, Pattern, Play, PlayOptions};

const MINUTE: u32 = 60;
const HOUR_MICROS: u64 = 3_600_000_000;

/// The measurement.
///
/// It begins at the next full hour (UTC) after the engine's present time and continues on one copy of its state, so that
/// saved throughput, expired items and split partitions carry over (a model: what happens in the other 59 minutes is
/// left out). What a pattern took in its minute is counted for its calls of the hour. A pattern with less than a call in
/// a minute is sent once.
#[derive(Clone, Debug)]
pub struct DayPlay {
    patterns: Vec<Pattern>,
    play: Play,
    /// When the first hour begins.
    first: Timestamp,
    /// Hours that are measured.
    done: usize,
    /// Whether the minute of the next hour is played.
    plays: bool,
    day: Day,
}

impl DayPlay {
    /// Prepares the measurement from the engine's present state. The seed is that of the key values.
    #[must_use]
    pub fn new(engine: &Engine, patterns: &[Pattern], seed: u64) -> Self {
        let options = PlayOptions {
            multiple: ONCE,
            seconds: MINUTE,
            hour: None,
            seed,
        };
        let hours = engine.now().micros().div_ceil(HOUR_MICROS);
        Self {
            patterns: patterns.to_vec(),
            play: Play::new(engine, patterns, options),
            first: Timestamp::from_micros(hours * HOUR_MICROS),
            done: 0,
            plays: false,
            day: Day {
                parts: Vec::new(),
                sample: Some(DaySample::default()),
            },
        }
    }

    /// The units so far.
    #[must_use]
    pub fn day(&self) -> &Day {
        &self.day
    }

    /// Whether all hours are measured.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.done == DAY
    }

    /// The number of measured hours.
    #[must_use]
    pub fn hours(&self) -> usize {
        self.done
    }

    /// Continues, while the budget lasts, as [`Play::step`].
    pub fn step(&mut self, budget: &mut usize) {
        while *budget > 0 && !self.is_over() {
            if self.plays {
                self.play.step(budget);
                if self.play.is_over() {
                    self.count();
                }
                continue;
            }
            *budget -= 1;
            let begins = self.first + Duration::from_seconds(3_600) * self.done as u64;
            if !self.play.prepare() && self.play.wait(begins) {
                self.play.play_hour(self.hour());
                self.plays = true;
            }
        }
    }

    /// The hour of the day that is measured next.
    fn hour(&self) -> usize {
        let hours = self.first.micros() / HOUR_MICROS + self.done as u64;
        usize::try_from(hours % DAY as u64).unwrap_or(0)
    }

    /// Counts the minute for its hour.
    fn count(&mut self) {
        let hour = self.hour();
        let played = self.play.played();
        for (place, pattern) in self.patterns.iter().enumerate() {
            let (Some(counts), Some(units)) = (played.patterns.get(place), played.units.get(place)) else {
                continue;
            };
            if let Some(sample) = &mut self.day.sample {
                sample.calls += counts.all();
                sample.throttled += counts.throttled;
                sample.refused += counts.refused;
            }
            let calls = u128::from(counts.all().max(1));
            self.day.add(units, hour, pattern.millionths_in(hour) / calls);
        }
        self.plays = false;
        self.done += 1;
    }
}

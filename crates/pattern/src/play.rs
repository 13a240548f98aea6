//! Plays all patterns together, each at its rate times a multiple, in a copy of the engine on virtual time.
//!
//! Works in bounded steps. Its memory does not grow with the number of calls, except by the items that they put. Must
//! not know where patterns come from, nor who shows the counts.

use std::sync::Arc;

use hashrange_engine::{Budget, Engine, EngineOptions, Foreseen, Physics, Throttling};
use hashrange_time::{Duration, Random, Timestamp};
use hashrange_wire::Checked;
use serde::{Deserialize, Serialize};

use crate::arrivals::Arrivals;
use crate::calls::Calls;
use crate::played::throttle_of;
use crate::samples::Sample;
use crate::{FirstThrottle, Pattern, Played};

/// Background work within one step.
const WORK: Budget = Budget { steps: 128 };
/// The multiple 1, in hundredths.
pub(crate) const ONCE: u32 = 100;
/// The highest multiple, in hundredths.
pub(crate) const MOST: u32 = 1_024 * ONCE;

/// How patterns are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayOptions {
    /// What the rates are multiplied by, in hundredths: from 1, for 0.01, to 102,400, for 1,024. Others become the
    /// nearest of these.
    pub multiple: u32,
    /// How long, in seconds of virtual time.
    pub seconds: u32,
    /// The hour of the day whose rates are played; `None` for the usual rates.
    pub hour: Option<usize>,
    /// The seed of the key values.
    pub seed: u64,
}

/// Patterns that are played. Those without a rate are not sent.
///
/// Calls are sent at even distances (a model). No call waits for another one, and none is tried again. If throttling is
/// off, it is adaptive here.
#[derive(Clone, Debug)]
pub struct Play {
    engine: Engine,
    patterns: Arc<[Pattern]>,
    options: PlayOptions,
    began: Timestamp,
    samples: Arc<Vec<Sample>>,
    /// Of the patterns whose calls are prepared.
    calls: Vec<Calls>,
    arrivals: Vec<Option<Arrivals>>,
    played: Played,
    stops: bool,
    is_over: bool,
}

impl Play {
    /// Prepares to play patterns from the engine's present state and time. The copy shares its items in memory.
    #[must_use]
    pub fn new(engine: &Engine, patterns: &[Pattern], options: PlayOptions) -> Self {
        let mut engine = engine.clone();
        engine.forget_events();
        engine.note_changes(false);
        engine.set_tracing(false);
        let EngineOptions { physics, limits, .. } = *engine.options();
        engine.adjust(engine.now(), throttling(physics), limits);
        Self {
            began: engine.now(),
            engine,
            patterns: patterns.into(),
            options,
            samples: Arc::default(),
            calls: Vec::new(),
            arrivals: arrivals(patterns, options.multiple.clamp(1, MOST), options.hour),
            played: Played::of(patterns.len()),
            stops: false,
            is_over: false,
        }
    }

    /// Ends the play at its first throttle.
    #[must_use]
    pub fn until_throttled(mut self) -> Self {
        self.stops = true;
        self
    }

    /// Plays from an empty burst: unused throughput is saved for a second, not for up to 300 (a model, for a bound that
    /// lasts).
    #[must_use]
    pub(crate) fn without_burst(mut self) -> Self {
        let EngineOptions { physics, limits, .. } = *self.engine.options();
        self.engine.adjust(self.engine.now(), lasting(physics), limits);
        self
    }

    /// A copy that sends at this multiple. Its calls are prepared, and none is sent.
    pub(crate) fn at(&self, multiple: u32) -> Self {
        let arrivals = arrivals(&self.patterns, multiple, self.options.hour);
        Self {
            arrivals,
            ..self.clone()
        }
    }

    /// Plays on from here: the rates of another hour, each pattern with a rate at least once, in the middle. Its calls
    /// continue, and its counts begin again.
    pub(crate) fn play_hour(&mut self, hour: usize) {
        let middle = Duration::from_millis(u64::from(self.options.seconds) * 500);
        let of_hour = arrivals(&self.patterns, ONCE, Some(hour)).into_iter();
        self.arrivals = of_hour.map(|arrivals| Some(arrivals?.at_latest(middle))).collect();
        self.options.hour = Some(hour);
        self.began = self.engine.now();
        self.played = Played::of(self.patterns.len());
        self.is_over = false;
    }

    /// The next call and its time from the beginning, for an engine that someone else has; `None` if there is none within
    /// the play. The calls must be prepared.
    pub(crate) fn take(&mut self) -> Option<(Duration, Checked)> {
        let span = Duration::from_seconds(u64::from(self.options.seconds));
        while let Some((place, after)) = self.earliest().filter(|(_, after)| *after <= span) {
            if let Some(Some(arrivals)) = self.arrivals.get_mut(place) {
                arrivals.pass();
            }
            // A pattern that the service would refuse is not sent.
            let request = self.calls.get_mut(place).and_then(|calls| calls.next(&self.samples));
            if let Some(request) = request {
                return Some((after, request));
            }
        }
        None
    }

    /// Advances time without a call, within one step. Returns whether the time is reached.
    pub(crate) fn wait(&mut self, at: Timestamp) -> bool {
        self.engine.advance(at, WORK).reached >= at
    }

    /// The counts so far.
    #[must_use]
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The engine as it is now: at the first throttle, if the play ends there.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// How far it is, in thousandths.
    #[must_use]
    pub fn progress(&self) -> u32 {
        if self.is_over {
            return 1_000;
        }
        let span = u64::from(self.options.seconds).max(1) * 1_000;
        u32::try_from(self.passed().micros() / span).unwrap_or(999).min(999)
    }

    /// Continues, while the budget lasts: each call, and each bounded part of background work, takes one of it.
    pub fn step(&mut self, budget: &mut usize) {
        while *budget > 0 && !self.is_over {
            *budget -= 1;
            if !self.prepare() {
                self.go_on();
            }
        }
    }

    /// Prepares the calls of the next pattern. Returns whether there was one.
    pub(crate) fn prepare(&mut self) -> bool {
        let place = self.calls.len();
        let Some(pattern) = self.patterns.get(place) else {
            return false;
        };
        let places = (place, self.patterns.len());
        let random = Random::new(self.options.seed).fork("patterns");
        let samples = Arc::make_mut(&mut self.samples);
        self.calls
            .push(Calls::of(pattern, places, &self.engine, samples, &random));
        true
    }

    fn passed(&self) -> Duration {
        self.engine.now() - self.began
    }

    /// Advances time to the next call and sends it, or ends.
    fn go_on(&mut self) {
        let span = Duration::from_seconds(u64::from(self.options.seconds));
        let (place, after) = self.earliest().filter(|(_, after)| *after <= span).unzip();
        let at = self.began + after.unwrap_or(span);
        if self.engine.advance(at, WORK).reached < at {
            return;
        }
        match place {
            Some(place) => self.send(place),
            None => self.end(),
        }
    }

    fn end(&mut self) {
        self.played.lasted = self.passed();
        self.is_over = true;
    }

    /// The pattern with the earliest next call, and its time from the beginning. Of equal ones, the first.
    fn earliest(&self) -> Option<(usize, Duration)> {
        let mut earliest: Option<(usize, Duration)> = None;
        for (place, arrivals) in self.arrivals.iter().enumerate() {
            if let Some(next) = arrivals.as_ref().map(Arrivals::next)
                && earliest.is_none_or(|(_, other)| next < other)
            {
                earliest = Some((place, next));
            }
        }
        earliest
    }

    /// Sends the next call of a pattern now.
    fn send(&mut self, place: usize) {
        let (Some(calls), Some(Some(arrivals)), Some(counts)) = (
            self.calls.get_mut(place),
            self.arrivals.get_mut(place),
            self.played.patterns.get_mut(place),
        ) else {
            return;
        };
        arrivals.pass();
        let Some(request) = calls.next(&self.samples) else {
            counts.refused += 1;
            return;
        };
        let reply = self.engine.answer(request, None, &Foreseen::default());
        let throttle = throttle_of(&reply.event);
        match (&throttle, &reply.outcome) {
            (Some(_), _) => counts.throttled += 1,
            (None, Ok(_)) => counts.answered += 1,
            (None, Err(_)) => counts.refused += 1,
        }
        if let Some(throttle) = throttle.filter(|_| self.played.first.is_none()) {
            let request = calls.latest(&self.samples);
            let when = (self.engine.now() - self.began, place);
            self.played.first = Some(FirstThrottle::new(&self.engine, when, throttle, request));
        }
        self.played.charge(place, &reply.event);
        if self.stops && self.played.first.is_some() {
            self.end();
        }
    }
}

/// Physics with throttling: adaptive, if it is off.
fn throttling(mut physics: Physics) -> Physics {
    if physics.throttling.mode == Throttling::Off {
        physics.throttling.mode = Throttling::Adaptive;
    }
    physics
}

/// Physics with throttling and without saved throughput, for a bound that lasts.
pub(crate) fn lasting(physics: Physics) -> Physics {
    let mut physics = throttling(physics);
    physics.throttling.burst = Duration::from_seconds(1);
    physics
}

/// The calls of each pattern, at a multiple in hundredths of its rate in an hour.
fn arrivals(patterns: &[Pattern], multiple: u32, hour: Option<usize>) -> Vec<Option<Arrivals>> {
    let of = |pattern: &Pattern| {
        let percent = hour.map_or(100, |hour| pattern.percent(hour));
        Arrivals::of(pattern.rate?, u64::from(multiple) * u64::from(percent))
    };
    patterns.iter().map(of).collect()
}

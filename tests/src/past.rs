//! Histories: random events of every kind, with past states that must be the same after every way to return.
//!
//! A seed determines everything. The readings and the ways to return are in their own crate, `tests/past`, so that
//! WebAssembly has them too. Must not know the meaning of a request.

mod acts;
mod cached;
mod returns;

use hashrange_endpoint::{DaxOptions, Keeps, Settings, Timeline};
use hashrange_engine::{Budget, Span, Throttling};
use hashrange_past::{Moment, Seen, digests};
use hashrange_time::{Duration, Random, Timestamp};

pub use cached::{frames, restored};

/// The start time of histories.
const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

/// The result of a history.
#[derive(Clone, Debug, Default)]
pub struct HistoryResult {
    /// The number of steps of the history.
    pub steps: u64,
    /// The number of requests of loads.
    pub loaded: u64,
    /// The number of throttled requests, of loads and manual ones.
    pub throttled: u64,
    /// The number of refused manual requests.
    pub refused: u64,
    /// The number of futures that were left.
    pub futures: u64,
    /// Stored past states.
    pub moments: Vec<Moment>,
    /// The number of returns to one of them.
    pub returns: u64,
    /// The number of times that the present was read from a checkpoint.
    pub restored: u64,
    /// The journal at its end.
    pub journal: Vec<u8>,
    /// The state at its end.
    pub state: u128,
}

/// A service with random events.
pub struct History {
    random: Random,
    timeline: Timeline<Seen>,
    moments: Vec<Moment>,
    /// The bytes of the journal, returned piece by piece.
    bytes: Vec<u8>,
    result: HistoryResult,
}

impl History {
    /// Runs this number of steps and returns to the stored states.
    ///
    /// # Errors
    /// Returns the first difference.
    pub fn run(seed: u64, steps: u64) -> Result<HistoryResult, String> {
        let mut history = Self::new(seed);
        for step in 0..steps {
            history
                .step()
                .map_err(|message| format!("seed {seed}, step {step}: {message}"))?;
        }
        history.settle();
        history
            .return_to_all()
            .map_err(|message| format!("seed {seed}, at the end: {message}"))?;
        let Self {
            timeline,
            mut result,
            moments,
            ..
        } = history;
        (result.steps, result.moments) = (steps, moments);
        (result.journal, result.state) = (timeline.journal().expect("every record is here"), timeline.state_hash());
        result.futures = timeline.futures().len() as u64;
        Ok(result)
    }

    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed).fork("history");
        let mut timeline = Timeline::begin(&settings(seed, &mut random));
        timeline.set_keeps(Keeps::Everything);
        let mut history = Self {
            random,
            timeline,
            moments: Vec::new(),
            bytes: Vec::new(),
            result: HistoryResult::default(),
        };
        history.begin();
        history
    }

    fn now(&self) -> Timestamp {
        self.timeline.engine().now()
    }

    fn step(&mut self) -> Result<(), String> {
        match self.random.below(41) {
            0..=15 => self.request(),
            16..=17 => self.wrong_request(),
            18 => self.change_tables(),
            19..=20 => self.read_stream(),
            21..=22 => self.begin_load(),
            23..=24 => self.change_settings(),
            25..=33 => self.pass(),
            34..=35 => self.keep(),
            36 => self.go_back()?,
            37 => self.return_to_some()?,
            38 => self.timeline.end_load(),
            39 => self.restore()?,
            _ => self.hand_out(),
        }
        Ok(())
    }

    /// Advances time, usually for a short time, sometimes for hours. Sends the due requests of a load.
    fn pass(&mut self) {
        let span = match self.random.below(40) {
            0..=20 => Duration::from_millis(self.random.below(200)),
            21..=36 => Duration::from_millis(self.random.below(20_000)),
            37..=38 => Duration::from_seconds(self.random.below(2_000)),
            _ => Duration::from_hours(self.random.below(40)),
        };
        let (frames, to) = (1 + self.random.below(4), self.now() + span);
        for frame in 1..=frames {
            let now = to - Duration::from_micros(span.micros() * (frames - frame) / frames);
            self.send_due(now);
            if self.random.below(2) == 0 {
                self.timeline.follow(now, Budget::UNBOUNDED);
            } else {
                self.timeline.advance(now, Budget::UNBOUNDED);
            }
        }
    }

    fn hand_out(&mut self) {
        self.bytes.extend(self.timeline.hand_out());
    }

    /// Stores this state. Time continues at once, so that nothing else happens at this time.
    fn keep(&mut self) {
        // Returned bytes must not change.
        self.hand_out();
        let place = self.timeline.place();
        let last = self.timeline.record_at(place);
        let exact = last.filter(|last| last.ends() == self.now() && place == self.timeline.end());
        let (at, exact, digests) = (self.now(), exact.map(|last| last.sequence), digests(&self.timeline));
        self.timeline.advance(
            at + Duration::from_micros(1 + self.random.below(2_000)),
            Budget::UNBOUNDED,
        );
        let passed = self
            .timeline
            .record_at(self.timeline.place())
            .map_or(0, |record| record.sequence);
        self.moments.push(Moment {
            at,
            exact,
            passed,
            digests,
        });
    }

    /// Stores the present, and writes everything.
    fn settle(&mut self) {
        self.keep();
        self.hand_out();
    }
}

/// The classroom physics with values drawn for this seed.
fn settings(seed: u64, random: &mut Random) -> Settings {
    let preset = if seed.is_multiple_of(5) { "aws" } else { "classroom" };
    let mut settings = Settings {
        seed,
        start: START,
        ..Settings::of_preset(preset).expect("a preset")
    };
    settings.physics.replication = Span::millis(5, 300);
    settings.physics.shard_life = Span::millis(60_000, 900_000);
    settings.physics.throttling.mode = match seed % 4 {
        0 => Throttling::Off,
        1 => Throttling::Split,
        _ => Throttling::Adaptive,
    };
    settings.physics.throttling.burst = Duration::from_seconds(1 + random.below(4));
    settings.physics.transaction = Duration::from_millis(if seed.is_multiple_of(3) { 0 } else { random.below(4_000) });
    settings.limits.partition_bytes = 4_000 + random.below(20_000);
    settings.dax = seed.is_multiple_of(6).then_some(DaxOptions::DEFAULT);
    settings
}

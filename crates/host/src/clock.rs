//! The virtual clock of a workspace: it executes commands, and advances by the real time that has passed.
//!
//! Must not know the real time, nor what happens as time passes.

use hashrange_protocol::{ClockCommand, Speed};
use hashrange_time::{Duration, Timestamp};

/// Maximum real time of one update. After a long gap (a hidden tab, a busy page) time continues from its position
/// instead of catching up at once.
const MOST_PER_UPDATE: Duration = Duration::from_millis(500);

/// Virtual time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    now: Timestamp,
    running: bool,
    speed: Speed,
    /// The remaining thousandths of a microsecond, so that slow time does not lag behind.
    left: u32,
}

impl Clock {
    /// Creates a clock that runs from this time on, as fast as real time.
    #[must_use]
    pub(crate) fn new(now: Timestamp) -> Self {
        Self {
            now,
            running: true,
            speed: Speed::REAL,
            left: 0,
        }
    }

    /// The current time.
    #[must_use]
    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    /// Whether time runs.
    #[must_use]
    pub(crate) fn is_running(&self) -> bool {
        self.running
    }

    /// The speed as a multiple of real time.
    #[must_use]
    pub(crate) fn speed(&self) -> Speed {
        self.speed
    }

    /// Executes a command.
    pub(crate) fn command(&mut self, command: ClockCommand) {
        match command {
            ClockCommand::Pause => self.running = false,
            ClockCommand::Resume => self.running = true,
            ClockCommand::StepTo(moment) => self.now = self.now.max(moment),
            ClockCommand::Skip(span) => self.now += span,
            ClockCommand::Speed(speed) => self.speed = speed.bounded(),
        }
    }

    /// Advances virtual time by real time, if it runs, and returns the current time.
    pub(crate) fn update(&mut self, elapsed: Duration) -> Timestamp {
        let passed = self.pass(elapsed);
        self.now += passed;
        self.now
    }

    /// Returns the virtual time that passes, for another user of time, and stores the remainder. The clock's time does
    /// not change.
    pub(crate) fn pass(&mut self, elapsed: Duration) -> Duration {
        let (passed, left) = self.passes(elapsed);
        self.left = left;
        passed
    }

    /// The virtual time that would pass, without a change of the clock.
    #[must_use]
    pub(crate) fn passed(&self, elapsed: Duration) -> Duration {
        self.passes(elapsed).0
    }

    fn passes(&self, elapsed: Duration) -> (Duration, u32) {
        if self.running {
            self.speed.of(elapsed.min(MOST_PER_UPDATE), self.left)
        } else {
            (Duration::ZERO, self.left)
        }
    }

    /// Sets the clock to the time of the engine, which can lag behind or have moved to another position.
    pub(crate) fn set(&mut self, reached: Timestamp) {
        self.now = reached;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_seconds(1_000);

    #[test]
    fn time_passes_only_while_it_runs() {
        let mut clock = Clock::new(START);
        assert_eq!(
            clock.update(Duration::from_millis(100)),
            START + Duration::from_millis(100)
        );
        clock.command(ClockCommand::Pause);
        assert_eq!(
            clock.update(Duration::from_millis(100)),
            START + Duration::from_millis(100)
        );
        clock.command(ClockCommand::Resume);
        assert_eq!(
            clock.update(Duration::from_millis(100)),
            START + Duration::from_millis(200)
        );
    }

    #[test]
    fn a_long_gap_is_not_caught_up() {
        let mut clock = Clock::new(START);
        assert_eq!(
            clock.update(Duration::from_hours(8)),
            START + Duration::from_millis(500)
        );
    }

    #[test]
    fn speed_multiplies_real_time_within_bounds() {
        let mut clock = Clock::new(START);
        clock.command(ClockCommand::Speed(Speed::from_per_mille(3_600_000)));
        assert_eq!(
            clock.update(Duration::from_millis(100)),
            START + Duration::from_minutes(6)
        );
        clock.command(ClockCommand::Speed(Speed::FASTEST));
        assert_eq!(
            clock.update(Duration::from_millis(1)),
            START + Duration::from_micros(1_360_000_000)
        );
    }

    #[test]
    fn slow_time_is_smooth_and_loses_nothing() {
        let mut clock = Clock::new(START);
        clock.command(ClockCommand::Speed(Speed::SLOWEST));
        let tick = Duration::from_micros(33_333);
        let mut moments = Vec::new();
        for _ in 0..30_000 {
            moments.push(clock.update(tick));
        }
        assert_eq!(
            clock.now(),
            START + Duration::from_micros(999_990),
            "33.333 s last a thousand times as long"
        );
        let steps = moments.windows(2).map(|pair| (pair[1] - pair[0]).micros());
        assert!(steps.clone().all(|step| step == 33 || step == 34));
        // A preview equals the real result, and a pause in between has no cost.
        clock.command(ClockCommand::Pause);
        assert_eq!((clock.passed(tick), clock.pass(tick)), (Duration::ZERO, Duration::ZERO));
        clock.command(ClockCommand::Resume);
        assert_eq!(clock.passed(tick), clock.pass(tick));
    }

    #[test]
    fn steps_lead_forward_only() {
        let mut clock = Clock::new(START);
        clock.command(ClockCommand::StepTo(START + Duration::from_seconds(5)));
        clock.command(ClockCommand::StepTo(START));
        assert_eq!(clock.now(), START + Duration::from_seconds(5));
        clock.set(START + Duration::from_seconds(2));
        assert_eq!(clock.now(), START + Duration::from_seconds(2));
    }
}

//! Virtual time of a workspace: a command, and an update that receives how much real time has passed.
//!
//! Must not know what time it really is, nor what happens as time passes.

use hashrange_protocol::{ClockCommand, FASTEST};
use hashrange_time::{Duration, Timestamp};

/// Most real time that counts in one update. After a long gap (a hidden tab, a busy page) time goes on from where it was
/// instead of catching up at once.
const MOST_PER_UPDATE: Duration = Duration::from_millis(500);
/// Virtual time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    now: Timestamp,
    running: bool,
    speed: u32,
}

impl Clock {
    /// Time runs from this moment, as fast as real time.
    #[must_use]
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { now, running: true, speed: 1 }
    }

    /// The moment it is.
    #[must_use]
    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    /// Whether time runs.
    #[must_use]
    pub(crate) fn is_running(&self) -> bool {
        self.running
    }

    /// How many times faster than real time.
    #[must_use]
    pub(crate) fn speed(&self) -> u32 {
        self.speed
    }

    /// Takes a command.
    pub(crate) fn command(&mut self, command: ClockCommand) {
        match command {
            ClockCommand::Pause => self.running = false,
            ClockCommand::Resume => self.running = true,
            ClockCommand::StepTo(moment) => self.now = self.now.max(moment),
            ClockCommand::Speed(speed) => self.speed = speed.clamp(1, FASTEST),
        }
    }

    /// Lets virtual time pass as real time did, as far as it runs, and tells the moment it is now.
    pub(crate) fn update(&mut self, elapsed: Duration) -> Timestamp {
        self.now += self.passed(elapsed);
        self.now
    }

    /// How much virtual time passes meanwhile.
    #[must_use]
    pub(crate) fn passed(&self, elapsed: Duration) -> Duration {
        if !self.running {
            return Duration::ZERO;
        }
        Duration::from_micros(elapsed.min(MOST_PER_UPDATE).micros().saturating_mul(u64::from(self.speed)))
    }

    /// Puts time to where the engine is: back when it could not follow, elsewhere when it went to another place.
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
        assert_eq!(clock.update(Duration::from_millis(100)), START + Duration::from_millis(100));
        clock.command(ClockCommand::Pause);
        assert_eq!(clock.update(Duration::from_millis(100)), START + Duration::from_millis(100));
        clock.command(ClockCommand::Resume);
        assert_eq!(clock.update(Duration::from_millis(100)), START + Duration::from_millis(200));
    }

    #[test]
    fn a_long_gap_is_not_caught_up() {
        let mut clock = Clock::new(START);
        assert_eq!(clock.update(Duration::from_hours(8)), START + Duration::from_millis(500));
    }

    #[test]
    fn speed_multiplies_real_time_within_bounds() {
        let mut clock = Clock::new(START);
        clock.command(ClockCommand::Speed(3_600));
        assert_eq!(clock.update(Duration::from_millis(100)), START + Duration::from_minutes(6));
        clock.command(ClockCommand::Speed(u32::MAX));
        assert_eq!(clock.speed(), FASTEST);
        clock.command(ClockCommand::Speed(0));
        assert_eq!(clock.speed(), 1);
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

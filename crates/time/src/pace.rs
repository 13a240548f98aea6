//! The pace of work with a highest rate: when more of it may happen, by the units of what happened before.
//!
//! Uses integers only, so that times are the same on every target. Must not know what a unit is.

use crate::{Duration, Timestamp};

/// How much lost time is made up for: the delays of a machine, not those of what holds the work up.
const MOST_LAG: Duration = Duration::from_millis(100);

/// The pace of some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    per_second: u64,
    next: Timestamp,
}

impl Pace {
    /// Work with this rate in units per second, which may start now.
    #[must_use]
    pub fn new(per_second: u64, now: Timestamp) -> Self {
        Self {
            per_second: per_second.max(1),
            next: now,
        }
    }

    /// When more work may happen.
    #[must_use]
    pub fn next(self) -> Timestamp {
        self.next
    }

    /// Records work that happened now, in halves of units.
    pub fn spend(&mut self, half_units: u64, now: Timestamp) {
        let micros = u128::from(half_units) * 500_000 / u128::from(self.per_second);
        let took = Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX));
        self.next = self.next.max(now - MOST_LAG) + took;
    }

    /// Postpones all further work by this duration from now.
    pub fn hold(&mut self, by: Duration, now: Timestamp) {
        self.next = self.next.max(now + by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_seconds(1_000);

    fn after(millis: u64) -> Timestamp {
        START + Duration::from_millis(millis)
    }

    #[test]
    fn units_add_up_over_time() {
        let mut pace = Pace::new(1_024, START);
        assert_eq!(pace.next(), START);
        pace.spend(1_024, START);
        assert_eq!(pace.next(), after(500));
        pace.spend(2_048, after(500));
        assert_eq!(pace.next(), after(1_500));
    }

    #[test]
    fn lost_time_is_not_made_up_for() {
        let mut pace = Pace::new(4_000, START);
        pace.spend(8_000, after(60_000));
        assert_eq!(pace.next(), after(60_900));
        pace.hold(Duration::from_millis(20), after(60_890));
        assert_eq!(pace.next(), after(60_910));
    }
}

//! A limit in units a second: requests go out while there are units left, and the units they took come back with time.
//!
//! A request takes what it is likely to cost when it goes out; its answer says what it cost. So one request can overdraw the
//! account, and the next one waits until that is paid back. Must not know what a unit buys.

use hashrange_time::{Duration, Timestamp};

/// An account of units that fills up again with time, to those of one second at most.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    /// Units a second; unlimited without.
    rate: Option<f64>,
    /// Units left; below zero after a request that took more.
    left: f64,
    /// When that was so.
    at: Timestamp,
}

impl Pace {
    /// An account of this many units a second. None at all would never let anything go out: 1 is the least.
    pub(crate) fn new(units: Option<u64>) -> Self {
        let rate = units.map(|units| units.max(1) as f64);
        Self { rate, left: rate.unwrap_or_default(), at: Timestamp::from_micros(0) }
    }

    /// When the next request may go out: at the latest now, or later.
    pub(crate) fn next(&mut self, now: Timestamp) -> Timestamp {
        let Some(rate) = self.rate else { return now };
        if let Some(passed) = now.checked_since(self.at) {
            self.left = (self.left + passed.as_seconds_f64() * rate).min(rate);
            self.at = now;
        }
        if self.left > 0.0 {
            return now;
        }
        // A millisecond more, so that rounding leads to no second wait.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a debt is positive and saturates")]
        let micros = (-self.left / rate * 1e6) as u64;
        now + Duration::from_micros(micros) + Duration::from_millis(1)
    }

    /// Takes units, or gives some back.
    pub(crate) fn take(&mut self, units: f64) {
        self.left -= units;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_overdrawn_is_waited_for() {
        let at = Timestamp::from_millis;
        let mut pace = Pace::new(Some(10));
        assert_eq!(pace.next(at(5_000)), at(5_000));
        pace.take(30.0);
        assert_eq!(pace.next(at(5_000)), at(7_001), "20 units of debt take two seconds");
        assert_eq!(pace.next(at(7_001)), at(7_001));
        pace.take(1.0);
        pace.take(-1.0);
        assert_eq!(pace.next(at(7_001)), at(7_001));
    }

    #[test]
    fn without_a_limit_nothing_waits() {
        let mut pace = Pace::new(None);
        pace.take(1e9);
        assert_eq!(pace.next(Timestamp::from_millis(1)), Timestamp::from_millis(1));
    }
}

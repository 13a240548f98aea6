//! A limit in units per second. Requests are sent while units are left, and the units refill with time.
//!
//! A request consumes its estimated cost when it is sent; its response contains the real cost. So one request can
//! overdraw the account, and the next one waits until the balance is positive again. Must not know the meaning of a
//! unit.

use hashrange_time::{Duration, Timestamp};

/// An account of units that refills with time, to at most the units of one second.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    /// Units per second; `None` for no limit.
    rate: Option<f64>,
    /// Units left; negative after a request that consumed more.
    left: f64,
    /// The time of this balance.
    at: Timestamp,
}

impl Pace {
    /// An account with this many units per second. At least 1, because with 0 nothing would ever be sent.
    pub(crate) fn new(units: Option<u64>) -> Self {
        let rate = units.map(|units| units.max(1) as f64);
        Self {
            rate,
            left: rate.unwrap_or_default(),
            at: Timestamp::from_micros(0),
        }
    }

    /// The time at which the next request may be sent: now or later.
    pub(crate) fn next(&mut self, now: Timestamp) -> Timestamp {
        let Some(rate) = self.rate else { return now };
        if let Some(passed) = now.checked_since(self.at) {
            self.left = (self.left + passed.as_seconds_f64() * rate).min(rate);
            self.at = now;
        }
        if self.left > 0.0 {
            return now;
        }
        // Adds a millisecond, so that rounding does not cause a second wait.
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a debt is positive and saturates"
        )]
        let micros = (-self.left / rate * 1e6) as u64;
        now + Duration::from_micros(micros) + Duration::from_millis(1)
    }

    /// Consumes units. A negative number refunds units.
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

//! When the calls of a pattern are sent: at even distances (a model), exactly at its rate.
//!
//! Integers only: the remainder of each distance is carried on, so that no call is lost or early. Must not know what is
//! sent.

use hashrange_time::Duration;

use crate::Rate;

const MICROS: u64 = 1_000_000;
/// The parts of a rate: hundredths of its percentage.
const PARTS: u64 = 10_000;

/// The times of the calls of one pattern, from the first on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrivals {
    /// Microseconds from the beginning to the next call.
    next: u64,
    /// What the next call is late, in parts of a microsecond.
    part: u64,
    /// Microseconds between two calls, and parts of one.
    every: u64,
    rest: u64,
    /// The number of parts of a microsecond.
    parts: u64,
}

impl Arrivals {
    /// The calls of this rate times a share in ten-thousandths, up to 2³²; `None` if there are none. The first one is
    /// sent at the end of the first distance.
    pub(crate) fn of(rate: Rate, share: u64) -> Option<Self> {
        let parts = u64::from(rate.calls) * share.min(u64::from(u32::MAX));
        let distance = rate.per.seconds() * MICROS * PARTS;
        let (every, rest) = (distance.checked_div(parts)?, distance.checked_rem(parts)?);
        Some(Self {
            next: every,
            part: rest,
            every,
            rest,
            parts,
        })
    }

    /// The same calls, the first of them at this time or before.
    pub(crate) fn at_latest(self, first: Duration) -> Self {
        Self {
            next: self.next.min(first.micros()),
            ..self
        }
    }

    /// How long after the beginning the next call is sent.
    pub(crate) fn next(&self) -> Duration {
        Duration::from_micros(self.next)
    }

    /// The next call is sent.
    pub(crate) fn pass(&mut self) {
        self.next = self.next.saturating_add(self.every);
        self.part += self.rest;
        if self.part >= self.parts {
            self.part -= self.parts;
            self.next = self.next.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Per;

    #[test]
    fn calls_keep_to_their_rate_to_the_microsecond() {
        let rate = Rate {
            calls: 7,
            per: Per::Minute,
        };
        let mut arrivals = Arrivals::of(rate, 25_000).expect("calls");
        for call in 1..=10_000_u64 {
            assert_eq!(arrivals.next().micros(), call * 60 * MICROS * 100 / (7 * 250), "{call}");
            arrivals.pass();
        }
    }

    #[test]
    fn the_highest_rate_does_not_overflow_and_none_has_no_calls() {
        let per_second = |calls| Rate {
            calls,
            per: Per::Second,
        };
        let mut arrivals = Arrivals::of(per_second(u32::MAX), u64::MAX).expect("calls");
        for _ in 0..1_000 {
            arrivals.pass();
        }
        assert!(Arrivals::of(per_second(0), 100).is_none() && Arrivals::of(per_second(1), 0).is_none());
    }
}

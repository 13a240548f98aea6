//! The token bucket, which stores unused throughput.
//!
//! Pure arithmetic over times in microseconds. A bucket refills steadily up to its depth. Taking units can leave it in
//! debt, because the cost of a request is known only at its end. Must not know whose bucket it is.

use crate::Units;

/// Levels are counted in millionths of a half unit, so that every microsecond refills an integral amount.
const FINE: i64 = 1_000_000;
/// More units per second than any quota allows; the arithmetic stays far from its limits.
const MOST_PER_SECOND: u64 = 1_000_000_000;

/// How a bucket refills, and how much it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refill {
    /// Units a second, before they are shared.
    pub per_second: u64,
    /// How many buckets share them evenly; at least one.
    pub shared_by: u64,
    /// Maximum seconds of refill that the bucket holds; at least one.
    pub seconds: u64,
}

/// A bucket of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bucket {
    /// Millionths of a half unit; negative while the bucket is in debt.
    level: i64,
    /// The time of this level, in microseconds.
    at: u64,
}

hashrange_checkpoint::fields!(Bucket { level, at });

impl Refill {
    /// A refill per second, and the number of seconds that the bucket stores.
    #[must_use]
    pub const fn new(per_second: u64, seconds: u64) -> Self {
        Self {
            per_second,
            shared_by: 1,
            seconds,
        }
    }

    /// The refill per microsecond, in millionths of a half unit, times the number of buckets that share it.
    fn per_micro(self) -> i64 {
        i64::try_from(self.per_second.min(MOST_PER_SECOND))
            .unwrap_or(i64::MAX)
            .saturating_mul(2)
    }

    /// The refill over this number of microseconds.
    fn over(self, micros: u64) -> i64 {
        let micros = i64::try_from(micros).unwrap_or(i64::MAX);
        let sharing = i64::try_from(self.shared_by.max(1)).unwrap_or(i64::MAX);
        self.per_micro().saturating_mul(micros) / sharing
    }

    /// The most it holds.
    fn depth(self) -> i64 {
        self.over(self.seconds.max(1).saturating_mul(1_000_000))
    }
}

impl Bucket {
    /// A bucket that holds one second of its refill: earlier capacity that nobody could use is not stored.
    #[must_use]
    pub fn new(refill: Refill, at: u64) -> Self {
        Self {
            level: refill.over(1_000_000).min(refill.depth()),
            at,
        }
    }

    /// Whether any units are left.
    #[must_use]
    pub fn has_units(&self, refill: Refill, at: u64) -> bool {
        self.level_at(refill, at) > 0
    }

    /// The remaining units, rounded down to a half unit; zero in debt.
    #[must_use]
    pub fn left(&self, refill: Refill, at: u64) -> Units {
        Units::halves(u64::try_from(self.level_at(refill, at) / FINE).unwrap_or(0))
    }

    /// Updates the level to a time. Call it before the refill changes.
    pub fn settle(&mut self, refill: Refill, at: u64) {
        self.level = self.level_at(refill, at);
        self.at = self.at.max(at);
    }

    /// Takes units, available or not.
    pub fn take(&mut self, refill: Refill, at: u64, units: Units) {
        self.settle(refill, at);
        let halves = i64::try_from(units.as_halves()).unwrap_or(i64::MAX);
        self.level = self.level.saturating_sub(halves.saturating_mul(FINE));
    }

    /// The level at a time. A past time returns the last level.
    fn level_at(&self, refill: Refill, at: u64) -> i64 {
        let gained = refill.over(at.saturating_sub(self.at));
        self.level.saturating_add(gained).min(refill.depth())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SECOND: u64 = 1_000_000;

    #[test]
    fn a_new_bucket_holds_a_second_and_saves_up_to_its_depth() {
        let refill = Refill::new(10, 300);
        let bucket = Bucket::new(refill, 0);
        assert_eq!(bucket.left(refill, 0), Units::whole(10));
        assert_eq!(bucket.left(refill, 10 * SECOND), Units::whole(110));
        assert_eq!(bucket.left(refill, 1_000 * SECOND), Units::whole(3_000));
    }

    #[test]
    fn debt_is_paid_off_before_anything_else() {
        let refill = Refill::new(10, 300);
        let mut bucket = Bucket::new(refill, 0);
        bucket.take(refill, 0, Units::whole(25));
        assert!(!bucket.has_units(refill, 0));
        assert!(!bucket.has_units(refill, 1_500_000));
        assert!(bucket.has_units(refill, 1_500_001));
    }

    #[test]
    fn several_share_one_refill() {
        let refill = Refill {
            per_second: 10,
            shared_by: 4,
            seconds: 300,
        };
        assert_eq!(Bucket::new(refill, 0).left(refill, 0), Units::halves(5));
        assert_eq!(Bucket::new(refill, 0).left(refill, 3_000 * SECOND), Units::whole(750));
    }

    #[test]
    fn what_was_saved_at_one_rate_is_not_saved_at_another() {
        let (slow, fast) = (Refill::new(1, 300), Refill::new(1_000, 300));
        let mut bucket = Bucket::new(slow, 0);
        bucket.settle(slow, 100 * SECOND);
        assert_eq!(bucket.left(fast, 100 * SECOND), Units::whole(101));
    }

    proptest! {
        #[test]
        fn no_more_is_given_than_was_held_and_refilled(
            per_second in 1u64..5_000,
            seconds in 1u64..400,
            requests in prop::collection::vec((0u64..3_000_000, 1u64..200), 1..200),
        ) {
            let refill = Refill::new(per_second, seconds);
            let mut bucket = Bucket::new(refill, 0);
            let (mut now, mut given, mut last) = (0, 0, 0);
            for (wait, halves) in requests {
                now += wait;
                if bucket.has_units(refill, now) {
                    bucket.take(refill, now, Units::halves(halves));
                    (given, last) = (given + halves, halves);
                }
            }
            let could = 2 * per_second + 2 * per_second * now / SECOND + 1;
            prop_assert!(given <= could + last, "{} of {}", given, could);
        }

        #[test]
        fn waiting_in_pieces_is_waiting(per_second in 1u64..50_000, waits in prop::collection::vec(0u64..90_000_000, 1..20)) {
            let refill = Refill::new(per_second, 300);
            let mut bucket = Bucket::new(refill, 0);
            bucket.take(refill, 0, Units::whole(100_000));
            let mut pieces = bucket;
            let mut now = 0;
            for wait in waits {
                now += wait;
                pieces.settle(refill, now);
            }
            prop_assert_eq!(pieces.left(refill, now), bucket.left(refill, now));
        }

        #[test]
        fn extremes_do_not_overflow(per_second: u64, shared_by: u64, seconds: u64, at: u64, halves: u64) {
            let refill = Refill { per_second, shared_by, seconds };
            let mut bucket = Bucket::new(refill, 0);
            bucket.take(refill, at, Units::halves(halves));
            bucket.take(refill, u64::MAX, Units::halves(halves));
            let _ = bucket.left(refill, at);
        }
    }
}

//! A span of virtual time in integral microseconds, its arithmetic and its text for people.
//!
//! Must not know when anything happens; a time is a `Timestamp`.

use std::fmt;
use std::iter::Sum;
use std::num::NonZeroU64;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

const MICROS_PER_MILLI: u64 = 1_000;
const MICROS_PER_SECOND: u64 = 1_000_000;
const MICROS_PER_MINUTE: u64 = 60 * MICROS_PER_SECOND;
const MICROS_PER_HOUR: u64 = 60 * MICROS_PER_MINUTE;
const MICROS_PER_DAY: u64 = 24 * MICROS_PER_HOUR;

/// A span of virtual time, never negative, in microseconds.
///
/// The operators saturate at zero and at the largest span. The `checked_*` methods are for callers that must not
/// saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Duration(u64);

hashrange_checkpoint::fields!(Duration(micros));

impl Duration {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// The longest span, more than half a million years.
    pub const MAX: Self = Self(u64::MAX);

    /// A span in microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// A span in milliseconds, saturating.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(MICROS_PER_MILLI))
    }

    /// A span in seconds, saturating.
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(MICROS_PER_SECOND))
    }

    /// A span in minutes, saturating.
    pub const fn from_minutes(minutes: u64) -> Self {
        Self(minutes.saturating_mul(MICROS_PER_MINUTE))
    }

    /// A span in hours, saturating.
    pub const fn from_hours(hours: u64) -> Self {
        Self(hours.saturating_mul(MICROS_PER_HOUR))
    }

    /// A span in days of 24 hours, saturating.
    pub const fn from_days(days: u64) -> Self {
        Self(days.saturating_mul(MICROS_PER_DAY))
    }

    /// The span in microseconds.
    pub const fn micros(self) -> u64 {
        self.0
    }

    /// The milliseconds in the span, rounded down.
    pub const fn millis(self) -> u64 {
        self.0 / MICROS_PER_MILLI
    }

    /// The seconds in the span, rounded down.
    pub const fn seconds(self) -> u64 {
        self.0 / MICROS_PER_SECOND
    }

    /// The span in seconds with its fraction, for drawing and for the wire.
    pub fn as_seconds_f64(self) -> f64 {
        self.0 as f64 / MICROS_PER_SECOND as f64
    }

    /// Whether the span is empty.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, or `None` on overflow.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// The difference, or `None` if `other` is longer.
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// The span times `numerator / denominator`, rounded down to a microsecond, saturating. Physics presets and the
    /// speed of the clock use it.
    pub fn scaled(self, numerator: u64, denominator: NonZeroU64) -> Self {
        let product = u128::from(self.0) * u128::from(numerator) / u128::from(denominator.get());
        Self(u64::try_from(product).unwrap_or(u64::MAX))
    }
}

impl Add for Duration {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Duration {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Duration {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<u64> for Duration {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Duration {
    fn sum<I: Iterator<Item = Self>>(spans: I) -> Self {
        spans.fold(Self::ZERO, Add::add)
    }
}

/// Units with a decimal fraction, each with the micros it holds and the micros of the next one.
const DECIMAL_UNITS: [(&str, u64, u64); 3] = [
    ("µs", 1, MICROS_PER_MILLI),
    ("ms", MICROS_PER_MILLI, MICROS_PER_SECOND),
    ("s", MICROS_PER_SECOND, MICROS_PER_MINUTE),
];

/// Units that people read in pairs: the large one, the small one, and where the next pair starts.
const PAIRED_UNITS: [(Unit, Unit, u64); 3] = [
    (("min", MICROS_PER_MINUTE), ("s", MICROS_PER_SECOND), MICROS_PER_HOUR),
    (("h", MICROS_PER_HOUR), ("min", MICROS_PER_MINUTE), MICROS_PER_DAY),
    (("d", MICROS_PER_DAY), ("h", MICROS_PER_HOUR), u64::MAX),
];

/// A unit's symbol and its microseconds.
type Unit = (&'static str, u64);

/// For people: `12 ms`, `1.5 s`, `7 min 50 s`, `2 h`, `2 d 5 h`. Rounded half up, to two decimals below a minute and to
/// the smaller of two units above.
impl fmt::Display for Duration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = u128::from(self.0);
        for (name, unit, next) in DECIMAL_UNITS {
            let (unit, next) = (u128::from(unit), u128::from(next));
            let hundredths = (micros * 100 + unit / 2) / unit;
            // Rounding can fill a unit; then the next unit is better (1 s, not 1000 ms).
            if hundredths * unit < next * 100 {
                let (whole, fraction) = (hundredths / 100, hundredths % 100);
                return match fraction {
                    0 => write!(formatter, "{whole} {name}"),
                    tens if tens % 10 == 0 => write!(formatter, "{whole}.{} {name}", tens / 10),
                    _ => write!(formatter, "{whole}.{fraction:02} {name}"),
                };
            }
        }
        for ((large, large_unit), (small, small_unit), next) in PAIRED_UNITS {
            let (large_unit, small_unit, next) = (u128::from(large_unit), u128::from(small_unit), u128::from(next));
            let rounded = (micros + small_unit / 2) / small_unit * small_unit;
            if rounded < next || next == u128::from(u64::MAX) {
                let (whole, rest) = (rounded / large_unit, rounded % large_unit / small_unit);
                return match rest {
                    0 => write!(formatter, "{whole} {large}"),
                    _ => write!(formatter, "{whole} {large} {rest} {small}"),
                };
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_the_span_in_the_largest_fitting_unit() {
        let cases = [
            (Duration::ZERO, "0 µs"),
            (Duration::from_micros(7), "7 µs"),
            (Duration::from_millis(12), "12 ms"),
            (Duration::from_micros(12_340), "12.34 ms"),
            (Duration::from_micros(12_050), "12.05 ms"),
            (Duration::from_micros(999_999), "1 s"),
            (Duration::from_millis(1_500), "1.5 s"),
            (Duration::from_micros(59_999_999), "1 min"),
            (Duration::from_seconds(470), "7 min 50 s"),
            (Duration::from_micros(3_599_999_999), "1 h"),
            (Duration::from_hours(2), "2 h"),
            (Duration::from_minutes(90), "1 h 30 min"),
            (Duration::from_hours(48), "2 d"),
            (Duration::from_hours(53), "2 d 5 h"),
            (Duration::MAX, "213503982 d 8 h"),
        ];
        for (span, text) in cases {
            assert_eq!(span.to_string(), text);
        }
    }

    #[test]
    fn arithmetic_saturates_and_the_checked_form_says_so() {
        assert_eq!(Duration::from_millis(1) - Duration::from_seconds(1), Duration::ZERO);
        assert_eq!(Duration::MAX + Duration::from_micros(1), Duration::MAX);
        assert_eq!(Duration::from_days(u64::MAX), Duration::MAX);
        assert_eq!(Duration::ZERO.checked_sub(Duration::from_micros(1)), None);
        assert_eq!(Duration::MAX.checked_add(Duration::from_micros(1)), None);
        assert_eq!(Duration::from_seconds(2) * 3, Duration::from_seconds(6));
        assert_eq!(
            [Duration::from_seconds(1); 3].into_iter().sum::<Duration>(),
            Duration::from_seconds(3)
        );
    }

    #[test]
    fn scaling_keeps_what_fits() {
        let hundred = NonZeroU64::new(100).unwrap();
        assert_eq!(
            Duration::from_seconds(470).scaled(1, hundred),
            Duration::from_millis(4_700)
        );
        assert_eq!(Duration::MAX.scaled(100, hundred), Duration::MAX);
        assert_eq!(Duration::MAX.scaled(101, hundred), Duration::MAX);
    }
}

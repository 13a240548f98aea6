//! A virtual time in microseconds since the Unix epoch, its calendar fields and its ISO 8601 text.
//!
//! Must not know the current time.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use crate::{CalendarTime, Duration};

/// A virtual time: microseconds since 1970-01-01T00:00:00Z.
///
/// The operators with `Duration` saturate at zero and at the largest time. `timestamp - timestamp` is the span between
/// them; zero if the first is earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Timestamp(u64);

/// Why a text is not a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampError {
    /// The text does not have the form `2015-03-15T17:24:31.220Z`.
    Form,
    /// The form is right, but there is no such date or time, or it is out of range.
    NoSuchMoment,
}

hashrange_checkpoint::fields!(Timestamp(micros));

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);
    /// The largest time.
    pub const MAX: Self = Self(u64::MAX);

    /// The time this number of microseconds after the epoch.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// The time this number of milliseconds after the epoch, saturating.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000))
    }

    /// The time this number of seconds after the epoch, saturating. The TTL attribute counts in seconds.
    pub const fn from_seconds(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1_000_000))
    }

    /// Microseconds since the epoch.
    pub const fn micros(self) -> u64 {
        self.0
    }

    /// Milliseconds since the epoch, rounded down.
    pub const fn millis(self) -> u64 {
        self.0 / 1_000
    }

    /// Seconds since the epoch, rounded down.
    pub const fn seconds(self) -> u64 {
        self.0 / 1_000_000
    }

    /// Like [`Self::as_epoch_seconds_f64`], in integral milliseconds, rounded down.
    pub fn as_epoch_millis_f64(self) -> f64 {
        self.millis() as f64 / 1_000.0
    }

    /// Seconds since the epoch with their fraction, as the wire writes times. Exact to the microsecond until about the
    /// year 2106, which is the limit of a 64-bit float.
    pub fn as_epoch_seconds_f64(self) -> f64 {
        self.0 as f64 / 1_000_000.0
    }

    /// The UTC calendar fields of this time.
    pub fn calendar(self) -> CalendarTime {
        CalendarTime::of_micros(self.0)
    }

    /// The span since `earlier`, or `None` if `earlier` is later.
    pub const fn checked_since(self, earlier: Self) -> Option<Duration> {
        match self.0.checked_sub(earlier.0) {
            Some(micros) => Some(Duration::from_micros(micros)),
            None => None,
        }
    }

    /// The time `span` later, or `None` on overflow.
    pub const fn checked_add(self, span: Duration) -> Option<Self> {
        match self.0.checked_add(span.micros()) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// The time `span` earlier, or `None` before the epoch.
    pub const fn checked_sub(self, span: Duration) -> Option<Self> {
        match self.0.checked_sub(span.micros()) {
            Some(micros) => Some(Self(micros)),
            None => None,
        }
    }

    /// The latest multiple of `step` since the epoch that is not after this time; this time itself for a zero step. A
    /// step of a day returns midnight UTC, and a step of a minute the period of a metric.
    pub const fn floor_to(self, step: Duration) -> Self {
        match self.0.checked_rem(step.micros()) {
            Some(rest) => Self(self.0 - rest),
            None => self,
        }
    }

    /// Reads `2015-03-15T17:24:31.220Z`. The fraction is optional and has one to nine digits; digits below a
    /// microsecond are cut off. Years above 9999 have a plus sign, as ISO 8601 requires.
    ///
    /// # Errors
    /// `Form` for any other text, `NoSuchMoment` for a date or time that does not exist or is out of range.
    pub fn parse(text: &str) -> Result<Self, TimestampError> {
        let fields = read_fields(text).ok_or(TimestampError::Form)?;
        fields.timestamp().ok_or(TimestampError::NoSuchMoment)
    }
}

impl CalendarTime {
    /// The fields of `timestamp`.
    pub fn of(timestamp: Timestamp) -> Self {
        timestamp.calendar()
    }

    /// The time of these fields. `None` if there is no such date or time, or if it is before 1970 or too late for
    /// microseconds.
    pub fn timestamp(self) -> Option<Timestamp> {
        self.micros().map(Timestamp)
    }
}

fn read_fields(text: &str) -> Option<CalendarTime> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (year, month_day) = match date.strip_prefix('+') {
        Some(expanded) => {
            let (year, rest) = expanded.split_once('-')?;
            let expanded_year = (5..=6)
                .contains(&year.len())
                .then(|| digits(year, year.len()))
                .flatten()?;
            (expanded_year, rest)
        }
        None => {
            let (year, rest) = date.split_once('-')?;
            (digits(year, 4)?, rest)
        }
    };
    let (month, day) = month_day.split_once('-')?;
    let (clock, fraction) = match time.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (time, None),
    };
    let (hour, minute_second) = clock.split_once(':')?;
    let (minute, second) = minute_second.split_once(':')?;
    Some(CalendarTime {
        year,
        month: two_digits(month)?,
        day: two_digits(day)?,
        hour: two_digits(hour)?,
        minute: two_digits(minute)?,
        second: two_digits(second)?,
        microsecond: fraction.map_or(Some(0), microseconds)?,
    })
}

/// Exactly `count` ASCII digits, at most nineteen.
fn digits(text: &str, count: usize) -> Option<u64> {
    let plain = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn two_digits(text: &str) -> Option<u8> {
    digits(text, 2).and_then(|value| u8::try_from(value).ok())
}

fn microseconds(fraction: &str) -> Option<u32> {
    let length = (1..=9).contains(&fraction.len()).then_some(fraction.len())?;
    let value = digits(fraction, length)?;
    let nanos = (length..9).fold(value, |scaled, _| scaled * 10);
    u32::try_from(nanos / 1_000).ok()
}

/// `2015-03-15T17:24:31.220Z`; six digits of fraction if three would lose precision.
impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CalendarTime {
            year,
            month,
            day,
            hour,
            minute,
            second,
            microsecond,
        } = self.calendar();
        let sign = if year > 9_999 { "+" } else { "" };
        write!(
            formatter,
            "{sign}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"
        )?;
        if microsecond.is_multiple_of(1_000) {
            write!(formatter, ".{:03}Z", microsecond / 1_000)
        } else {
            write!(formatter, ".{microsecond:06}Z")
        }
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        Self::parse(text)
    }
}

impl fmt::Display for TimestampError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Form => "a time is written like 2015-03-15T17:24:31.220Z",
            Self::NoSuchMoment => "there is no such date or time",
        })
    }
}

impl std::error::Error for TimestampError {}

impl Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span.micros()))
    }
}

impl AddAssign<Duration> for Timestamp {
    fn add_assign(&mut self, span: Duration) {
        *self = *self + span;
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(span.micros()))
    }
}

impl Sub for Timestamp {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_moments_have_their_text() {
        let cases = [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_426_440_271_220_000, "2015-03-15T17:24:31.220Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (1_000_000_000_000_000, "2001-09-09T01:46:40.000Z"),
            (1_234_567_890_000_001, "2009-02-13T23:31:30.000001Z"),
            (4_102_444_799_999_000, "2099-12-31T23:59:59.999Z"),
            (253_402_300_799_000_000, "9999-12-31T23:59:59.000Z"),
            (253_402_300_800_000_000, "+10000-01-01T00:00:00.000Z"),
        ];
        for (micros, text) in cases {
            assert_eq!(Timestamp::from_micros(micros).to_string(), text);
            assert_eq!(Timestamp::parse(text), Ok(Timestamp::from_micros(micros)));
        }
    }

    #[test]
    fn the_fraction_is_optional_and_of_any_length_to_nine() {
        let second = Timestamp::from_seconds(1_426_440_271);
        let cases = [
            ("", 0),
            (".2", 200_000),
            (".22", 220_000),
            (".220000", 220_000),
            (".000001999", 1),
        ];
        for (fraction, micros) in cases {
            let text = format!("2015-03-15T17:24:31{fraction}Z");
            assert_eq!(
                text.parse::<Timestamp>(),
                Ok(second + Duration::from_micros(micros)),
                "{text}"
            );
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "Z",
            "2015-03-15",
            "2015-03-15T17:24:31",
            "2015-03-15T17:24Z",
            "2015-3-15T17:24:31Z",
            "15-03-15T17:24:31Z",
            "02015-03-15T17:24:31Z",
            "+2015-03-15T17:24:31Z",
            "2015-03-15T17:24:31.Z",
            "2015-03-15T17:24:31.1234567890Z",
            "2015-03-15T17:24:31+00:00",
            "2015-03-15 17:24:31Z",
            "2015-03-15T+7:24:31Z",
            "2015-03-15T1é:24:31Z",
        ] {
            assert_eq!(Timestamp::parse(text), Err(TimestampError::Form), "{text}");
        }
        for text in [
            "2015-02-29T00:00:00Z",
            "2015-03-15T24:00:00Z",
            "1969-12-31T23:59:59Z",
            "+999999-01-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), Err(TimestampError::NoSuchMoment), "{text}");
        }
    }

    #[test]
    fn moments_and_spans_add_up_and_saturate() {
        let moment = Timestamp::from_seconds(100);
        assert_eq!(moment + Duration::from_seconds(5) - moment, Duration::from_seconds(5));
        assert_eq!(moment - (moment + Duration::from_seconds(5)), Duration::ZERO);
        assert_eq!(moment - Duration::from_seconds(101), Timestamp::EPOCH);
        assert_eq!(Timestamp::MAX + Duration::from_micros(1), Timestamp::MAX);
        assert_eq!(Timestamp::MAX.checked_add(Duration::from_micros(1)), None);
        assert_eq!(moment.checked_sub(Duration::from_seconds(101)), None);
        assert_eq!(moment.checked_since(Timestamp::MAX), None);
        assert!((Timestamp::from_millis(1_426_440_271_220).as_epoch_seconds_f64() - 1_426_440_271.22).abs() < 1e-6);
        assert!((Timestamp::from_micros(1_500_999).as_epoch_millis_f64() - 1.5).abs() < 1e-9);
    }

    #[test]
    fn a_moment_falls_back_to_the_start_of_its_step() {
        let moment = Timestamp::parse("2015-03-15T17:24:31.220Z").unwrap();
        assert_eq!(
            moment.floor_to(Duration::from_days(1)).to_string(),
            "2015-03-15T00:00:00.000Z"
        );
        assert_eq!(
            moment.floor_to(Duration::from_minutes(1)).to_string(),
            "2015-03-15T17:24:00.000Z"
        );
        assert_eq!(moment.floor_to(Duration::ZERO), moment);
    }

    proptest! {
        #[test]
        fn text_and_moment_are_one(micros: u64) {
            let moment = Timestamp::from_micros(micros);
            prop_assert_eq!(Timestamp::parse(&moment.to_string()), Ok(moment));
        }

        #[test]
        fn text_sorts_as_moments_do(left in 0..253_402_300_800_000_u64, right in 0..253_402_300_800_000_u64) {
            let (left, right) = (Timestamp::from_millis(left), Timestamp::from_millis(right));
            prop_assert_eq!(left.cmp(&right), left.to_string().cmp(&right.to_string()));
        }

        #[test]
        fn no_text_panics(text in "[-+0-9TZ:.é]{0,32}") {
            let _ = Timestamp::parse(&text);
        }
    }
}

//! The civil calendar in UTC: converts microseconds since the epoch to proleptic Gregorian dates, and back. It uses the
//! crate `time`, compiled without its clock.
//!
//! Must not know timestamps, time zones, leap seconds (the epoch count has none) or how a date is written.

use time::{Date, Month, Time, UtcDateTime};

const NANOS_PER_MICRO: i128 = 1_000;

/// The UTC calendar fields of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalendarTime {
    /// The year, 1970 or later.
    pub year: u64,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The minute, 0 to 59.
    pub minute: u8,
    /// The second, 0 to 59.
    pub second: u8,
    /// The microsecond within the second, 0 to 999,999.
    pub microsecond: u32,
}

impl CalendarTime {
    /// The fields of the time this number of microseconds after the epoch.
    pub(crate) fn of_micros(micros: u64) -> Self {
        // `time` (feature `large-dates`) supports every year that a u64 of microseconds can represent.
        let at = UtcDateTime::from_unix_timestamp_nanos(i128::from(micros) * NANOS_PER_MICRO)
            .unwrap_or(UtcDateTime::UNIX_EPOCH);
        Self {
            year: at.year().unsigned_abs().into(),
            month: at.month().into(),
            day: at.day(),
            hour: at.hour(),
            minute: at.minute(),
            second: at.second(),
            microsecond: at.microsecond(),
        }
    }

    /// Microseconds from the epoch to the time of these fields. `None` if there is no such date or time, or if it is
    /// before 1970 or too late for microseconds.
    pub(crate) fn micros(self) -> Option<u64> {
        let date = self.date()?;
        let time = Time::from_hms_micro(self.hour, self.minute, self.second, self.microsecond).ok()?;
        u64::try_from(UtcDateTime::new(date, time).unix_timestamp_nanos() / NANOS_PER_MICRO).ok()
    }

    /// The date, if it exists.
    pub(crate) fn date(self) -> Option<Date> {
        let month = Month::try_from(self.month).ok()?;
        Date::from_calendar_date(i32::try_from(self.year).ok()?, month, self.day).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_days_have_their_dates() {
        let cases = [
            (0, (1970, 1, 1)),
            (58, (1970, 2, 28)),
            (59, (1970, 3, 1)),
            (789, (1972, 2, 29)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (16_509, (2015, 3, 15)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
            (2_932_896, (9999, 12, 31)),
        ];
        for (days, (year, month, day)) in cases {
            let at = CalendarTime {
                year,
                month,
                day,
                hour: 0,
                minute: 0,
                second: 0,
                microsecond: 0,
            };
            assert_eq!(CalendarTime::of_micros(days * 86_400_000_000), at);
            assert_eq!(at.micros(), Some(days * 86_400_000_000));
        }
    }

    #[test]
    fn the_last_moment_that_can_be_counted_has_its_fields() {
        let last = CalendarTime::of_micros(u64::MAX);
        assert_eq!(
            (last.year, last.month, last.day, last.microsecond),
            (586_524, 1, 19, 551_615)
        );
        assert_eq!(last.micros(), Some(u64::MAX));
        assert_eq!(
            CalendarTime {
                microsecond: last.microsecond + 1,
                ..last
            }
            .micros(),
            None
        );
    }

    #[test]
    fn dates_that_do_not_exist_are_no_moment() {
        let good = CalendarTime {
            year: 2023,
            month: 2,
            day: 28,
            hour: 23,
            minute: 59,
            second: 59,
            microsecond: 999_999,
        };
        assert!(good.micros().is_some());
        for bad in [
            CalendarTime { day: 29, ..good },
            CalendarTime { day: 0, ..good },
            CalendarTime { month: 0, ..good },
            CalendarTime { month: 13, ..good },
            CalendarTime { hour: 24, ..good },
            CalendarTime { minute: 60, ..good },
            CalendarTime { second: 60, ..good },
            CalendarTime {
                microsecond: 1_000_000,
                ..good
            },
            CalendarTime { year: 1969, ..good },
            CalendarTime { year: 0, ..good },
            CalendarTime { year: u64::MAX, ..good },
        ] {
            assert_eq!(bad.micros(), None, "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn every_moment_survives_the_calendar(micros: u64) {
            prop_assert_eq!(CalendarTime::of_micros(micros).micros(), Some(micros));
        }
    }
}

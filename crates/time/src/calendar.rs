//! The civil calendar in UTC: proleptic Gregorian dates from microseconds since the epoch, and back.
//!
//! Must not know timestamps, time zones, leap seconds (the epoch count has none) or how a date is written.

const DAYS_PER_ERA: u64 = 146_097; // 400 Gregorian years
const DAYS_FROM_YEAR_ZERO: u64 = 719_468; // from 1 March of year 0 to 1 January 1970
const MICROS_PER_DAY: u64 = 86_400_000_000;

/// A moment taken apart into the fields of the UTC calendar.
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
    /// The fields of the moment so many microseconds after the epoch.
    pub(crate) fn of_micros(micros: u64) -> Self {
        let (year, month, day) = date_of_epoch_day(micros / MICROS_PER_DAY);
        let of_day = micros % MICROS_PER_DAY;
        let seconds = of_day / 1_000_000;
        Self {
            year,
            month,
            day,
            hour: narrow(seconds / 3_600),
            minute: narrow(seconds / 60 % 60),
            second: narrow(seconds % 60),
            microsecond: u32::try_from(of_day % 1_000_000).unwrap_or(0),
        }
    }

    /// Microseconds from the epoch to the moment these fields name, or nothing when no such date or time exists, when it
    /// lies before 1970, or when it is too late to be counted in microseconds.
    pub(crate) fn micros(self) -> Option<u64> {
        let exists = self.day >= 1
            && self.day <= days_in_month(self.year, self.month)?
            && self.hour < 24
            && self.minute < 60
            && self.second < 60
            && self.microsecond < 1_000_000;
        if !exists {
            return None;
        }
        let days = epoch_day_of_date(self.year, self.month, self.day)?;
        let seconds = u64::from(self.hour) * 3_600 + u64::from(self.minute) * 60 + u64::from(self.second);
        let of_day = seconds * 1_000_000 + u64::from(self.microsecond);
        days.checked_mul(MICROS_PER_DAY)?.checked_add(of_day)
    }
}

/// Years are counted from March here, so that the leap day is the last day of its year and needs no case of its own.
fn date_of_epoch_day(epoch_day: u64) -> (u64, u8, u8) {
    let days = epoch_day + DAYS_FROM_YEAR_ZERO;
    let (era, of_era) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, narrow(month), narrow(day))
}

/// Expects a date that exists; gives nothing before 1970 or when the year is out of reach.
fn epoch_day_of_date(year: u64, month: u8, day: u8) -> Option<u64> {
    let month = u64::from(month);
    let march_year = if month <= 2 { year.checked_sub(1)? } else { year };
    let march_month = (month + 9) % 12;
    let (era, year_of_era) = (march_year / 400, march_year % 400);
    let of_year = (153 * march_month + 2) / 5 + u64::from(day) - 1;
    let of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + of_year;
    era.checked_mul(DAYS_PER_ERA)?.checked_add(of_era)?.checked_sub(DAYS_FROM_YEAR_ZERO)
}

fn days_in_month(year: u64, month: u8) -> Option<u8> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

/// The value is below 256 by construction of every caller.
fn narrow(value: u64) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
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
            (10_957, (2000, 1, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (16_509, (2015, 3, 15)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
            (2_932_896, (9999, 12, 31)),
        ];
        for (day, (year, month, of_month)) in cases {
            assert_eq!(date_of_epoch_day(day), (year, month, of_month));
            assert_eq!(epoch_day_of_date(year, month, of_month), Some(day));
        }
    }

    #[test]
    fn every_day_of_two_eras_follows_the_day_before() {
        let mut expected = (1970_u64, 1_u8, 1_u8);
        for day in 0..2 * DAYS_PER_ERA {
            assert_eq!(date_of_epoch_day(day), expected);
            assert_eq!(epoch_day_of_date(expected.0, expected.1, expected.2), Some(day));
            expected = match expected {
                (year, 12, 31) => (year + 1, 1, 1),
                (year, month, of_month) if Some(of_month) == days_in_month(year, month) => (year, month + 1, 1),
                (year, month, of_month) => (year, month, of_month + 1),
            };
        }
    }

    #[test]
    fn dates_that_do_not_exist_are_no_moment() {
        let good =
            CalendarTime { year: 2023, month: 2, day: 28, hour: 23, minute: 59, second: 59, microsecond: 999_999 };
        assert!(good.micros().is_some());
        for bad in [
            CalendarTime { day: 29, ..good },
            CalendarTime { day: 0, ..good },
            CalendarTime { month: 0, ..good },
            CalendarTime { month: 13, ..good },
            CalendarTime { hour: 24, ..good },
            CalendarTime { minute: 60, ..good },
            CalendarTime { second: 60, ..good },
            CalendarTime { microsecond: 1_000_000, ..good },
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

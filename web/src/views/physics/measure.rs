//! Converts settings to readable units and back: `200 ms..500 ms`, `10 GB`, `40,000`.
//!
//! A setting's own text has microseconds, bytes, or a number. Must not know which settings exist.

use hashrange_words::t;

/// The quantity of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A duration, or a range of durations.
    Time,
    /// Bytes.
    Bytes,
    /// A count.
    Count,
}

/// Units of time in microseconds, largest first.
const TIMES: [(&str, u64); 6] = [
    ("d", 86_400_000_000),
    ("h", 3_600_000_000),
    ("min", 60_000_000),
    ("s", 1_000_000),
    ("ms", 1_000),
    ("µs", 1),
];
/// Units of size in bytes, in powers of 1,024 as in the service, largest first.
const SIZES: [(&str, u64); 4] = [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("B", 1)];

fn no_time() -> &'static str {
    t!("A duration such as 400 ms, 20 s or 30 min, or a range such as 200 ms..500 ms.")
}
fn no_size() -> &'static str {
    t!("A size such as 400 KB, 1 MB or 10 GB.")
}
fn no_count() -> &'static str {
    t!("A whole number.")
}

impl Measure {
    /// The value of the setting in readable units.
    #[must_use]
    pub fn to_people(self, held: &str) -> String {
        let one = |held: &str| {
            let Ok(number) = held.parse::<u64>() else {
                return held.to_owned();
            };
            match self {
                Self::Time => in_units(number, &TIMES),
                Self::Bytes => in_units(number, &SIZES),
                Self::Count => grouped(number),
            }
        };
        match held.split_once("..") {
            Some((shortest, longest)) => format!("{}..{}", one(shortest), one(longest)),
            None => one(held),
        }
    }

    /// The typed text as the setting's own text. Two bounds only if `between` is set.
    ///
    /// # Errors
    /// The valid formats.
    pub fn to_held(self, typed: &str, between: bool) -> Result<String, &'static str> {
        let one = |typed: &str| match self {
            Self::Time => read(typed, &TIMES, "").ok_or(no_time()),
            Self::Bytes => read(typed, &SIZES, "B").ok_or(no_size()),
            Self::Count => typed.replace([',', ' '], "").parse::<u64>().map_err(|_| no_count()),
        };
        match typed.split_once("..").filter(|_| between) {
            Some((shortest, longest)) => {
                let (shortest, longest) = (one(shortest)?, one(longest)?);
                if shortest > longest {
                    Err(t!("Enter the shorter duration first."))
                } else {
                    Ok(format!("{shortest}..{longest}"))
                }
            }
            None => one(typed).map(|number| number.to_string()),
        }
    }
}

/// The number in the largest unit that leaves at most one digit after the point.
fn in_units(number: u64, units: &[(&str, u64)]) -> String {
    let fits = |(_, unit): &&(&str, u64)| number >= *unit && (number.saturating_mul(10)).is_multiple_of(*unit);
    let Some((name, unit)) = units.iter().find(fits) else {
        let smallest = units
            .iter()
            .rev()
            .find(|(_, unit)| *unit == 1)
            .map_or("", |(name, _)| name);
        // Zero has the unit milliseconds.
        return format!(
            "{number} {}",
            if number == 0 && smallest == "µs" {
                "ms"
            } else {
                smallest
            }
        );
    };
    let (whole, tenth) = (number / unit, number % unit * 10 / unit);
    if tenth == 0 {
        format!("{} {name}", grouped(whole))
    } else {
        format!("{}.{tenth} {name}", grouped(whole))
    }
}

/// A number with its unit. Without a unit, in `usual`, or zero.
fn read(typed: &str, units: &[(&str, u64)], usual: &str) -> Option<u64> {
    let typed = typed.trim().replace(',', "");
    let digits = typed
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(typed.len());
    let (number, name) = typed.split_at_checked(digits)?;
    let name = match name.trim() {
        "" => usual,
        "us" => "µs",
        name => name,
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let whole = whole.parse::<u64>().ok()?;
    let Some((_, unit)) = units.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
        return (whole == 0 && name.is_empty() && part.bytes().all(|digit| digit == b'0')).then_some(0);
    };
    let places = u32::try_from(part.len()).ok().filter(|places| *places <= 6)?;
    let scale = 10_u64.checked_pow(places)?;
    let part = part.parse::<u64>().ok()?.checked_mul(*unit)?;
    if !part.is_multiple_of(scale) {
        return None;
    }
    whole.checked_mul(*unit)?.checked_add(part / scale)
}

fn grouped(number: u64) -> String {
    crate::state::figures::count(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for (held, people) in [
            ("0", "0 ms"),
            ("400000", "400 ms"),
            ("200000..500000", "200 ms..500 ms"),
            ("1860000000", "31 min"),
            ("272000000..514000000", "272 s..514 s"),
            ("1500000", "1.5 s"),
            ("13800000000", "230 min"),
            ("21600000000", "6 h"),
            ("7", "7 µs"),
        ] {
            assert_eq!(Measure::Time.to_people(held), people);
            assert_eq!(Measure::Time.to_held(people, true).as_deref(), Ok(held), "{people}");
        }
        assert_eq!(
            Measure::Time.to_held(" 2 S .. 1 MIN ", true).as_deref(),
            Ok("2000000..60000000")
        );
        assert_eq!(Measure::Time.to_held("0", false).as_deref(), Ok("0"));
        for wrong in [
            "",
            "5",
            "5 parsecs",
            "-1 s",
            "1 s..",
            "99999999999999999999 s",
            "0.0000001 s",
        ] {
            assert_eq!(Measure::Time.to_held(wrong, true), Err(no_time()), "{wrong}");
        }
        assert!(Measure::Time.to_held("5 s..1 s", true).is_err());
        assert!(Measure::Time.to_held("1 s..5 s", false).is_err());
    }

    #[test]
    fn sizes_and_counts_are_read_as_they_are_written() {
        for (held, people) in [
            ("409600", "400 KB"),
            ("10737418240", "10 GB"),
            ("16000000", "15,625 KB"),
            ("5", "5 B"),
        ] {
            assert_eq!(Measure::Bytes.to_people(held), people);
            assert_eq!(Measure::Bytes.to_held(people, false).as_deref(), Ok(held));
        }
        assert_eq!(Measure::Bytes.to_held("1024", false).as_deref(), Ok("1024"));
        assert_eq!(Measure::Count.to_people("40000"), "40,000");
        assert_eq!(Measure::Count.to_held("40,000", false).as_deref(), Ok("40000"));
        assert_eq!(Measure::Count.to_held("some", false), Err(no_count()));
    }
}

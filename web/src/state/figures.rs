//! The formats of figures on the page: bytes in common units, capacity units exactly, times. Hands on the formats of counts.

use hashrange_plot::compact;
use hashrange_protocol::Units;
use hashrange_time::{Duration, Timestamp};
use hashrange_words::t;
pub use hashrange_words::{count, counted, plural};

/// A number of rows: entries of an index, or items.
#[must_use]
pub fn rows(number: u64, of_index: bool) -> String {
    if of_index {
        t!("{number, plural, one {# entry} other {# entries}}", number)
    } else {
        t!("{number, plural, one {# item} other {# items}}", number)
    }
}

/// Bytes: `812 B`, `1.8 KB`, `12 MB`, in powers of 1,024 as in the service.
#[must_use]
pub fn bytes(number: u64) -> String {
    const NAMES: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if number < 1_024 {
        return format!("{number} B");
    }
    let (mut unit, mut names) = (1_024_u64, NAMES.iter());
    let mut name = names.next().copied().unwrap_or_default();
    let in_units = |times: u64, unit: u64| (number.saturating_mul(times).saturating_add(unit / 2)) / unit;
    while in_units(1, unit) >= 1_024
        && let Some(next) = names.next()
    {
        unit *= 1_024;
        name = next;
    }
    match in_units(10, unit) {
        tenths @ 0..100 => format!("{}.{} {name}", tenths / 10, tenths % 10),
        _ => format!("{} {name}", in_units(1, unit)),
    }
}

/// Capacity units, including halves: `2.5`, `1,000`.
#[must_use]
pub fn units(units: Units) -> String {
    let halves = units.as_halves();
    let half = if halves.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", count(halves / 2))
}

/// A round value beside an axis, short enough for its margin: `0.5`, `9000`, `30k`, `2M`.
#[must_use]
pub fn mark(value: f64) -> String {
    let (shown, unit) = match value {
        millions if millions >= 1e6 => (millions / 1e6, "M"),
        thousands if thousands >= 1e4 => (thousands / 1e3, "k"),
        plain => (plain, ""),
    };
    format!("{}{unit}", compact(shown))
}

/// A time as `2019-10-23 08:40:12.345`, with the requested number of fraction digits, up to six.
#[must_use]
pub fn moment(at: Timestamp, digits: usize) -> String {
    let time = at.calendar();
    let fraction = format!("{:06}", time.microsecond);
    let fraction = fraction.get(..digits.min(6)).unwrap_or_default();
    let point = if fraction.is_empty() { "" } else { "." };
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}:{:02}{point}{fraction}",
        time.year, time.month, time.day, time.hour, time.minute, time.second
    )
}

/// Reads a typed time: a date with an optional time of day.
#[must_use]
pub fn read_moment(text: &str) -> Option<Timestamp> {
    let text = text.trim().trim_end_matches('Z');
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "00:00:00"));
    let seconds = if time.matches(':').count() == 1 { ":00" } else { "" };
    Timestamp::parse(&format!("{date}T{time}{seconds}Z")).ok()
}

/// The time of day as `08:40:12`.
#[must_use]
pub fn time_of_day(second: u64) -> String {
    let time = Timestamp::from_seconds(second).calendar();
    format!("{:02}:{:02}:{:02}", time.hour, time.minute, time.second)
}

/// A span as `12 ms`, `3.4 s`, `2 min`, `5 h` or `3 days`.
#[must_use]
pub fn span(span: Duration) -> String {
    match span.millis() {
        millis @ 0..1_000 => format!("{millis} ms"),
        millis @ 1_000..60_000 => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        millis @ 60_000..7_200_000 => format!("{} min", millis / 60_000),
        millis @ 7_200_000..172_800_000 => format!("{} h", millis / 3_600_000),
        millis @ 172_800_000..315_360_000_000 => {
            t!("{days, plural, one {# day} other {# days}}", days = millis / 86_400_000)
        }
        millis @ 315_360_000_000..315_360_000_000_000 => t!(
            "{years, plural, one {# year} other {# years}}",
            years = millis / 31_536_000_000
        ),
        millis => t!("{thousands, number}k years", thousands = millis / 31_536_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_people_write_them() {
        let at = |text| read_moment(text).map(|at| at.to_string());
        assert_eq!(at("2019-10-25"), at("2019-10-25T00:00:00Z"));
        assert_eq!(at(" 2019-10-25 08:40 "), at("2019-10-25 08:40:00"));
        assert!(at("2019-10-25").is_some());
        assert_eq!([at("tomorrow"), at(""), at("2019-13-01")], [None, None, None]);
    }

    #[test]
    fn figures_read_as_people_write_them() {
        assert_eq!(
            [0, 999, 1_000, 1_234_567].map(count),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [0, 1_023, 1_024, 1_843, 10_240, 1_048_300, 5_368_709_120].map(bytes),
            ["0 B", "1023 B", "1.0 KB", "1.8 KB", "10 KB", "1.0 MB", "5.0 GB"]
        );
        assert_eq!(
            [0, 1, 5, 2_000].map(|halves| units(Units::halves(halves))),
            ["0", "0.5", "2.5", "1,000"]
        );
    }

    #[test]
    fn time_reads_as_people_write_it() {
        let at = Timestamp::from_millis(1_571_820_012_345);
        assert_eq!(moment(at, 3), "2019-10-23 08:40:12.345");
        assert_eq!(moment(at, 1), "2019-10-23 08:40:12.3");
        assert_eq!(moment(at, 0), "2019-10-23 08:40:12");
        assert_eq!(time_of_day(at.seconds()), "08:40:12");
        let spans = [12, 3_450, 120_000, 18_000_000, 259_200_000].map(|millis| span(Duration::from_millis(millis)));
        assert_eq!(spans, ["12 ms", "3.4 s", "2 min", "5 h", "3 days"]);
        let years = [15, 49_815].map(|years| span(Duration::from_hours(24 * 365 * years)));
        assert_eq!(years, ["15 years", "49k years"]);
    }
}

//! JavaScript's numbers as times, spans and sequence numbers, and back.

use hashrange_time::{Duration, Timestamp};
use js_sys::RangeError;

/// Latest time and longest span in milliseconds, as JavaScript's own dates.
const MOST_MS: f64 = 8.64e15;

/// A time in milliseconds since 1970.
#[allow(
    clippy::cast_precision_loss,
    reason = "microseconds are exact in a double until the year 2255"
)]
pub(crate) fn to_millis(time: Timestamp) -> f64 {
    time.micros() as f64 / 1_000.0
}

/// The time at this many milliseconds since 1970, to the microsecond.
///
/// # Errors
/// A `RangeError` that names the value, if it is negative, too large, or not a number.
pub(crate) fn time(name: &str, ms: f64) -> Result<Timestamp, RangeError> {
    micros(name, ms).map(Timestamp::from_micros)
}

/// The span of this many milliseconds, to the microsecond.
///
/// # Errors
/// As [`time`].
pub(crate) fn span(name: &str, ms: f64) -> Result<Duration, RangeError> {
    micros(name, ms).map(Duration::from_micros)
}

fn micros(name: &str, ms: f64) -> Result<u64, RangeError> {
    if (0.0..=MOST_MS).contains(&ms) {
        Ok(whole(ms * 1_000.0))
    } else {
        Err(RangeError::new(&format!(
            "{name} is a number of milliseconds from 0 to {MOST_MS:e}, not {ms}"
        )))
    }
}

/// A count.
#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53, and nobody counts that far")]
pub(crate) fn count(number: u64) -> f64 {
    number as f64
}

/// A sequence number; any invalid value means the start.
pub(crate) fn sequence(number: f64) -> u64 {
    whole(number)
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, and makes NaN a zero"
)]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

#[cfg(test)]
mod tests {
    use super::{sequence, span, time, to_millis};

    #[test]
    fn times_keep_their_microseconds() {
        for ms in [0.0, 0.001, 1.5, 1_700_000_000_123.457, 8_000_000_000_000.25] {
            let found = to_millis(time("startMs", ms).expect("in range"));
            assert!((found - ms).abs() < 0.001, "{ms}: {found}");
        }
        assert_eq!(span("ms", 1.5).expect("in range").micros(), 1_500);
    }

    #[test]
    fn anything_is_some_sequence_number() {
        let found = [0.0, 7.0, -1.0, f64::NAN, f64::INFINITY].map(sequence);
        assert_eq!(found, [0, 7, 0, 0, u64::MAX]);
    }
}

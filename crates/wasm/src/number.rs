//! JavaScript's numbers as times and sequence numbers, and back.

use hashrange_time::Timestamp;
use js_sys::RangeError;

/// Latest time in milliseconds: what JavaScript's own dates can hold. Whole microseconds are exact to beyond that.
const LATEST_MS: f64 = 8.64e15;

/// A time in milliseconds since 1970.
#[allow(clippy::cast_precision_loss, reason = "microseconds are exact in a double until the year 2255")]
pub(crate) fn to_millis(time: Timestamp) -> f64 {
    time.micros() as f64 / 1_000.0
}

/// The time at this many milliseconds since 1970, to the microsecond.
///
/// # Errors
/// A `RangeError` that names what was given, when it is negative, too large, or no number.
pub(crate) fn from_millis(what: &str, ms: f64) -> Result<Timestamp, RangeError> {
    if (0.0..=LATEST_MS).contains(&ms) {
        Ok(Timestamp::from_micros(whole(ms * 1_000.0)))
    } else {
        Err(RangeError::new(&format!("{what} is a number of milliseconds from 0 to {LATEST_MS:e}, not {ms}")))
    }
}

/// A sequence number; anything that is none counts as the start.
pub(crate) fn sequence(number: f64) -> u64 {
    whole(number)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates, and makes NaN a zero")]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

#[cfg(test)]
mod tests {
    use super::{from_millis, sequence, to_millis};

    #[test]
    fn times_keep_their_microseconds() {
        for ms in [0.0, 0.001, 1.5, 1_700_000_000_123.457, 8_000_000_000_000.25] {
            let time = from_millis("a time", ms).expect("in range");
            assert!((to_millis(time) - ms).abs() < 0.001, "{ms}");
        }
    }

    #[test]
    fn anything_is_some_sequence_number() {
        let found = [0.0, 7.0, -1.0, f64::NAN, f64::INFINITY].map(sequence);
        assert_eq!(found, [0, 7, 0, 0, u64::MAX]);
    }
}

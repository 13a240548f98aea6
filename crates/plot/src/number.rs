//! Numbers as the attributes of a picture want them: short, and never anything but a number.
//!
//! Must not know what is measured; for people, numbers are worded elsewhere.

use std::fmt::Write as _;

/// At most two decimals, no trailing zeros, no exponent, no negative zero. What is not finite becomes `0`, since a browser
/// drops a whole path for one `NaN`.
pub fn compact(value: f64) -> String {
    let mut text = String::new();
    push_compact(&mut text, value);
    text
}

/// Appends what `compact` gives.
pub(crate) fn push_compact(text: &mut String, value: f64) {
    let start = text.len();
    let value = if value.is_finite() { value } else { 0.0 };
    // Writing to a string cannot fail.
    let _ = write!(text, "{value:.2}");
    let kept = text.trim_end_matches('0').trim_end_matches('.').len();
    text.truncate(kept.max(start + 1));
    if text.get(start..) == Some("-0") {
        text.truncate(start);
        text.push('0');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (-0.0, "0"),
            (10.0, "10"),
            (100.0, "100"),
            (1.5, "1.5"),
            (-12.345, "-12.35"),
            (0.126, "0.13"),
            (1e21, "1000000000000000000000"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
        ];
        for (value, text) in cases {
            assert_eq!(compact(value), text);
        }
    }

    #[test]
    fn what_stands_before_is_left_alone() {
        let mut text = "M100".to_owned();
        push_compact(&mut text, 0.0);
        assert_eq!(text, "M1000");
    }
}

//! Numbers in the form that attributes of a picture need: short, and always a number.
//!
//! Must not know what is measured; `count` formats numbers for people.

use std::fmt::Write as _;

/// At most two decimals, no trailing zeros, no exponent, no negative zero. A value that is not finite becomes `0`,
/// because a browser drops a whole path for one `NaN`. A value larger than any picture becomes the largest written
/// number, about 1.8e17.
pub fn compact(value: f64) -> String {
    let mut text = String::new();
    push_compact(&mut text, value);
    text
}

/// Appends the result of `compact`.
pub(crate) fn push_compact(text: &mut String, value: f64) {
    let value = if value.is_finite() { value } else { 0.0 };
    // Integers, because the code that formats floats is large and a page does not need it at its start.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative, and the cast saturates
    let hundredths = (value.abs() * 100.0).round() as u64;
    let sign = if value < 0.0 && hundredths > 0 { "-" } else { "" };
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    // Writing to a string cannot fail.
    let _ = match (rest, rest % 10) {
        (0, _) => write!(text, "{sign}{whole}"),
        (_, 0) => write!(text, "{sign}{whole}.{}", rest / 10),
        _ => write!(text, "{sign}{whole}.{rest:02}"),
    };
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
            (1e12, "1000000000000"),
            (-1e300, "-184467440737095516.15"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
            (0.05, "0.05"),
            (99.999, "100"),
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

//! Numbers as 32-bit floating point. Vector indexes store and print the numbers of a vector in this form.
//!
//! The only place where a Number becomes binary floating point. Must not know vectors.

use super::Number;
use crate::single_of;

impl Number {
    /// The nearest 32-bit floating point number; infinite for a number beyond the largest.
    #[must_use]
    pub fn to_f32(&self) -> f32 {
        single_of(&self.to_string()).unwrap_or(f32::NAN)
    }

    /// True for a number in the range of 32-bit floating point.
    #[must_use]
    pub fn fits_f32(&self) -> bool {
        // All numbers below 1E+38 fit.
        self.is_zero() || self.point() <= 38 || self.to_f32().is_finite()
    }

    /// The number in scientific notation, with one digit before the point: `3.5E+38`.
    #[must_use]
    pub fn scientific(&self) -> String {
        let digits = self.coefficient().to_string();
        let (first, rest) = digits.split_at(1.min(digits.len()));
        let sign = if self.is_negative() { "-" } else { "" };
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{first}{point}{rest}E{:+}", self.point() - 1)
    }
}

/// The shortest digits that identify this number, with at least one decimal: `1.0`, `0.1` (observed: vector-results).
#[must_use]
pub fn single_text(value: f32) -> String {
    let text = value.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap_or(Number::ZERO)
    }

    #[test]
    fn the_nearest_is_taken() {
        for (text, printed) in [
            ("1", "1.0"),
            ("0", "0.0"),
            ("0.1", "0.1"),
            ("16777217", "16777216.0"),
            ("1.000000059604644775390625", "1.0"),
            ("-0.5", "-0.5"),
        ] {
            assert_eq!(single_text(number(text).to_f32()), printed, "{text}");
        }
        assert!(number("1E+39").to_f32().is_infinite());
        assert!(number("3.4028235E+38").to_f32().is_finite());
        for text in [
            "0",
            "1",
            "99999999999999999999999999999999999999",
            "3.4028235E+38",
            "1E-130",
        ] {
            assert!(number(text).fits_f32(), "{text}");
        }
        assert!(!number("3.5E+38").fits_f32() && !number("-1E+125").fits_f32());
    }

    #[test]
    fn scientific_form_as_refusals_show_it() {
        assert_eq!(number("1E+39").scientific(), "1E+39");
        assert_eq!(number("-35E+37").scientific(), "-3.5E+38");
    }
}

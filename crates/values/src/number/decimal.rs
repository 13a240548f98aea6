//! The written form of a number: the number of its digits, and the number of digits after the point.
//!
//! The service's runtime stores the second count in 32 bits and cannot read a text whose count does not fit
//! (observed: numbers-32-bits, on statements). Must not know the range of numbers.

/// The shape of a decimal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecimalForm {
    /// Number of digits from the first non-zero digit, at least 1.
    pub precision: u32,
    /// Number of digits after the point, minus the exponent.
    pub scale: i32,
}

impl DecimalForm {
    /// Reads the shape of `[+-]digits[.digits][e[+-]digits]`; `None` if a count does not fit, or for another text.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        // Rust's integer parser also accepts an explicit plus.
        let exponent: i32 = exponent.parse().ok()?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = || whole.bytes().chain(fraction.bytes()).filter(u8::is_ascii_digit);
        let precision = digits().skip_while(|digit| *digit == b'0').count().max(1);
        let scale = i64::try_from(fraction.len()).ok()? - i64::from(exponent);
        Some(Self {
            precision: u32::try_from(precision).ok()?,
            scale: i32::try_from(scale).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_scale() {
        for (text, form) in [
            ("1", Some((1, 0))),
            ("-0012.50", Some((4, 2))),
            (".5", Some((1, 1))),
            ("0", Some((1, 0))),
            ("7.31e+6", Some((3, -4))),
            ("1e2147483647", Some((1, -2_147_483_647))),
            ("1e2147483648", None),
            ("1e99999999999", None),
            ("1.5e-2147483647", None),
            ("1e", None),
        ] {
            let expected = form.map(|(precision, scale)| DecimalForm { precision, scale });
            assert_eq!(DecimalForm::of(text), expected, "{text}");
        }
    }
}

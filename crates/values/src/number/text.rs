//! A Number as text: reads the service's accepted grammar, and writes the plain decimal form that the service returns.

use std::fmt;
use std::str::FromStr;

use super::{MAX_DIGITS, MAX_MAGNITUDE, MIN_MAGNITUDE, Number, NumberError};

/// Larger exponents are out of range, regardless of the number of digits before them.
const EXPONENT_CAP: i32 = 100_000;

/// Reads the digits of a number. It stores at most 38 significant digits.
#[derive(Default)]
struct Scan {
    coefficient: u128,
    /// Significant digits up to the last non-zero one.
    digits: u64,
    /// Zeros since the last non-zero digit.
    pending: u64,
    /// Number of digits so far.
    seen: u64,
}

impl Scan {
    fn digit(&mut self, digit: u8) {
        self.seen += 1;
        if digit == 0 {
            self.pending += u64::from(self.coefficient != 0 || self.digits != 0);
            return;
        }
        self.digits += self.pending + 1;
        // A text of more than 38 digits is refused, so the count alone is sufficient.
        if self.digits <= u64::from(MAX_DIGITS) {
            let shift = u32::try_from(self.pending + 1).unwrap_or(0);
            self.coefficient = self.coefficient * 10u128.pow(shift) + u128::from(digit);
        }
        self.pending = 0;
    }
}

impl FromStr for Number {
    type Err = NumberError;

    /// Reads `[+-]digits[.digits][e[+-]digits]`. The magnitude is checked before the precision
    /// (observed: number-check-order).
    fn from_str(text: &str) -> Result<Self, NumberError> {
        let (negative, rest) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let (mantissa, exponent) = match rest.iter().position(|byte| matches!(byte, b'e' | b'E')) {
            Some(at) => (
                rest.get(..at).unwrap_or(rest),
                parse_exponent(rest.get(at + 1..).unwrap_or(&[]))?,
            ),
            None => (rest, 0),
        };
        let mut scan = Scan::default();
        let mut point: Option<u64> = None;
        let mut whole_zeros = 0;
        let mut last_fraction_digit = 0;
        for &byte in mantissa {
            match byte {
                b'0'..=b'9' => {
                    scan.digit(byte - b'0');
                    if let Some(at) = point.filter(|_| byte != b'0') {
                        last_fraction_digit = scan.seen - at;
                    }
                }
                b'.' if point.is_none() => {
                    point = Some(scan.seen);
                    whole_zeros = scan.pending;
                }
                _ => return Err(NumberError::NotNumeric),
            }
        }
        if scan.seen == 0 {
            return Err(NumberError::NotNumeric);
        }
        let fraction_digits = point.map_or(0, |at| scan.seen - at);
        if point.is_none() {
            whole_zeros = scan.pending;
        }
        if scan.digits == 0 {
            // The written exponent decides whether zero is in range (observed: number-zero): 0e126 and 0e-131 are
            // refused, 0.0e126 is accepted.
            let lowest = i64::from(exponent) - i64::try_from(fraction_digits).unwrap_or(i64::MAX);
            return match lowest {
                lowest if lowest > i64::from(MAX_MAGNITUDE) => Err(NumberError::Overflow),
                // The same rule for digits after the point is inferred: number-zero-digits.
                lowest if lowest < i64::from(MIN_MAGNITUDE) => Err(NumberError::Underflow),
                _ => Ok(Self::ZERO),
            };
        }
        let shift = |count: u64| i32::try_from(count).unwrap_or(EXPONENT_CAP * 2);
        let scale = match last_fraction_digit {
            0 => exponent.saturating_add(shift(whole_zeros)),
            fraction => exponent.saturating_sub(shift(fraction)),
        };
        let magnitude = scale.saturating_add(shift(scan.digits)).saturating_sub(1);
        match magnitude {
            m if m > MAX_MAGNITUDE => Err(NumberError::Overflow),
            m if m < MIN_MAGNITUDE => Err(NumberError::Underflow),
            _ if scan.digits > u64::from(MAX_DIGITS) => Err(NumberError::TooPrecise),
            _ => Self::from_parts(negative, scan.coefficient, scale),
        }
    }
}

/// An exponent beyond a 64-bit integer makes the text not numeric (observed: number-exponents); other exponents are out
/// of range.
fn parse_exponent(text: &[u8]) -> Result<i32, NumberError> {
    let digits = match text {
        [b'-' | b'+', rest @ ..] => rest,
        rest => rest,
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(NumberError::NotNumeric);
    }
    let exponent = std::str::from_utf8(text).ok().and_then(|text| text.parse::<i64>().ok());
    let exponent = exponent.ok_or(NumberError::NotNumeric)?;
    Ok(i32::try_from(exponent.clamp(-i64::from(EXPONENT_CAP), i64::from(EXPONENT_CAP))).unwrap_or_default())
}

/// Writes plain decimal digits without an exponent, as the service does (observed: number-text).
impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return out.write_str("0");
        }
        if self.is_negative() {
            out.write_str("-")?;
        }
        let digits = self.coefficient().to_string();
        let point = self.point();
        if self.exponent() >= 0 {
            let zeros = usize::try_from(self.exponent()).unwrap_or(0);
            write!(out, "{digits}{:0>zeros$}", "")
        } else if point <= 0 {
            let zeros = usize::try_from(-point).unwrap_or(0);
            write!(out, "0.{:0>zeros$}{digits}", "")
        } else {
            let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0).min(digits.len()));
            write!(out, "{whole}.{fraction}")
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// A serialized number is its decimal digits, so that nothing is rounded.
impl serde::Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(|_| serde::de::Error::custom("not a number"))
    }
}

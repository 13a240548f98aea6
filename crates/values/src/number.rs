//! The service's Number: up to 38 significant decimal digits, magnitude 1E-130 to 9.99E+125, exact.
//!
//! Owns the normal form, ordering and size. Parsing and printing are in `number/text.rs`, sums in
//! `number/arithmetic.rs`, key bytes in `number/key_bytes.rs`. Only `number/single.rs` uses binary floating point.

mod arithmetic;
mod checkpoint;
mod decimal;
mod key_bytes;
mod single;
mod text;

use std::cmp::Ordering;

pub use decimal::DecimalForm;
pub use single::single_text;

/// Maximum of significant digits in a Number (documented: limits-item).
pub(crate) const MAX_DIGITS: u32 = 38;
/// Largest power of ten of the leading digit (documented: limits-item).
pub(crate) const MAX_MAGNITUDE: i32 = 125;
/// Smallest power of ten of the leading digit (documented: limits-item).
pub(crate) const MIN_MAGNITUDE: i32 = -130;

/// A decimal number in normal form.
///
/// The value is `±coefficient × 10^exponent`; the coefficient has at most 38 digits and no trailing zero; zero is
/// coefficient 0, exponent 0, positive. Stored as bytes so that a value needs no 16-byte alignment.
///
/// ```
/// use hashrange_values::Number;
///
/// let price: Number = "0.10".parse()?;
/// let sum = price.checked_add(&"0.2".parse()?)?;
/// assert_eq!(sum, "0.3".parse()?);
/// assert_eq!(sum.to_string(), "0.3");
/// # Ok::<(), hashrange_values::NumberError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Number {
    coefficient: [u8; 16],
    exponent: i16,
    negative: bool,
}

/// Why a text or a result is not a valid Number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// The text is not a decimal number.
    NotNumeric,
    /// Magnitude above 9.99…E+125.
    Overflow,
    /// Magnitude below 1E-130 and not zero.
    Underflow,
    /// More than 38 significant digits.
    TooPrecise,
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self {
        coefficient: [0; 16],
        exponent: 0,
        negative: false,
    };

    /// The number `±coefficient × 10^exponent`, in normal form.
    ///
    /// # Errors
    /// When the magnitude or the digits exceed the service's limits.
    pub(crate) fn from_parts(negative: bool, coefficient: u128, exponent: i32) -> Result<Self, NumberError> {
        if coefficient == 0 {
            return Ok(Self::ZERO);
        }
        let (mut coefficient, mut exponent) = (coefficient, exponent);
        while coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
        }
        let digits = digit_count(coefficient);
        let magnitude = exponent + i32::try_from(digits).unwrap_or(i32::MAX) - 1;
        if magnitude > MAX_MAGNITUDE {
            return Err(NumberError::Overflow);
        }
        if magnitude < MIN_MAGNITUDE {
            return Err(NumberError::Underflow);
        }
        if digits > MAX_DIGITS {
            return Err(NumberError::TooPrecise);
        }
        let exponent = i16::try_from(exponent).map_err(|_| NumberError::Overflow)?;
        Ok(Self {
            coefficient: coefficient.to_le_bytes(),
            exponent,
            negative,
        })
    }

    /// True for zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coefficient() == 0
    }

    /// True for a negative number.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Size in bytes: one, plus a byte for each started pair of digits left and right of the point, plus one when
    /// negative (observed: number-size, to the byte; the documentation only gives an approximation).
    #[must_use]
    pub fn size(&self) -> usize {
        let digits = self.digits();
        if digits == 0 {
            return 1;
        }
        let whole = usize::try_from(self.point().max(0)).unwrap_or(0).min(digits);
        1 + whole.div_ceil(2) + (digits - whole).div_ceil(2) + usize::from(self.negative)
    }

    /// The number as an integer; `None` if it does not fit.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        let coefficient = u64::try_from(self.coefficient()).ok()?;
        let magnitude = match u32::try_from(self.exponent).ok()? {
            // Most integers have exponent 0. A checked multiplication is slow in WebAssembly.
            0 => coefficient,
            exponent => coefficient.checked_mul(10u64.checked_pow(exponent)?)?,
        };
        if self.negative {
            0i64.checked_sub_unsigned(magnitude)
        } else {
            i64::try_from(magnitude).ok()
        }
    }

    /// The number without its fraction; `None` if it does not fit.
    #[must_use]
    pub fn whole_part(&self) -> Option<i64> {
        if self.exponent >= 0 {
            return self.to_i64();
        }
        let scale = 10u128.checked_pow(u32::from(self.exponent.unsigned_abs()));
        let whole = scale.map_or(0, |scale| self.coefficient() / scale);
        let magnitude = i128::try_from(whole).ok()?;
        i64::try_from(if self.negative { -magnitude } else { magnitude }).ok()
    }

    pub(crate) fn coefficient(&self) -> u128 {
        u128::from_le_bytes(self.coefficient)
    }

    pub(crate) fn exponent(&self) -> i32 {
        i32::from(self.exponent)
    }

    /// The number of significant digits; 0 for zero.
    pub(crate) fn digits(&self) -> usize {
        match self.coefficient() {
            0 => 0,
            coefficient => digit_count(coefficient) as usize,
        }
    }

    /// The position of the decimal point when the value is written `0.d1d2… × 10^point`.
    pub(crate) fn point(&self) -> i32 {
        self.exponent() + i32::try_from(self.digits()).unwrap_or(0)
    }

    fn magnitude_cmp(&self, other: &Self) -> Ordering {
        let aligned = |number: &Self| {
            let missing = MAX_DIGITS.saturating_sub(u32::try_from(number.digits()).unwrap_or(MAX_DIGITS));
            number.coefficient().saturating_mul(10u128.pow(missing))
        };
        self.point()
            .cmp(&other.point())
            .then_with(|| aligned(self).cmp(&aligned(other)))
    }
}

fn digit_count(coefficient: u128) -> u32 {
    // Nearly every coefficient fits in 64 bits, where the logarithm takes a tenth of the time.
    let logarithm = match u64::try_from(coefficient) {
        Ok(small) => small.checked_ilog10(),
        Err(_) => coefficient.checked_ilog10(),
    };
    logarithm.unwrap_or(0) + 1
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| {
            if number.is_zero() {
                0
            } else if number.negative {
                -1
            } else {
                1
            }
        };
        sign(self)
            .cmp(&sign(other))
            .then_with(|| match (sign(self), self.negative) {
                (0, _) => Ordering::Equal,
                (_, true) => other.magnitude_cmp(self),
                (_, false) => self.magnitude_cmp(other),
            })
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Number {
    /// An integer has at most 19 digits, so it is always in range.
    fn from(value: i64) -> Self {
        let (mut coefficient, mut exponent) = (value.unsigned_abs(), 0);
        while coefficient != 0 && coefficient.is_multiple_of(10) {
            coefficient /= 10;
            exponent += 1;
        }
        Self {
            coefficient: u128::from(coefficient).to_le_bytes(),
            exponent,
            negative: value < 0,
        }
    }
}

#[cfg(test)]
mod tests;

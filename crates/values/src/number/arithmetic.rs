//! Exact sums and differences of Numbers. The service never rounds.
//!
//! A result that needs more than 38 significant digits is refused. The service's text for that error is the overflow
//! text (observed: number-arithmetic).

use super::{Number, NumberError};

impl Number {
    /// The sum.
    ///
    /// # Errors
    /// When the result is out of range or needs more than 38 digits. Both are `Overflow` or `Underflow`.
    pub fn checked_add(&self, other: &Self) -> Result<Self, NumberError> {
        if self.is_zero() {
            return Ok(*other);
        }
        if other.is_zero() {
            return Ok(*self);
        }
        let exponent = self.exponent().min(other.exponent());
        let (a, b) = (self.signed_at(exponent), other.signed_at(exponent));
        let (Some(a), Some(b)) = (a, b) else {
            return Err(NumberError::Overflow);
        };
        let sum = a.checked_add(b).ok_or(NumberError::Overflow)?;
        Self::from_parts(sum < 0, sum.unsigned_abs(), exponent).map_err(|error| match error {
            NumberError::TooPrecise => NumberError::Overflow,
            error => error,
        })
    }

    /// The difference.
    ///
    /// # Errors
    /// When the result is out of range or needs more than 38 digits. Both are `Overflow` or `Underflow`.
    pub fn checked_sub(&self, other: &Self) -> Result<Self, NumberError> {
        self.checked_add(&other.negated())
    }

    /// The number with the opposite sign; zero stays zero.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self {
            negative: !self.negative && !self.is_zero(),
            ..*self
        }
    }

    /// The signed coefficient at a lower exponent; `None` if it does not fit in 128 bits. One digit beyond 38 must be
    /// possible: `1E+38 - 1` has 38 digits.
    fn signed_at(&self, exponent: i32) -> Option<i128> {
        let shift = u32::try_from(self.exponent() - exponent).ok()?;
        let magnitude = i128::try_from(self.coefficient().checked_mul(10u128.checked_pow(shift)?)?).ok()?;
        Some(if self.negative { -magnitude } else { magnitude })
    }
}

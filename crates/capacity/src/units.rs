//! Capacity units, counted in halves so that every sum is exact.
//!
//! Must not know whether they are read or write units, provisioned or on demand.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A number of capacity units in steps of one half. Eventually consistent reads need halves; no charge of the service
/// is finer. The operators saturate at zero and at the maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Units(u64);

hashrange_checkpoint::fields!(Units(half));

impl Units {
    /// No units.
    pub const ZERO: Self = Self(0);

    /// A number of half units.
    pub const fn halves(halves: u64) -> Self {
        Self(halves)
    }

    /// A number of whole units, saturating.
    pub const fn whole(units: u64) -> Self {
        Self(units.saturating_mul(2))
    }

    /// The number of half units.
    pub const fn as_halves(self) -> u64 {
        self.0
    }

    /// The number as the wire writes it; exact below 2^52 units.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 2.0
    }

    /// The smallest integral number of units that contains these.
    pub const fn rounded_up(self) -> u64 {
        self.0.div_ceil(2)
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The difference, or `None` if `other` is larger.
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(halves) => Some(Self(halves)),
            None => None,
        }
    }
}

impl Add for Units {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Units {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Units {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Units {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<u64> for Units {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}

impl Sum for Units {
    fn sum<I: Iterator<Item = Self>>(units: I) -> Self {
        units.fold(Self::ZERO, Add::add)
    }
}

impl<'a> Sum<&'a Self> for Units {
    fn sum<I: Iterator<Item = &'a Self>>(units: I) -> Self {
        units.copied().sum()
    }
}

/// `2.5`, `4`; with a precision (`{:.1}`) the fraction is always written: `4.0`.
impl fmt::Display for Units {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, half) = (self.0 / 2, self.0 % 2 == 1);
        match (formatter.precision(), half) {
            (None, false) | (Some(0), false) => write!(formatter, "{whole}"),
            (None, true) | (Some(0), true) => write!(formatter, "{whole}.5"),
            (Some(digits), _) => write!(formatter, "{whole}.{:0<digits$}", if half { 5 } else { 0 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_add_up_exactly() {
        let spent: Units = [Units::halves(1); 7].iter().sum();
        assert_eq!(spent, Units::halves(7));
        assert_eq!(spent + Units::halves(1), Units::whole(4));
        assert!((spent.as_f64() - 3.5).abs() < f64::EPSILON);
        assert_eq!(spent.rounded_up(), 4);
        assert_eq!(spent * 2, Units::whole(7));
    }

    #[test]
    fn nothing_goes_below_zero_or_wraps() {
        assert_eq!(Units::whole(1) - Units::whole(2), Units::ZERO);
        assert_eq!(Units::whole(1).checked_sub(Units::whole(2)), None);
        assert_eq!(Units::whole(u64::MAX) + Units::whole(1), Units::halves(u64::MAX));
        assert!((Units::halves(1) - Units::halves(1)).is_zero());
    }

    #[test]
    fn people_read_a_fraction_only_where_there_is_one() {
        assert_eq!(Units::halves(5).to_string(), "2.5");
        assert_eq!(Units::whole(4).to_string(), "4");
        assert_eq!(format!("{:.1}", Units::whole(4)), "4.0");
        assert_eq!(format!("{:.2}", Units::halves(5)), "2.50");
        assert_eq!(format!("{:.0}", Units::halves(1)), "0.5");
    }
}

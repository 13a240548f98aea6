//! The linear scale: maps a domain of values to a range of positions, and back.
//!
//! Must not know the unit of either.

use crate::ticks::{nice_domain, nice_ticks};

/// Maps `domain` to `range` in proportion. Both may be descending, like the range of a y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearScale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl LinearScale {
    /// A scale from the ends of the domain to the ends of the range.
    pub const fn new(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self { domain, range }
    }

    /// A scale whose domain is widened to the ticks around it, about `count` of them.
    pub fn nice(domain: (f64, f64), range: (f64, f64), count: usize) -> Self {
        Self::new(nice_domain(domain.0, domain.1, count), range)
    }

    /// The ends of the domain.
    pub const fn domain(&self) -> (f64, f64) {
        self.domain
    }

    /// The ends of the range.
    pub const fn range(&self) -> (f64, f64) {
        self.range
    }

    /// The position of `value`; outside the range for a value outside the domain. A domain without extent maps to the
    /// middle of the range.
    pub fn at(&self, value: f64) -> f64 {
        interpolate(self.domain, self.range, value)
    }

    /// The position of `value`, limited to the range.
    pub fn at_clamped(&self, value: f64) -> f64 {
        let (first, last) = self.range;
        self.at(value).max(first.min(last)).min(first.max(last))
    }

    /// The value at a position.
    pub fn invert(&self, place: f64) -> f64 {
        interpolate(self.range, self.domain, place)
    }

    /// Round values of the domain, about `count` of them.
    pub fn ticks(&self, count: usize) -> Vec<f64> {
        nice_ticks(self.domain.0, self.domain.1, count)
    }
}

fn interpolate(from: (f64, f64), onto: (f64, f64), value: f64) -> f64 {
    let extent = from.1 - from.0;
    let share = if extent == 0.0 { 0.5 } else { (value - from.0) / extent };
    onto.0 + share * (onto.1 - onto.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_have_places_and_places_values() {
        let down = LinearScale::new((0.0, 10.0), (70.0, 20.0));
        assert_eq!((down.at(0.0), down.at(10.0), down.at(4.0)), (70.0, 20.0, 50.0));
        assert_eq!(down.invert(50.0), 4.0);
        assert_eq!(
            (down.at(12.0), down.at_clamped(12.0), down.at_clamped(-1.0)),
            (10.0, 20.0, 70.0)
        );
        assert_eq!(LinearScale::new((3.0, 3.0), (0.0, 100.0)).at(3.0), 50.0);
        assert_eq!(LinearScale::nice((0.0, 9.3), (0.0, 1.0), 5).domain(), (0.0, 10.0));
        assert_eq!(down.ticks(5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    }

    proptest! {
        #[test]
        fn inverting_comes_back(low in -1e6..1e6, extent in 1.0..1e6, value in 0.0..1.0) {
            let scale = LinearScale::new((low, low + extent), (640.0, 30.0));
            let value = low + value * extent;
            prop_assert!((scale.invert(scale.at(value)) - value).abs() < 1e-6);
        }
    }
}

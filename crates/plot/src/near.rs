//! The near scale: a line of time around one moment, on which what is near takes more room than what is far.
//!
//! Room grows with the logarithm of the distance, on both sides. Must not know what the moment is.

/// Places for distances from a moment; negative ones lie before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearScale {
    unit: f64,
    before: f64,
    after: f64,
    range: (f64, f64),
    middle: f64,
}

impl NearScale {
    /// A scale from `before` to `after` the moment (both as positive distances) onto a range of places. The moment itself
    /// lies at `share` of the range; distances much smaller than `unit` are spaced evenly.
    pub fn new((before, after): (f64, f64), unit: f64, range: (f64, f64), share: f64) -> Self {
        let unit = if unit.is_finite() && unit > 0.0 { unit } else { 1.0 };
        let middle = range.0 + (range.1 - range.0) * share.clamp(0.0, 1.0);
        Self { unit, before: before.max(unit), after: after.max(unit), range, middle }
    }

    /// The place of the moment.
    pub const fn middle(&self) -> f64 {
        self.middle
    }

    /// The place of a distance, no further than the ends of the range.
    pub fn at(&self, distance: f64) -> f64 {
        let (most, end) = if distance < 0.0 { (self.before, self.range.0) } else { (self.after, self.range.1) };
        let share = (distance.abs() / self.unit).ln_1p() / (most / self.unit).ln_1p();
        self.middle + (end - self.middle) * share.min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_distances_have_more_room_than_far_ones() {
        let scale = NearScale::new((3_600.0, 86_400.0), 10.0, (0.0, 100.0), 0.4);
        assert!((scale.at(0.0) - 40.0).abs() < 1e-9 && (scale.middle() - 40.0).abs() < 1e-9);
        assert!((scale.at(86_400.0) - 100.0).abs() < 1e-9 && scale.at(-3_600.0).abs() < 1e-9);
        assert!(scale.at(60.0) - scale.at(0.0) > scale.at(120.0) - scale.at(60.0));
        assert!(scale.at(60.0) < scale.at(61.0) && scale.at(-60.0) > scale.at(-61.0));
    }

    #[test]
    fn what_is_beyond_the_ends_lies_at_the_ends() {
        let scale = NearScale::new((0.0, 60.0), 0.0, (0.0, 100.0), 0.5);
        assert!((scale.at(1e9) - 100.0).abs() < 1e-9 && scale.at(-1e9).abs() < 1e-9);
    }
}

//! Round numbers along an axis: steps of 1, 2 or 5 times a power of ten.
//!
//! Must not know how a tick is labelled.

/// The maximum number of ticks.
const MOST_TICKS: usize = 1_000;

/// A step is `mantissa * 10^exponent`. Both are stored, because a tenth has no exact float, but three divided by ten
/// gives the nearest one.
#[derive(Clone, Copy)]
struct Step {
    mantissa: f64,
    exponent: i32,
}

impl Step {
    /// The step that gives about `count` ticks over `extent`; `None` without an extent.
    fn over(extent: f64, count: usize) -> Option<Self> {
        let intervals = count.clamp(1, MOST_TICKS) as f64;
        let raw = extent / intervals;
        if !raw.is_normal() || raw < 0.0 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation)] // the exponent of a float lies within +-324
        let exponent = raw.log10().floor() as i32;
        let fraction = raw / 10_f64.powi(exponent);
        // The thresholds are the geometric means of neighbouring steps.
        let (mantissa, exponent) = match fraction {
            fraction if fraction < 2_f64.sqrt() => (1.0, exponent),
            fraction if fraction < 10_f64.sqrt() => (2.0, exponent),
            fraction if fraction < 50_f64.sqrt() => (5.0, exponent),
            _ => (1.0, exponent + 1),
        };
        // A power of ten beyond the range of floats would make every tick infinite or zero.
        (exponent.abs() < 300).then_some(Self { mantissa, exponent })
    }

    /// `index` steps from zero.
    fn times(self, index: f64) -> f64 {
        if self.exponent < 0 {
            index * self.mantissa / 10_f64.powi(-self.exponent)
        } else {
            index * self.mantissa * 10_f64.powi(self.exponent)
        }
    }

    fn size(self) -> f64 {
        self.times(1.0)
    }
}

/// Round values from `min` to `max`, both included if they are round, in rising order: about `count` of them. A single
/// value is its own tick; a value that is not finite has none.
pub fn nice_ticks(min: f64, max: f64, count: usize) -> Vec<f64> {
    if count == 0 || !min.is_finite() || !max.is_finite() {
        return Vec::new();
    }
    let (min, max) = (min.min(max), min.max(max));
    let Some(step) = Step::over(max - min, count) else {
        return vec![min];
    };
    // A small tolerance: 0.3 / 0.1 is a little less than three.
    let first = (min / step.size() - 1e-9).ceil();
    let last = (max / step.size() + 1e-9).floor();
    multiples(first, last).map(|index| step.times(index)).collect()
}

/// The domain widened to the next tick on either side.
pub fn nice_domain(min: f64, max: f64, count: usize) -> (f64, f64) {
    let (min, max) = (min.min(max), min.max(max));
    let Some(step) = Step::over(max - min, count) else {
        return (min, max);
    };
    let first = (min / step.size() + 1e-9).floor();
    let last = (max / step.size() - 1e-9).ceil();
    (step.times(first), step.times(last))
}

/// The integers from `first` to `last`, limited to a useful number.
fn multiples(first: f64, last: f64) -> impl Iterator<Item = f64> {
    // Adding zero turns a negative zero into the usual one.
    (0..=2 * MOST_TICKS)
        .map(move |index| first + index as f64 + 0.0)
        .take_while(move |value| *value <= last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round_and_exact() {
        assert_eq!(nice_ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(
            nice_ticks(0.0, 1.0, 10),
            [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        );
        assert_eq!(nice_ticks(-1.3, 1.3, 4), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(nice_ticks(3_000.0, 0.0, 3), [0.0, 1_000.0, 2_000.0, 3_000.0]);
        assert_eq!(nice_ticks(0.0, 1_420.0, 4), [0.0, 500.0, 1_000.0]);
        assert_eq!(nice_ticks(0.0, 2e-7, 2), [0.0, 1e-7, 2e-7]);
        assert_eq!(nice_domain(0.3, 9.2, 5), (0.0, 10.0));
    }

    #[test]
    fn what_has_no_extent_has_no_step() {
        assert_eq!(nice_ticks(4.0, 4.0, 5), [4.0]);
        assert_eq!(nice_domain(4.0, 4.0, 5), (4.0, 4.0));
        assert!(nice_ticks(0.0, f64::NAN, 5).is_empty());
        assert!(nice_ticks(0.0, f64::INFINITY, 5).is_empty());
        assert!(nice_ticks(0.0, 1.0, 0).is_empty());
        assert_eq!(nice_ticks(f64::MIN, f64::MAX, 5), [f64::MIN]);
    }

    proptest! {
        #[test]
        fn ticks_lie_inside_rise_and_are_about_as_many(min in -1e9..1e9, extent in 1e-3..1e9, count in 2..20_usize) {
            let max = min + extent;
            let ticks = nice_ticks(min, max, count);
            prop_assert!(ticks.len() <= 2 * count + 1 && ticks.len() * 2 + 1 >= count, "{ticks:?}");
            prop_assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{ticks:?}");
            let slack = extent * 1e-6;
            prop_assert!(ticks.iter().all(|tick| min - slack <= *tick && *tick <= max + slack), "{ticks:?}");
        }

        #[test]
        fn no_number_panics(min: f64, max: f64, count: usize) {
            prop_assert!(nice_ticks(min, max, count).len() <= 2 * MOST_TICKS + 1);
            nice_domain(min, max, count);
        }
    }
}

//! Axes of time: a linear scale over microseconds, with ticks at round seconds, minutes, hours and days.
//!
//! Must not know the calendar: a day is 24 hours from the epoch, so that ticks of days fall on midnight UTC, and there
//! are no ticks for months. How a tick is labelled is decided elsewhere, from its step.

use crate::linear::LinearScale;
use crate::ticks::{multiples, nice_step};

const SECOND: f64 = 1e6;
const MINUTE: f64 = 60.0 * SECOND;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;

/// Round steps from a second to a week; below and above them, 1, 2 and 5 do.
const STEPS: [f64; 20] = [
    SECOND,
    2.0 * SECOND,
    5.0 * SECOND,
    10.0 * SECOND,
    15.0 * SECOND,
    30.0 * SECOND,
    MINUTE,
    2.0 * MINUTE,
    5.0 * MINUTE,
    10.0 * MINUTE,
    15.0 * MINUTE,
    30.0 * MINUTE,
    HOUR,
    2.0 * HOUR,
    3.0 * HOUR,
    6.0 * HOUR,
    12.0 * HOUR,
    DAY,
    2.0 * DAY,
    7.0 * DAY,
];

/// Ticks along an axis of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimeTicks {
    /// The distance of the ticks in microseconds, which tells how precisely they must be labelled; zero without ticks.
    pub step: f64,
    /// The ticks in microseconds, rising: multiples of the step since the epoch.
    pub at: Vec<f64>,
}

/// Round moments from `min` to `max` (microseconds), about `count` of them.
pub fn time_ticks(min: f64, max: f64, count: usize) -> TimeTicks {
    if count == 0 || !min.is_finite() || !max.is_finite() {
        return TimeTicks::default();
    }
    let (min, max) = (min.min(max), min.max(max));
    let Some(step) = time_step(max - min, count) else { return TimeTicks { step: 0.0, at: vec![min] } };
    let at = multiples((min / step).ceil(), (max / step).floor()).map(|index| index * step).collect();
    TimeTicks { step, at }
}

fn time_step(extent: f64, count: usize) -> Option<f64> {
    let raw = extent / count as f64;
    // Below a second there are milliseconds and microseconds, but nothing finer than a microsecond.
    if raw < SECOND {
        return nice_step(0.0, extent, count).map(|step| step.max(1.0));
    }
    if raw > 10.0 * DAY {
        return nice_step(0.0, extent / DAY, count).map(|days| days * DAY);
    }
    STEPS.into_iter().min_by(|one, other| distance(*one, raw).total_cmp(&distance(*other, raw)))
}

/// How far two steps are apart as a ratio, one for equal steps.
fn distance(one: f64, other: f64) -> f64 {
    one.max(other) / one.min(other)
}

/// A window of time on a picture: it can be moved and zoomed about a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale {
    linear: LinearScale,
}

impl TimeScale {
    /// A window from one moment to another, in microseconds, onto a range of places.
    pub const fn new(from: f64, to: f64, range: (f64, f64)) -> Self {
        Self { linear: LinearScale::new((from, to), range) }
    }

    /// The ends of the window in microseconds.
    pub const fn window(&self) -> (f64, f64) {
        self.linear.domain()
    }

    /// The place of a moment.
    pub fn at(&self, micros: f64) -> f64 {
        self.linear.at(micros)
    }

    /// The place of a moment, no further than the ends of the range.
    pub fn at_clamped(&self, micros: f64) -> f64 {
        self.linear.at_clamped(micros)
    }

    /// The moment at a place.
    pub fn invert(&self, place: f64) -> f64 {
        self.linear.invert(place)
    }

    /// Round moments of the window, about `count` of them.
    pub fn ticks(&self, count: usize) -> TimeTicks {
        let (from, to) = self.window();
        time_ticks(from, to, count)
    }

    /// The same window, later by so many places; earlier for a negative number.
    #[must_use]
    pub fn moved(&self, places: f64) -> Self {
        let (first, _) = self.linear.range();
        let shift = self.invert(first + places) - self.invert(first);
        let (from, to) = self.window();
        Self::new(from + shift, to + shift, self.linear.range())
    }

    /// The window with `factor` times the extent, with the moment at `place` staying where it is. A factor that is not
    /// positive changes nothing; no window becomes shorter than a microsecond.
    #[must_use]
    pub fn zoomed(&self, place: f64, factor: f64) -> Self {
        let (from, to) = self.window();
        let usable = factor.is_finite() && factor > 0.0 && (to - from).abs() * factor >= 1.0;
        if !usable {
            return *self;
        }
        let fixed = self.invert(place);
        Self::new(fixed + (from - fixed) * factor, fixed + (to - fixed) * factor, self.linear.range())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn steps_are_those_of_clocks() {
        let cases = [
            (10.0, 5, 2.0),
            (0.02 * SECOND, 4, 0.005 * SECOND),
            (10.0 * SECOND, 5, 2.0 * SECOND),
            (60.0 * SECOND, 4, 15.0 * SECOND),
            (300.0 * SECOND, 5, MINUTE),
            (2.0 * HOUR, 4, 30.0 * MINUTE),
            (DAY, 4, 6.0 * HOUR),
            (48.0 * HOUR, 4, 12.0 * HOUR),
            (30.0 * DAY, 4, 7.0 * DAY),
            (400.0 * DAY, 4, 100.0 * DAY),
        ];
        for (extent, count, step) in cases {
            assert_eq!(time_ticks(0.0, extent, count).step, step, "{extent} in {count}");
        }
    }

    #[test]
    fn ticks_fall_on_round_moments_of_a_real_day() {
        let from = 1_426_440_271_220_000.0; // 2015-03-15T17:24:31.220Z
        let ticks = time_ticks(from, from + 2.0 * HOUR, 4);
        assert_eq!(ticks.step, 30.0 * MINUTE);
        let half_past = 1_426_440_600_000_000.0; // 17:30
        assert_eq!(ticks.at, [0.0, 1.0, 2.0, 3.0].map(|index| half_past + index * 30.0 * MINUTE));
    }

    #[test]
    fn nothing_finer_than_a_microsecond_and_nothing_from_nothing() {
        assert_eq!(time_ticks(5.0, 7.0, 10).at, [5.0, 6.0, 7.0]);
        assert_eq!(time_ticks(5.0, 5.0, 10), TimeTicks { step: 0.0, at: vec![5.0] });
        assert_eq!(time_ticks(5.0, f64::NAN, 10), TimeTicks::default());
        assert_eq!(time_ticks(5.0, 9.0, 0), TimeTicks::default());
    }

    #[test]
    fn a_window_moves_and_zooms_about_a_place() {
        let window = TimeScale::new(0.0, 100.0, (0.0, 500.0));
        assert_eq!(window.moved(50.0).window(), (10.0, 110.0));
        assert_eq!(window.zoomed(250.0, 0.5).window(), (25.0, 75.0));
        assert_eq!(window.zoomed(0.0, 2.0).window(), (0.0, 200.0));
        assert_eq!(window.zoomed(250.0, 0.0), window);
        assert_eq!(window.zoomed(250.0, 1e-3), window);
        assert_eq!((window.at(20.0), window.at_clamped(-3.0), window.invert(100.0)), (100.0, 0.0, 20.0));
        assert_eq!(window.ticks(5).at.len(), 6);
    }

    proptest! {
        #[test]
        fn ticks_lie_inside_and_are_about_as_many(from in 0.0..4e15, extent in 1e3..1e14, count in 2..12_usize) {
            let ticks = time_ticks(from, from + extent, count).at;
            prop_assert!(ticks.len() <= 3 * count && ticks.len() * 3 + 2 >= count, "{ticks:?}");
            prop_assert!(ticks.iter().all(|tick| from <= *tick && *tick <= from + extent), "{ticks:?}");
        }

        #[test]
        fn no_number_panics(min: f64, max: f64, count: usize) {
            time_ticks(min, max, count);
        }
    }
}

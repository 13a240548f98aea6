//! Where the three replicas stand: a lane each, on a short stretch of time around now.

use hashrange_plot::LinearScale;

/// Width and height of the picture, in its own units.
pub(super) const WIDTH: f64 = 344.0;
pub(super) const HEIGHT: f64 = 142.0;
/// Where time begins: names stand before it.
pub(super) const LEFT: f64 = 76.0;
/// The first lane, and the distance of two.
const FIRST: f64 = 34.0;
const LANE: f64 = 38.0;
/// Least stretch of time on one side of now, in milliseconds.
const LEAST: f64 = 20.0;

/// The height of a lane.
pub(super) fn lane(number: usize) -> f64 {
    FIRST + number as f64 * LANE
}

/// Time from the oldest write that is missing somewhere to the moment everything has arrived, with some room. Milliseconds
/// from now: the past is negative.
pub(super) fn scale(oldest: f64, complete: f64) -> LinearScale {
    let before = (-oldest).max(LEAST) * 1.3;
    let after = complete.max(LEAST) * 1.2;
    LinearScale::new((-before, after), (LEFT, WIDTH - 4.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn now_and_both_ends_are_in_the_picture() {
        let scale = scale(-300.0, 700.0);
        let places = [-300.0, 0.0, 700.0].map(|at| scale.at(at));
        assert!(places[0] > LEFT && places[0] < places[1] && places[1] < places[2] && places[2] < WIDTH);
        let calm = super::scale(0.0, 0.0);
        assert!(calm.at(0.0) > LEFT && calm.at(0.0) < WIDTH);
        assert!(lane(2) + 10.0 < HEIGHT);
    }
}

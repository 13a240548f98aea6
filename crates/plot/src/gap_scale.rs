//! The gap scale: a time axis on which long waits take little space and short ones stay distinguishable.
//!
//! Between two times the space grows with the logarithm of the wait; within a wait it is shared evenly. Must not know
//! what happens at a time.

/// The maximum number of stored times. If there are more, some are omitted at even distances.
const MOST_KNOTS: usize = 2_000;

/// Positions between 0 and 1 for times, and back.
#[derive(Clone, Debug, PartialEq)]
pub struct GapScale {
    /// Times, ascending, with their positions.
    knots: Vec<(u64, f64)>,
}

impl GapScale {
    /// A scale for these ascending times. `unit` is a wait that takes one step of space.
    #[must_use]
    pub fn new(moments: &[u64], unit: u64) -> Self {
        let step = moments.len().div_ceil(MOST_KNOTS).max(1);
        let last = moments.len().checked_sub(1).filter(|last| !last.is_multiple_of(step));
        let kept = moments
            .iter()
            .step_by(step)
            .chain(last.and_then(|last| moments.get(last)));
        let (mut knots, mut room): (Vec<(u64, f64)>, f64) = (Vec::new(), 0.0);
        for moment in kept {
            let before = knots.last().map_or(*moment, |(before, _)| *before);
            if knots.is_empty() || *moment > before {
                room += ((moment - before) as f64 / unit.max(1) as f64).ln_1p();
                knots.push((*moment, room));
            }
        }
        if room > 0.0 {
            knots.iter_mut().for_each(|(_, place)| *place /= room);
        }
        Self { knots }
    }

    /// The position of a time; times outside the scale have the positions of its ends.
    #[must_use]
    pub fn place(&self, moment: u64) -> f64 {
        let after = self.knots.partition_point(|(knot, _)| *knot <= moment);
        match (
            after.checked_sub(1).and_then(|at| self.knots.get(at)),
            self.knots.get(after),
        ) {
            (Some((from, start)), Some((to, end))) => {
                start + (end - start) * (moment - from) as f64 / (to - from) as f64
            }
            (Some((_, end)), None) => *end,
            (None, _) => 0.0,
        }
    }

    /// The time at a position.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a share of a span of whole numbers
    pub fn moment(&self, place: f64) -> u64 {
        let after = self.knots.partition_point(|(_, knot)| *knot <= place);
        match (
            after.checked_sub(1).and_then(|at| self.knots.get(at)),
            self.knots.get(after),
        ) {
            (Some((from, start)), Some((to, end))) => {
                from + ((to - from) as f64 * (place - start) / (end - start)) as u64
            }
            (Some((last, _)), None) => *last,
            (None, first) => first.map_or(0, |(first, _)| *first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_waits_do_not_push_short_ones_together() {
        let scale = GapScale::new(&[0, 10, 20, 1_000_000], 10);
        assert!(scale.place(20) > 0.1, "{}", scale.place(20));
        assert!((scale.place(0), scale.place(1_000_000)) == (0.0, 1.0));
        assert!((scale.place(5) - scale.place(10) / 2.0).abs() < 1e-12);
    }

    #[test]
    fn places_and_moments_lead_to_each_other() {
        let moments: Vec<u64> = (0..10_000).map(|n| n * n).collect();
        let scale = GapScale::new(&moments, 100);
        for moment in [0, 7, 5_000, 1_234_567, 99_980_001] {
            let back = scale.moment(scale.place(moment));
            assert!(back.abs_diff(moment) <= 1, "{moment}: {back}");
        }
        assert!((scale.place(u64::MAX), scale.moment(2.0)) == (1.0, 99_980_001));
    }

    #[test]
    fn nothing_and_a_single_moment_have_a_place() {
        assert_eq!(GapScale::new(&[], 1).moment(0.5), 0);
        let one = GapScale::new(&[7, 7], 1);
        assert_eq!(one.moment(0.5), 7);
        assert!((one.place(7) - 0.0).abs() < 1e-12);
    }
}

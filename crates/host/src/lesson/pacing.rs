//! The speed of a playing lesson: slow enough to be seen, and never long.
//!
//! Owns the real time that an act may take. Must not know what an act does.

use hashrange_protocol::Speed;
use hashrange_time::Duration;

/// Maximum real time between two stops, in milliseconds. Acts after that are immediate.
const MOST_MS: f64 = 4_000.0;
/// Real time between two updates, in milliseconds: about two frames.
pub(crate) const LOOK_MS: u32 = 33;

/// The remaining real time between two stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pacing {
    pace: Speed,
    left: f64,
}

impl Pacing {
    /// Creates the pacing of a normal play: this speed at most, and faster if the time would run out.
    pub(crate) fn at(pace: Speed) -> Self {
        Self { pace, left: MOST_MS }
    }

    /// Creates the pacing of a skipped play, which takes no time.
    pub(crate) fn rushed() -> Self {
        Self {
            pace: Speed::REAL,
            left: 0.0,
        }
    }

    /// Returns the real time for a span of virtual time, in milliseconds, and subtracts it from the remaining time.
    #[allow(clippy::cast_precision_loss)] // milliseconds to look at
    pub(crate) fn take(&mut self, span: Duration) -> f64 {
        let wanted = span.micros() as f64 / f64::from(self.pace.per_mille());
        let taken = if wanted < f64::from(LOOK_MS) {
            0.0
        } else {
            wanted.min(self.left)
        };
        self.left -= taken;
        taken
    }

    /// The speed at which a span passes in this number of milliseconds of real time.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )] // it is bounded
    pub(crate) fn speed(span: Duration, millis: f64) -> Speed {
        Speed::from_per_mille((span.micros() as f64 / millis.max(1.0)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_takes_its_pace_and_never_more_than_is_left() {
        let mut pacing = Pacing::at(Speed::from_per_mille(50));
        let is = |found: f64, wanted: f64| assert!((found - wanted).abs() < 0.5, "{found}, and not {wanted}");
        // In order: twenty times slower than real time; too short to be seen; the remaining time; no remaining time.
        is(pacing.take(Duration::from_millis(100)), 2_000.0);
        is(pacing.take(Duration::from_millis(1)), 0.0);
        is(pacing.take(Duration::from_seconds(60)), 2_000.0);
        is(pacing.take(Duration::from_seconds(60)), 0.0);
        assert_eq!(
            Pacing::speed(Duration::from_seconds(5), 2_000.0),
            Speed::from_per_mille(2_500)
        );
        is(Pacing::rushed().take(Duration::from_seconds(9)), 0.0);
    }
}

//! How fast a lesson plays: slowly enough to be seen, and never for long.
//!
//! Owns how much real time a move may take. Must not know what a move does.

use hashrange_protocol::Speed;
use hashrange_time::Duration;

/// Real time that what happens between two stops may take, in milliseconds. What comes after it is at once.
const MOST_MS: f64 = 4_000.0;
/// Real time between two looks, in milliseconds: about two frames.
pub(crate) const LOOK_MS: u32 = 33;

/// What is left of the real time between two stops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tempo {
    pace: Speed,
    left: f64,
}

impl Tempo {
    /// A way that takes its time: at most this speed, and as fast as it must go to be over in time.
    pub(crate) fn at(pace: Speed) -> Self {
        Self { pace, left: MOST_MS }
    }

    /// A way that takes no time.
    pub(crate) fn rushed() -> Self {
        Self { pace: Speed::REAL, left: 0.0 }
    }

    /// Real time for a span of virtual time, in milliseconds; it is taken from what is left.
    #[allow(clippy::cast_precision_loss)] // milliseconds to look at
    pub(crate) fn take(&mut self, span: Duration) -> f64 {
        let wanted = span.micros() as f64 / f64::from(self.pace.per_mille());
        let taken = if wanted < f64::from(LOOK_MS) { 0.0 } else { wanted.min(self.left) };
        self.left -= taken;
        taken
    }

    /// The speed at which a span passes in so many milliseconds of real time.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)] // it is bounded
    pub(crate) fn speed(span: Duration, millis: f64) -> Speed {
        Speed::from_per_mille((span.micros() as f64 / millis.max(1.0)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_takes_its_pace_and_never_more_than_is_left() {
        let mut tempo = Tempo::at(Speed::from_per_mille(50));
        let is = |found: f64, wanted: f64| assert!((found - wanted).abs() < 0.5, "{found}, and not {wanted}");
        // Twenty times slower than life; too short to be seen; what is left; nothing is left.
        is(tempo.take(Duration::from_millis(100)), 2_000.0);
        is(tempo.take(Duration::from_millis(1)), 0.0);
        is(tempo.take(Duration::from_seconds(60)), 2_000.0);
        is(tempo.take(Duration::from_seconds(60)), 0.0);
        assert_eq!(Tempo::speed(Duration::from_seconds(5), 2_000.0), Speed::from_per_mille(2_500));
        is(Tempo::rushed().take(Duration::from_seconds(9)), 0.0);
    }
}

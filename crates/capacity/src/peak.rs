//! The previous peak of an on-demand table or index: the most that it served in a complete window.
//!
//! Must not know its consequences, nor how long a window is.

use crate::Units;

/// Use over windows of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Peak {
    /// Number of the window being counted.
    window: u64,
    used: Units,
    /// Units a second of the busiest window that is over.
    per_second: u64,
}

hashrange_checkpoint::fields!(Peak {
    window,
    used,
    per_second
});

impl Peak {
    /// Units per second of the busiest window that was complete at this time. `window` is its length in microseconds.
    #[must_use]
    pub fn per_second(&self, window: u64, at: u64) -> u64 {
        let window = window.max(1);
        if at / window == self.window {
            self.per_second
        } else {
            self.per_second.max(self.mean(window))
        }
    }

    /// Counts used units.
    pub fn add(&mut self, window: u64, at: u64, units: Units) {
        let window = window.max(1);
        if at / window > self.window {
            self.per_second = self.per_second.max(self.mean(window));
            (self.window, self.used) = (at / window, Units::ZERO);
        }
        self.used += units;
    }

    fn mean(&self, window: u64) -> u64 {
        let halves = u128::from(self.used.as_halves()) * 500_000 / u128::from(window);
        u64::try_from(halves).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    #[test]
    fn the_busiest_window_counts_when_it_is_over() {
        let window = 10 * SECOND;
        let mut peak = Peak::default();
        peak.add(window, 0, Units::whole(500));
        peak.add(window, 9 * SECOND, Units::whole(500));
        assert_eq!(peak.per_second(window, 9 * SECOND), 0);
        assert_eq!(peak.per_second(window, 10 * SECOND), 100);
        peak.add(window, 12 * SECOND, Units::whole(10));
        assert_eq!(
            peak.per_second(window, 60 * SECOND),
            100,
            "a quiet one takes nothing away"
        );
    }
}

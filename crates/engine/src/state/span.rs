//! Two bounds of a duration that is drawn each time.
//!
//! Must not know which duration it is.

use hashrange_time::{Duration, Random};

/// Two bounds. A duration between them is drawn each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Shortest.
    pub shortest: Duration,
    /// Longest.
    pub longest: Duration,
}

hashrange_checkpoint::fields!(Span { shortest, longest });

impl Span {
    /// Always the same duration.
    #[must_use]
    pub const fn exactly(duration: Duration) -> Self {
        Self {
            shortest: duration,
            longest: duration,
        }
    }

    /// Between two bounds, in milliseconds.
    #[must_use]
    pub const fn millis(shortest: u64, longest: u64) -> Self {
        Self {
            shortest: Duration::from_millis(shortest),
            longest: Duration::from_millis(longest),
        }
    }

    /// Draws a duration; draws nothing from the source if both bounds are equal.
    pub(crate) fn draw(self, random: &mut Random) -> Duration {
        if self.shortest == self.longest {
            self.shortest
        } else {
            random.between(self.shortest, self.longest)
        }
    }
}

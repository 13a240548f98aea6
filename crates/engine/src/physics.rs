//! Physics: every duration the service does not promise.
//!
//! The values of `aws` come from measurements of the real service where there are any; where there are none they are a
//! model, and shown as such. `classroom` keeps the order of events and shortens the waiting.

use hashrange_time::{Duration, Random};

/// A duration drawn anew each time, between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Shortest.
    pub shortest: Duration,
    /// Longest.
    pub longest: Duration,
}

impl Span {
    /// Always the same duration.
    #[must_use]
    pub const fn exactly(duration: Duration) -> Self {
        Self { shortest: duration, longest: duration }
    }

    /// Between two bounds, in milliseconds.
    #[must_use]
    pub const fn millis(shortest: u64, longest: u64) -> Self {
        Self { shortest: Duration::from_millis(shortest), longest: Duration::from_millis(longest) }
    }

    /// Draws a duration; takes nothing from the source when there is nothing to choose.
    pub(crate) fn draw(self, random: &mut Random) -> Duration {
        if self.shortest == self.longest { self.shortest } else { random.between(self.shortest, self.longest) }
    }
}

/// Durations of everything that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Physics {
    /// CreateTable to ACTIVE without global secondary indexes (observed: 1 to 6 s).
    pub table_creation: Span,
    /// CreateTable to ACTIVE with them (observed: 14 to 22 s).
    pub table_creation_with_indexes: Span,
    /// DeleteTable to gone (observed: 4 to 6 s).
    pub table_deletion: Span,
    /// A write to its entry in a global secondary index (documented: a fraction of a second; the bounds are a model).
    pub index_propagation: Span,
}

impl Physics {
    /// As measured on the real service.
    #[must_use]
    pub const fn aws() -> Self {
        Self {
            table_creation: Span::millis(1_000, 6_000),
            table_creation_with_indexes: Span::millis(14_000, 22_000),
            table_deletion: Span::millis(4_000, 6_000),
            index_propagation: Span::millis(5, 60),
        }
    }

    /// Shortened where waiting teaches nothing, stretched where a process must be seen.
    #[must_use]
    pub const fn classroom() -> Self {
        Self {
            table_creation: Span::exactly(Duration::from_millis(400)),
            table_creation_with_indexes: Span::exactly(Duration::from_millis(900)),
            table_deletion: Span::exactly(Duration::from_millis(400)),
            index_propagation: Span::millis(200, 500),
        }
    }

    /// Nothing takes time.
    #[must_use]
    pub const fn instant() -> Self {
        let none = Span::exactly(Duration::from_micros(0));
        Self { table_creation: none, table_creation_with_indexes: none, table_deletion: none, index_propagation: none }
    }

    /// The preset of this name: `aws`, `classroom` or `instant`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "aws" => Some(Self::aws()),
            "classroom" => Some(Self::classroom()),
            "instant" => Some(Self::instant()),
            _ => None,
        }
    }
}

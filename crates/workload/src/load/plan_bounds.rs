//! Limits of a plan that a stranger gives, in a link or in a journal.
//!
//! Owns the limits. The time to draw a load and the memory that it needs follow from what they bound. Must not know who
//! checks a plan.

use hashrange_time::Duration;

use super::{KeyChoice, LoadPlan};

/// The maximum duration of a load.
const MOST_SPAN: Duration = Duration::from_hours(24 * 366);
/// The maximum number of elements of each list, and of suffixes: a Query sends one request for each suffix.
const MOST_ELEMENTS: u64 = 1_000;
/// The maximum number of weighted values, and of ranks.
const MOST_VALUES: u64 = 1_000_000;
/// The maximum bytes of an item's filling, that of an item.
const MOST_BYTES: u64 = 400 * 1_024;

impl LoadPlan {
    /// The first limit that the plan exceeds: what there is too much of, how much, and the maximum.
    #[must_use]
    pub fn excess(&self) -> Option<(&'static str, u64, u64)> {
        let suffixes = self.suffixes.as_ref().map_or(0, |suffixes| suffixes.count);
        let values = |choice: &KeyChoice| match choice {
            KeyChoice::Few { weights } => weights.len() as u64,
            KeyChoice::Zipf { values, .. } => *values,
            KeyChoice::Records { values, each, .. } => values.saturating_mul(*each),
            KeyChoice::Uniform { .. } | KeyChoice::Hot { .. } | KeyChoice::Monotonic => 0,
        };
        let days = |span: Duration| span.micros().div_ceil(24 * 3_600_000_000);
        [
            ("days of a load", days(self.span), days(MOST_SPAN)),
            ("suffixes of a load", suffixes, MOST_ELEMENTS),
            ("bursts of a load", self.rate.bursts.len() as u64, MOST_ELEMENTS),
            ("operations of a load", self.mix.0.len() as u64, MOST_ELEMENTS),
            (
                "index keys of a load",
                self.target.of_indexes.len() as u64,
                MOST_ELEMENTS,
            ),
            ("key values of a load", values(&self.keys), MOST_VALUES),
            ("sort key values of a load", values(&self.sorts), MOST_VALUES),
            ("bytes of an item of a load", self.sizes.most.into(), MOST_BYTES),
        ]
        .into_iter()
        .find(|(_, found, most)| found > most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;
    use super::super::{Sizes, Suffix, Suffixes};
    use super::*;

    #[test]
    fn a_plan_is_bounded() {
        assert_eq!(plan().excess(), None);
        let long = LoadPlan {
            span: Duration::from_hours(24 * 367),
            ..plan()
        };
        assert_eq!(long.excess(), Some(("days of a load", 367, 366)));
        let wide = LoadPlan {
            suffixes: Some(Suffixes::new(u64::MAX, '-', Suffix::Hash)),
            ..plan()
        };
        assert_eq!(wide.excess(), Some(("suffixes of a load", u64::MAX, 1_000)));
        let large = LoadPlan {
            sizes: Sizes {
                least: 0,
                most: u32::MAX,
            },
            ..plan()
        };
        assert_eq!(
            large.excess(),
            Some(("bytes of an item of a load", u32::MAX.into(), 409_600))
        );
    }
}

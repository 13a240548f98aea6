//! The strip: events of the timeline, or of a window of it, counted by lane and column.
//!
//! Integers only, bounded by the number of columns. Must not know how a column is drawn.

use hashrange_time::{Duration, Timestamp};

/// The number of columns of the strip. There is one more edge than columns.
pub const COLUMNS: u32 = 240;

/// A group of events that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Lane {
    /// Requests that were not throttled.
    Requests,
    /// Throttled requests, and members of batches that were throttled.
    Throttled,
    /// Changes that global indexes applied.
    Index,
    /// Items deleted by TTL.
    Expiry,
    /// Records written to streams.
    Stream,
    /// Status changes of tables and indexes, splits of partitions, and steps of auto scaling.
    Events,
}

impl Lane {
    /// Every lane, from top to bottom.
    pub const ALL: [Self; 6] = [
        Self::Requests,
        Self::Throttled,
        Self::Index,
        Self::Expiry,
        Self::Stream,
        Self::Events,
    ];

    /// Its name, which is also its name in the style sheet.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Throttled => "throttled",
            Self::Index => "index",
            Self::Expiry => "expiry",
            Self::Stream => "stream",
            Self::Events => "events",
        }
    }
}

/// The part of the timeline that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Window {
    /// The complete timeline, on a scale that shortens long waits.
    #[default]
    Line,
    /// A span that ends at the present. When the present is in the past, the span is around it. It moves with time.
    Around(Duration),
    /// A span that starts at a time.
    From(Timestamp, Duration),
}

impl Window {
    /// The shortest window: a column of 100 microseconds.
    pub const LEAST: Duration = Duration::from_millis(24);

    /// Its span, at least [`Self::LEAST`]; `None` for the complete line.
    #[must_use]
    pub fn span(self) -> Option<Duration> {
        match self {
            Self::Line => None,
            Self::Around(span) | Self::From(_, span) => Some(span.max(Self::LEAST)),
        }
    }
}

/// The counts of a window by lane and column.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Strip {
    /// The time at the left edge of each column, ascending, and the end of the window last.
    pub edges: Vec<Timestamp>,
    /// For each lane of [`Lane::ALL`], its columns with events, ascending, each with its count.
    pub lanes: Vec<Vec<(u32, u32)>>,
    /// Whether neighbouring columns can span different lengths of time.
    pub uneven: bool,
}

impl Strip {
    /// The column of a time; the first or the last column for a time outside the window.
    #[must_use]
    pub fn column_of(&self, at: Timestamp) -> u32 {
        let after = self.edges.partition_point(|edge| *edge <= at);
        u32::try_from(after.saturating_sub(1)).unwrap_or(COLUMNS).min(COLUMNS)
    }

    /// The time of a column; the end of the window beyond the last one.
    #[must_use]
    pub fn moment(&self, column: u32) -> Option<Timestamp> {
        let at = usize::try_from(column).ok()?;
        self.edges.get(at).or(self.edges.last()).copied()
    }

    /// The counts of a column, in the order of [`Lane::ALL`].
    #[must_use]
    pub fn counts(&self, column: u32) -> Vec<u32> {
        let count = |lane: &Vec<(u32, u32)>| {
            let at = lane.binary_search_by_key(&column, |(column, _)| *column).ok();
            at.and_then(|at| lane.get(at)).map_or(0, |(_, count)| *count)
        };
        self.lanes.iter().map(count).collect()
    }

    /// Whether a time is within the window.
    #[must_use]
    pub fn holds(&self, at: Timestamp) -> bool {
        self.edges.first().is_some_and(|from| *from <= at) && self.edges.last().is_some_and(|to| at <= *to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_moments_lead_to_each_other() {
        let edges = (0..=u64::from(COLUMNS))
            .map(|column| Timestamp::from_seconds(column * 2))
            .collect();
        let strip = Strip {
            edges,
            lanes: vec![vec![(2, 7), (100, 1)]],
            uneven: false,
        };
        for column in [0, 1, 200, COLUMNS] {
            assert_eq!(strip.moment(column).map(|at| strip.column_of(at)), Some(column));
        }
        assert_eq!(strip.column_of(Timestamp::from_seconds(5)), 2);
        assert_eq!((strip.counts(2), strip.counts(3)), (vec![7], vec![0]));
        assert!(strip.holds(Timestamp::from_seconds(480)) && !strip.holds(Timestamp::from_seconds(481)));
        assert_eq!(Strip::default().moment(3), None);
    }

    #[test]
    fn a_window_is_not_too_short_to_be_divided() {
        assert_eq!(Window::Around(Duration::ZERO).span(), Some(Window::LEAST));
        assert_eq!(Window::Line.span(), None);
    }
}

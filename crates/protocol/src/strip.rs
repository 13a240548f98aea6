//! The strip: what happened along a line or in a window of it, counted by lane and column, as the timeline shows it.
//!
//! Whole numbers only, bounded by the number of columns. Must not know how a column is drawn.

use hashrange_time::{Duration, Timestamp};

/// Columns of the strip, besides the last edge.
pub const COLUMNS: u32 = 240;

/// What is counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Lane {
    /// Requests that were not throttled.
    Requests,
    /// Throttled requests, and members of batches that were throttled.
    Throttled,
    /// Changes that arrived at global indexes.
    Index,
    /// Items that time to live deleted.
    Expiry,
    /// Records written to streams.
    Stream,
    /// Stages of tables and indexes, splits of partitions, and steps of auto scaling.
    Events,
}

impl Lane {
    /// Every lane, from top to bottom.
    pub const ALL: [Self; 6] = [Self::Requests, Self::Throttled, Self::Index, Self::Expiry, Self::Stream, Self::Events];

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

/// The part of the line that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Window {
    /// The whole line, on a scale on which long waits take little room.
    #[default]
    Line,
    /// So much time, ending at the present, or around it in the past. It goes along with time.
    Around(Duration),
    /// So much time from a moment on.
    From(Timestamp, Duration),
}

impl Window {
    /// The shortest window: a column of 100 microseconds.
    pub const LEAST: Duration = Duration::from_millis(24);

    /// Its span, at least [`Self::LEAST`]; `None` for the whole line.
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
    /// The moment at the left edge of each column, ascending, and the end of the window last.
    pub edges: Vec<Timestamp>,
    /// For each lane of [`Lane::ALL`] its columns that count anything, ascending, each with its count.
    pub lanes: Vec<Vec<(u32, u32)>>,
    /// Whether neighbouring columns can be of different length.
    pub uneven: bool,
}

impl Strip {
    /// The column of a moment; the first or the last one for a moment outside.
    #[must_use]
    pub fn column_of(&self, at: Timestamp) -> u32 {
        let after = self.edges.partition_point(|edge| *edge <= at);
        u32::try_from(after.saturating_sub(1)).unwrap_or(COLUMNS).min(COLUMNS)
    }

    /// The moment of a column; the end of the window beyond the last one.
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

    /// Whether a moment is within the window.
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
        let edges = (0..=u64::from(COLUMNS)).map(|column| Timestamp::from_seconds(column * 2)).collect();
        let strip = Strip { edges, lanes: vec![vec![(2, 7), (100, 1)]], uneven: false };
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

//! The strip: everything that happened along a line, by columns, as the scrubber shows it.
//!
//! Whole numbers only, bounded by the number of columns. Must not know how a column is drawn.

use hashrange_time::Timestamp;

/// Columns of the strip, besides the last edge.
pub const COLUMNS: u32 = 1_000;

/// What a mark is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum MarkKind {
    /// A request that was answered.
    Request,
    /// An item was deleted by time to live.
    Expiry,
    /// A table or an index entered another stage.
    Stage,
    /// A partition was split.
    Split,
    /// A request that was throttled.
    Throttle,
}

impl MarkKind {
    /// Every kind, from the one that may be hidden by others to the one that must be seen.
    pub const ALL: [Self; 5] = [Self::Request, Self::Expiry, Self::Stage, Self::Split, Self::Throttle];

    /// Its name for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Expiry => "deletion by time to live",
            Self::Stage => "stage of a table or index",
            Self::Split => "split",
            Self::Throttle => "throttled request",
        }
    }

    /// Its name in the style sheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Expiry => "expiry",
            Self::Stage => "stage",
            Self::Split => "split",
            Self::Throttle => "throttle",
        }
    }
}

/// The marks of a line by columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Strip {
    /// The moment at the left edge of each column, ascending, and the end of the line last.
    pub edges: Vec<Timestamp>,
    /// The most important mark of a column, for each column that has one, ascending.
    pub marks: Vec<(u32, MarkKind)>,
}

impl Strip {
    /// The column of a moment.
    #[must_use]
    pub fn column_of(&self, at: Timestamp) -> u32 {
        let after = self.edges.partition_point(|edge| *edge <= at);
        u32::try_from(after.saturating_sub(1)).unwrap_or(COLUMNS).min(COLUMNS)
    }

    /// The moment of a column; the end of the line beyond the last one.
    #[must_use]
    pub fn moment(&self, column: u32) -> Option<Timestamp> {
        let at = usize::try_from(column).ok()?;
        self.edges.get(at).or(self.edges.last()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_moments_lead_to_each_other() {
        let edges = (0..=u64::from(COLUMNS)).map(|column| Timestamp::from_seconds(column * 2)).collect();
        let strip = Strip { edges, marks: Vec::new() };
        for column in [0, 1, 500, COLUMNS] {
            assert_eq!(strip.moment(column).map(|at| strip.column_of(at)), Some(column));
        }
        assert_eq!(strip.column_of(Timestamp::from_seconds(5)), 2);
        assert_eq!(Strip::default().moment(3), None);
    }
}

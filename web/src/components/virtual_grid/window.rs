//! The visible rows and columns of a grid, and the targets of keys: arithmetic without a page.

use std::ops::Range;

/// The height of a row in pixels, as in the style sheet.
pub(super) const ROW_HEIGHT: f64 = 28.0;
/// The height of the header row in pixels, as in the style sheet.
pub(super) const HEADER_HEIGHT: f64 = 30.0;
/// Rows drawn beyond each edge, so that scrolling shows no gaps.
const SPARE_ROWS: usize = 6;
/// Pixels of columns drawn beyond each edge.
const SPARE_WIDTH: f64 = 200.0;
/// The part of the width that pinned columns may take.
const PINNED_SHARE: f64 = 0.6;
/// Maximum number of drawn rows at any height of the window.
const MOST_ROWS: usize = 300;

/// The visible part of the grid, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Viewport {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Viewport {
    /// The number of rows by which a page key moves.
    pub(super) fn rows_per_page(&self) -> usize {
        floor(self.height / ROW_HEIGHT).saturating_sub(1).max(1)
    }
}

/// The rows to draw.
pub(super) fn rows_in_sight(viewport: Viewport, rows: usize) -> Range<usize> {
    let first = floor(viewport.top / ROW_HEIGHT).saturating_sub(SPARE_ROWS).min(rows);
    let shown = floor(viewport.height / ROW_HEIGHT) + 2 + 2 * SPARE_ROWS;
    first..(first + shown.min(MOST_ROWS)).min(rows)
}

/// Whether any part of a row is visible.
pub(super) fn shows(viewport: Viewport, row: usize) -> bool {
    let top = row as f64 * ROW_HEIGHT;
    top + ROW_HEIGHT > viewport.top && top < viewport.top + viewport.height
}

/// The start of each column, and the end of the last one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Offsets(Vec<f64>);

impl Offsets {
    pub(super) fn new(widths: impl Iterator<Item = f64>) -> Self {
        let mut offsets = vec![0.0];
        let mut end = 0.0;
        for width in widths {
            end += width;
            offsets.push(end);
        }
        Self(offsets)
    }

    /// Width of all columns.
    pub(super) fn total(&self) -> f64 {
        self.0.last().copied().unwrap_or(0.0)
    }

    /// The start and width of a column. The width beyond the last column is 0.
    pub(super) fn place(&self, column: usize) -> (f64, f64) {
        match (self.0.get(column), self.0.get(column + 1)) {
            (Some(start), Some(end)) => (*start, end - start),
            _ => (self.total(), 0.0),
        }
    }

    /// The number of pinned columns that stay at the left edge. They leave room for the others: what does not fit into
    /// a part of the width scrolls like these.
    pub(super) fn stuck(&self, pinned: usize, viewport: Viewport) -> usize {
        let ends = self.0.get(1..).unwrap_or_default();
        let fits = ends.partition_point(|end| *end <= viewport.width * PINNED_SHARE);
        fits.min(pinned)
    }

    /// The columns to draw.
    pub(super) fn in_sight(&self, viewport: Viewport) -> Range<usize> {
        let (from, to) = (
            viewport.left - SPARE_WIDTH,
            viewport.left + viewport.width + SPARE_WIDTH,
        );
        let ends = self.0.get(1..).unwrap_or_default();
        let first = ends.partition_point(|end| *end <= from);
        let last = self.0.partition_point(|start| *start < to).min(ends.len());
        first..last.max(first)
    }
}

/// The target cell of a key. `None` for keys that do not move.
pub(super) fn target(
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    page: usize,
    key: &str,
    control: bool,
) -> Option<(usize, usize)> {
    let (last_row, last_column) = (rows.checked_sub(1)?, columns.checked_sub(1)?);
    let moved = match (key, control) {
        ("ArrowDown", false) => (row + 1, column),
        ("ArrowUp", false) => (row.saturating_sub(1), column),
        ("ArrowRight", false) => (row, column + 1),
        ("ArrowLeft", false) => (row, column.saturating_sub(1)),
        ("PageDown", _) => (row + page, column),
        ("PageUp", _) => (row.saturating_sub(page), column),
        ("Home", false) => (row, 0),
        ("End", false) => (row, last_column),
        ("Home", true) => (0, 0),
        ("End", true) => (last_row, last_column),
        _ => return None,
    };
    Some((moved.0.min(last_row), moved.1.min(last_column)))
}

/// The scroll position nearest to `scrolled` at which a span is visible.
pub(super) fn revealing(scrolled: f64, shown: f64, start: f64, extent: f64) -> f64 {
    let latest = start;
    let earliest = (start + extent - shown).min(latest);
    scrolled.clamp(earliest.max(0.0), latest.max(0.0))
}

/// A count as a length. Exact for every count that a page can have.
pub(super) fn count(number: usize) -> f64 {
    number as f64
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates, as required
fn floor(length: f64) -> usize {
    length.max(0.0) as usize
}

#[cfg(test)]
#[allow(clippy::float_cmp)] // whole numbers, which floats hold exactly
mod tests {
    use super::{Offsets, Viewport, revealing, rows_in_sight, shows, target};

    #[test]
    fn only_rows_in_sight_are_drawn() {
        let viewport = Viewport {
            top: 28_000.0,
            height: 280.0,
            ..Viewport::default()
        };
        assert_eq!(rows_in_sight(viewport, 100_000), 994..1_018);
        assert_eq!(rows_in_sight(viewport, 1_005), 994..1_005);
        assert_eq!(rows_in_sight(viewport, 3), 3..3);
        assert_eq!(rows_in_sight(Viewport::default(), 0), 0..0);
        let wall = Viewport {
            height: 1e9,
            ..Viewport::default()
        };
        assert_eq!(rows_in_sight(wall, 100_000).len(), 300);
    }

    #[test]
    fn a_row_is_shown_as_soon_as_its_edge_is() {
        let viewport = Viewport {
            top: 30.0,
            height: 100.0,
            ..Viewport::default()
        };
        let shown: Vec<bool> = (0..6).map(|row| shows(viewport, row)).collect();
        assert_eq!(shown, [false, true, true, true, true, false]);
    }

    #[test]
    fn only_columns_in_sight_are_drawn() {
        let offsets = Offsets::new([100.0; 50].into_iter());
        assert_eq!(offsets.total(), 5_000.0);
        assert_eq!(offsets.place(3), (300.0, 100.0));
        assert_eq!(offsets.place(50), (5_000.0, 0.0));
        let viewport = Viewport {
            left: 1_000.0,
            width: 400.0,
            ..Viewport::default()
        };
        assert_eq!(offsets.in_sight(viewport), 8..16);
        assert_eq!(Offsets::new([].into_iter()).in_sight(viewport), 0..0);
    }

    #[test]
    fn pinned_columns_leave_room_for_the_others() {
        let offsets = Offsets::new([100.0; 50].into_iter());
        let viewport = |width| Viewport {
            width,
            ..Viewport::default()
        };
        assert_eq!(offsets.stuck(2, viewport(1_000.0)), 2);
        assert_eq!(offsets.stuck(9, viewport(1_000.0)), 6);
        assert_eq!(offsets.stuck(2, viewport(300.0)), 1);
        assert_eq!(offsets.stuck(0, viewport(1_000.0)), 0);
        assert_eq!(offsets.stuck(2, viewport(0.0)), 0);
    }

    #[test]
    fn keys_move_within_the_grid() {
        let size = (10, 4);
        assert_eq!(target((0, 0), size, 5, "ArrowUp", false), Some((0, 0)));
        assert_eq!(target((9, 3), size, 5, "ArrowDown", false), Some((9, 3)));
        assert_eq!(target((2, 1), size, 5, "PageDown", false), Some((7, 1)));
        assert_eq!(target((2, 1), size, 5, "End", true), Some((9, 3)));
        assert_eq!(target((2, 1), size, 5, "Home", false), Some((2, 0)));
        assert_eq!(target((0, 0), (0, 4), 5, "ArrowDown", false), None);
        assert_eq!(target((0, 0), size, 5, "a", false), None);
    }

    #[test]
    fn a_span_is_revealed_by_the_shortest_way() {
        assert_eq!(revealing(100.0, 200.0, 150.0, 28.0), 100.0);
        assert_eq!(revealing(100.0, 200.0, 50.0, 28.0), 50.0);
        assert_eq!(revealing(100.0, 200.0, 400.0, 28.0), 228.0);
        assert_eq!(revealing(100.0, 200.0, 400.0, 900.0), 400.0);
    }
}

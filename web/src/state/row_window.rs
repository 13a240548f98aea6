//! The window of requested rows: around the visible ones, and moved before its end becomes visible.
//!
//! Must not know the content of rows, nor who loads them.

use std::ops::Range;

/// The number of rows in a window, unless more are visible.
const ROWS: usize = 200;
/// The most rows that a window loads, while rows are chosen or filtered.
pub const MOST_ROWS: usize = 1_000;
/// Number of rows beyond each end of the visible ones that are loaded in advance.
const MARGIN: usize = 40;
/// Windows start at multiples of this, so that small scrolling requests nothing.
const STEP: usize = 20;

/// A window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowWindow {
    /// The position of its first row.
    pub from: usize,
    /// Its number of rows.
    pub count: usize,
}

impl RowWindow {
    /// The first rows.
    pub const FIRST: Self = Self { from: 0, count: ROWS };

    /// The first of as many rows as possible.
    pub const WIDE: Self = Self {
        from: 0,
        count: MOST_ROWS,
    };

    /// The window for the visible rows, with as many others as possible if it is wide. It does not change while it
    /// extends far enough beyond them.
    #[must_use]
    pub fn around(self, sight: &Range<usize>, total: usize, wide: bool) -> Self {
        let needed = sight.start.saturating_sub(MARGIN)..(sight.end + MARGIN).min(total);
        let is_wide = self.count == MOST_ROWS;
        if self.from <= needed.start && needed.end <= self.from + self.count && is_wide == wide {
            return self;
        }
        let count = (sight.len() + 2 * (MARGIN + STEP)).next_multiple_of(STEP).max(ROWS);
        let count = if wide { MOST_ROWS } else { count.min(MOST_ROWS - STEP) };
        let middle = sight.start.midpoint(sight.end);
        let from = middle.saturating_sub(count / 2) / STEP * STEP;
        Self { from, count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_stays_until_its_end_is_near() {
        let first = RowWindow::FIRST;
        assert_eq!(first.around(&(0..40), 100_000, false), first);
        assert_eq!(first.around(&(110..150), 100_000, false), first);
        assert_eq!(first.around(&(170..200), 200, false), first);
        let next = first.around(&(130..170), 100_000, false);
        assert_eq!(next, RowWindow { from: 40, count: 200 });
        assert_eq!(next.around(&(120..160), 100_000, false), next);
        assert_eq!(next.around(&(0..40), 100_000, false), RowWindow { from: 0, count: 200 });
        let wide = next.around(&(0..40), 100_000, true);
        assert_eq!((wide, wide.around(&(0..40), 100_000, true)), (RowWindow::WIDE, wide));
        assert_eq!(wide.around(&(0..40), 100_000, false), first);
    }

    #[test]
    fn a_window_holds_what_is_in_sight_and_its_margins() {
        for start in (0..99_000).step_by(37) {
            for len in [1, 40, 120, 300] {
                let sight = start..start + len;
                let window = RowWindow::FIRST.around(&sight, 100_000, false);
                assert!(window.from <= start.saturating_sub(MARGIN), "{sight:?} {window:?}");
                assert!(window.from + window.count >= sight.end + MARGIN, "{sight:?} {window:?}");
                assert_eq!(window.around(&sight, 100_000, false), window);
            }
        }
    }
}

//! Where the cells of a table in hash order stand, and how the write units of an index share a bar.

use hashrange_plot::{Rect, proportional_bar};

/// Width of every picture of the card, in its own units.
pub(super) const WIDTH: f64 = 344.0;
/// Cells beside each other.
const COLUMNS: usize = 16;
/// Room of a cell, with the gap behind it.
const PITCH: f64 = WIDTH / COLUMNS as f64;
const GAP: f64 = 2.5;
/// Height of the bar of write units.
pub(super) const BAR: f64 = 14.0;

/// The place of a cell, by its number in hash order.
pub(super) fn cell(number: usize) -> Rect {
    let (column, row) = (number % COLUMNS, number / COLUMNS);
    Rect { x: column as f64 * PITCH, y: row as f64 * PITCH, width: PITCH - GAP, height: PITCH - GAP }
}

/// Height of so many cells.
pub(super) fn height(cells: usize) -> f64 {
    cells.div_ceil(COLUMNS).max(1) as f64 * PITCH
}

/// The bar of write units a second: filling, other writes, and what is left of what is provisioned; start and width.
pub(super) fn shares(filling: f64, live: f64, rate: Option<f64>) -> [(f64, f64); 3] {
    let left = rate.map_or(0.0, |rate| (rate - filling - live).max(0.0));
    let parts = proportional_bar(&[filling, live, left], WIDTH, 0.0, 0.0);
    let part = |at: usize| parts.get(at).map_or((0.0, 0.0), |part| (part.start, part.width));
    [part(0), part(1), part(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_in_rows_within_the_picture() {
        let (first, last) = (cell(0), cell(111));
        assert!(first.x.abs() < 1e-9 && first.y.abs() < 1e-9);
        assert!(last.x + last.width <= WIDTH && last.y + last.height <= height(112));
        assert!((cell(16).y - cell(15).y - PITCH).abs() < 1e-9);
    }

    #[test]
    fn the_bar_is_shared_by_what_is_used_and_what_is_left() {
        let [filling, live, left] = shares(2.0, 1.0, Some(10.0));
        assert!((filling.1 - WIDTH * 0.2).abs() < 1e-6 && (left.1 - WIDTH * 0.7).abs() < 1e-6);
        assert!((live.0 - filling.1).abs() < 1e-6);
        assert!(shares(5.0, 5.0, Some(4.0))[2].1.abs() < 1e-9);
    }
}

//! The heat map: a grid of cells, which cell a place lies in, and many cells as one path.
//!
//! Must not know what a cell stands for, nor its colour: a value becomes a level, and a level is coloured elsewhere.

use crate::band::BandScale;
use crate::number::push_compact;
use crate::rect::{Point, Rect};

/// Rows and columns of one size over a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatGrid {
    rows: BandScale,
    columns: BandScale,
}

impl HeatGrid {
    /// So many rows and columns over a rectangle. The gap is a share of the distance from cell to cell.
    pub fn new(rows: usize, columns: usize, over: Rect, gap: f64) -> Self {
        Self {
            rows: BandScale::new(rows, over.y, over.bottom(), gap, 0.0),
            columns: BandScale::new(columns, over.x, over.right(), gap, 0.0),
        }
    }

    /// The cell of a row and a column, counted from zero; nothing beyond the last.
    pub fn cell(&self, row: usize, column: usize) -> Option<Rect> {
        let (row, column) = (self.rows.band(row)?, self.columns.band(column)?);
        Some(Rect::new(column.start, row.start, column.width, row.width))
    }

    /// Row and column at a place; nothing in a gap or outside.
    pub fn at(&self, place: Point) -> Option<(usize, usize)> {
        Some((self.rows.index_at(place.y)?, self.columns.index_at(place.x)?))
    }
}

/// The level of a value between zero and one, from 1 to `levels`: only what is one or more has the last. Nothing for what
/// is not above zero.
pub fn heat_level(value: f64, levels: u8) -> Option<u8> {
    if value.is_nan() || value <= 0.0 || levels == 0 {
        return None;
    }
    if value >= 1.0 {
        return Some(levels);
    }
    let below = levels.saturating_sub(1).max(1);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // lies between zero and the levels
    let level = (value * f64::from(below)) as u8;
    Some((level + 1).min(below))
}

/// Rectangles as one path, so that a picture of a thousand cells has a few elements.
pub fn rects_path(rects: impl IntoIterator<Item = Rect>) -> String {
    let mut path = String::new();
    for rect in rects {
        for (command, value) in
            [('M', rect.x), (' ', rect.y), ('h', rect.width), ('v', rect.height), ('h', -rect.width)]
        {
            path.push(command);
            push_compact(&mut path, value);
        }
        path.push('z');
    }
    path
}

/// A cross in the middle of each rectangle as one path: a mark that is told without its colour.
pub fn crosses_path(rects: impl IntoIterator<Item = Rect>, most: f64) -> String {
    let mut path = String::new();
    for rect in rects {
        let (middle, arm) = (rect.center(), rect.width.min(rect.height).min(most) / 2.0);
        for (from, to) in [((-arm, -arm), (arm, arm)), ((arm, -arm), (-arm, arm))] {
            for (command, (x, y)) in [('M', from), ('L', to)] {
                path.push(command);
                push_compact(&mut path, middle.x + x);
                path.push(' ');
                push_compact(&mut path, middle.y + y);
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_share_the_rectangle_and_are_found_again() {
        let grid = HeatGrid::new(2, 4, Rect::new(10.0, 20.0, 80.0, 40.0), 0.0);
        assert_eq!(grid.cell(0, 0), Some(Rect::new(10.0, 20.0, 20.0, 20.0)));
        assert_eq!(grid.cell(1, 3), Some(Rect::new(70.0, 40.0, 20.0, 20.0)));
        assert_eq!((grid.cell(2, 0), grid.cell(0, 4)), (None, None));
        for (row, column) in [(0, 0), (1, 2), (1, 3)] {
            assert_eq!(grid.at(grid.cell(row, column).unwrap().center()), Some((row, column)));
        }
        assert_eq!(grid.at(Point::new(9.0, 30.0)), None);
        assert_eq!(HeatGrid::new(0, 0, Rect::default(), 0.1).cell(0, 0), None);
    }

    #[test]
    fn only_what_reaches_the_ceiling_has_the_last_level() {
        let levels = [0.0, -1.0, f64::NAN, 0.01, 0.24, 0.25, 0.99, 1.0, 7.0].map(|value| heat_level(value, 5));
        assert_eq!(levels, [None, None, None, Some(1), Some(1), Some(2), Some(4), Some(5), Some(5)]);
        assert_eq!((heat_level(0.5, 0), heat_level(0.5, 1)), (None, Some(1)));
    }

    #[test]
    fn many_cells_are_one_path() {
        let rects = [Rect::new(0.0, 1.0, 4.0, 2.0), Rect::new(5.5, 1.0, 4.0, 2.0)];
        assert_eq!(rects_path(rects), "M0 1h4v2h-4zM5.5 1h4v2h-4z");
        assert_eq!(crosses_path(rects.into_iter().take(1), 10.0), "M1 1L3 3M3 1L1 3");
        assert_eq!((rects_path([]), crosses_path([], 1.0)), Default::default());
    }
}

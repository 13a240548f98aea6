//! Where the arms of a write stand: the request at the left, what changes with it in the middle, what follows at the
//! right.

use hashrange_plot::{Point, Rect, link_path};

/// Width of the picture, in its own units.
pub(super) const WIDTH: f64 = 344.0;
/// Left edge and width of each column.
const COLUMNS: [(f64, f64); 3] = [(0.0, 78.0), (104.0, 106.0), (238.0, 106.0)];
/// Height of an arm, and of the gap below it.
const ARM: f64 = 46.0;
const GAP: f64 = 8.0;

/// Where everything stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) request: Rect,
    /// The table, then what changes in step with it.
    pub(super) in_step: Vec<Rect>,
    /// What follows after a while.
    pub(super) later: Vec<Rect>,
    /// From the request to each of the middle.
    pub(super) step_links: Vec<String>,
    /// From the table to each that follows.
    pub(super) later_links: Vec<String>,
    pub(super) height: f64,
}

/// Lays out so many arms in the middle and at the right.
pub(super) fn layout(in_step: usize, later: usize) -> Layout {
    let most = in_step.max(later).max(1);
    let height = most as f64 * (ARM + GAP) - GAP;
    let column = |column: usize, count: usize| -> Vec<Rect> {
        let (x, width) = COLUMNS.get(column).copied().unwrap_or_default();
        let used = count as f64 * (ARM + GAP) - GAP;
        let top = (height - used) / 2.0;
        (0..count).map(|at| Rect::new(x, top + at as f64 * (ARM + GAP), width, ARM)).collect()
    };
    let request = column(0, 1).first().copied().unwrap_or_default();
    let (in_step, later) = (column(1, in_step), column(2, later));
    let table = in_step.first().copied().unwrap_or(request);
    Layout {
        step_links: in_step.iter().map(|arm| link(request, *arm)).collect(),
        later_links: later.iter().map(|arm| link(table, *arm)).collect(),
        request,
        in_step,
        later,
        height,
    }
}

/// From the right edge of one to the left edge of another.
fn link(from: Rect, to: Rect) -> String {
    let middle = |rect: Rect| rect.y + rect.height / 2.0;
    link_path(Point::new(from.x + from.width, middle(from)), Point::new(to.x, middle(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_stand_apart_and_within_the_picture() {
        let layout = layout(3, 5);
        assert_eq!((layout.in_step.len(), layout.later.len(), layout.later_links.len()), (3, 5, 5));
        for column in [&layout.in_step, &layout.later] {
            assert!(column.windows(2).all(|pair| pair[0].y + pair[0].height < pair[1].y));
            assert!(column.iter().all(|arm| arm.y >= 0.0 && arm.y + arm.height <= layout.height + 1e-9));
            assert!(column.iter().all(|arm| arm.x + arm.width <= WIDTH));
        }
    }

    #[test]
    fn a_write_without_indexes_has_its_table_alone() {
        let layout = layout(1, 0);
        assert!((layout.request.y - layout.in_step[0].y).abs() < 1e-9 && layout.later_links.is_empty());
    }
}

//! Where the shards of a stream stand: a row each, from their opening to their closing or to now.

use hashrange_plot::{LinearScale, Point, TimeTicks, link_path, time_ticks};

/// Width of the picture, in its own units.
pub(super) const WIDTH: f64 = 344.0;
/// Where time begins: names stand before it.
const LEFT: f64 = 76.0;
/// Height of a row and of the bar in it.
const ROW: f64 = 22.0;
pub(super) const BAR: f64 = 12.0;
/// Room below for the ticks.
const TICKS: f64 = 16.0;
/// A bar is never narrower: a shard that was just opened can be seen.
const NARROWEST: f64 = 3.0;

/// A shard's life in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Life {
    pub(super) opened: f64,
    pub(super) closed: Option<f64>,
    /// The row of its parent, when that is shown.
    pub(super) parent: Option<usize>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    /// From the end of its parent to its beginning.
    pub(super) link: Option<String>,
}

/// The rows of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    pub(super) bars: Vec<Bar>,
    pub(super) ticks: TimeTicks,
    pub(super) scale: LinearScale,
    pub(super) bottom: f64,
    pub(super) height: f64,
}

/// Lays the lives out, oldest first.
pub(super) fn rows(lives: &[Life], now: f64) -> Rows {
    const LEAST: f64 = 10.0 * 1e6;
    let from = lives.iter().map(|life| life.opened).fold(now - LEAST, f64::min);
    let scale = LinearScale::new((from, now), (LEFT, WIDTH - 4.0));
    let place = |life: &Life| {
        let (start, end) = (scale.at_clamped(life.opened), scale.at_clamped(life.closed.unwrap_or(now)));
        (start.min(WIDTH - 4.0 - NARROWEST), (end - start).max(NARROWEST))
    };
    let middle = |row: usize| row as f64 * ROW + ROW / 2.0;
    let bar = |(row, life): (usize, &Life)| {
        let (x, width) = place(life);
        let parent = life.parent.and_then(|parent| Some((parent, lives.get(parent)?)));
        let link = parent.map(|(parent, before)| {
            let (start, wide) = place(before);
            link_path(Point::new(start + wide, middle(parent)), Point::new(x, middle(row)))
        });
        Bar { x, y: middle(row) - BAR / 2.0, width, link }
    };
    let bottom = lives.len().max(1) as f64 * ROW;
    Rows {
        bars: lives.iter().enumerate().map(bar).collect(),
        ticks: time_ticks(from, now, 3),
        scale,
        bottom,
        height: bottom + TICKS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_begins_where_its_parent_ends() {
        let hour = 3.6e9;
        let lives = [
            Life { opened: 0.0, closed: Some(hour), parent: None },
            Life { opened: hour, closed: None, parent: Some(0) },
        ];
        let rows = rows(&lives, 2.0 * hour);
        let (parent, child) = (&rows.bars[0], &rows.bars[1]);
        assert!((parent.x + parent.width - child.x).abs() < 1e-6 && child.link.is_some() && parent.link.is_none());
        assert!(child.x + child.width <= WIDTH && child.y > parent.y);
    }

    #[test]
    fn a_new_shard_can_be_seen() {
        let rows = rows(&[Life { opened: 5e6, closed: None, parent: None }], 5e6);
        assert!(rows.bars[0].width >= NARROWEST && rows.bars[0].x + rows.bars[0].width <= WIDTH);
    }
}

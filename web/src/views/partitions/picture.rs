//! The geometry of the Partitions card: the bar of ranges, the heat map and the lineage, in the units of their pictures.

use hashrange_plot::{
    HeatGrid, Point, Rect, Segment, TreeRow, crosses_path, elbow_path, heat_level, proportional_bar, rects_path,
    tree_rows,
};
use hashrange_protocol::PartitionMap;

use super::reading::{Reading, Row, SECONDS};
use super::words::{self, HOT};
use crate::views::figures;

/// Width of every picture.
pub(super) const WIDTH: f64 = 344.0;
/// Height of the bar of ranges with what stands above and below.
pub(super) const BAR_HEIGHT: f64 = 92.0;
/// Where the bar lies.
const BAR: (f64, f64) = (22.0, 78.0);
/// Height of the line of bytes below the bar.
const BYTES: (f64, f64) = (82.0, 86.0);
/// Room for the names at the left of the heat map.
const NAMES: f64 = 40.0;
/// Height of a row of the heat map, from many rows to few.
const ROW: (f64, f64) = (8.0, 16.0);
/// Height of a row of the lineage.
pub(super) const LINE: f64 = 16.0;
/// Room a generation takes.
const INDENT: f64 = 12.0;
/// Splits drawn; older ones are told in words.
const MOST_SPLITS: usize = 12;
/// Levels of heat; the last one is the ceiling.
pub(super) const LEVELS: u8 = 5;

/// One range in the bar.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    /// Its slice of the bar.
    pub(super) slice: Rect,
    /// The filled part of it.
    pub(super) heat: Rect,
    /// Near or at the ceiling.
    pub(super) hot: bool,
    /// Bytes against what a partition holds.
    pub(super) bytes: Rect,
    /// Words inside, as far as there is room: text and height.
    pub(super) words: Vec<(String, f64)>,
    /// Words above: what was throttled.
    pub(super) throttled: Option<String>,
    /// All of it in one line.
    pub(super) told: String,
}

/// The bar of ranges.
pub(super) fn ranges(reading: &Reading) -> Vec<Range> {
    reading.rows.iter().zip(segments(&reading.rows)).map(|(row, segment)| range(reading, row, segment)).collect()
}

fn segments(rows: &[Row]) -> Vec<Segment> {
    proportional_bar(&rows.iter().map(|row| row.share.max(1e-9)).collect::<Vec<_>>(), WIDTH, 6.0, 2.0)
}

fn range(reading: &Reading, row: &Row, segment: Segment) -> Range {
    let (top, bottom) = BAR;
    let height = (bottom - top) * row.load.clamp(0.0, 1.0);
    // Room for so many letters.
    let room = |letters: f64| segment.width >= letters * 6.4 + 8.0;
    let busier = if row.writes / 1_000.0 >= row.reads / 3_000.0 { (row.writes, "WCU/s") } else { (row.reads, "RCU/s") };
    let figures = format!("{} {}", words::rate(busier.0), busier.1);
    let mut inside = Vec::new();
    for (text, at) in
        [(row.name.clone(), top + 14.0), (figures, bottom - 20.0), (figures::bytes(row.bytes), bottom - 6.0)]
    {
        if room(text.chars().count() as f64) {
            inside.push((text, at));
        }
    }
    let throttled = match row.throttled() {
        0 => None,
        count if room(14.0) => Some(format!("✕ {} throttled", figures::count(count))),
        _ => Some("✕".to_owned()),
    };
    Range {
        slice: Rect::new(segment.start, top, segment.width, bottom - top),
        heat: Rect::new(segment.start, bottom - height, segment.width, height),
        hot: row.load >= HOT,
        bytes: Rect::new(segment.start, BYTES.0, segment.width * row.full.clamp(0.0, 1.0), BYTES.1 - BYTES.0),
        words: inside,
        told: format!(
            "{}: {:.1} % of the hash range, {} items, {}, {}",
            row.name,
            row.share * 100.0,
            figures::count(row.items as u64),
            figures::bytes(row.bytes),
            words::rates(reading, row)
        ),
        throttled,
    }
}

/// Where a hash lies on the bar.
pub(super) fn place(rows: &[Row], hash: u128) -> Option<f64> {
    let at = rows.partition_point(|row| row.range.0 <= hash).checked_sub(1)?;
    let (row, segment) = (rows.get(at)?, segments(rows).get(at).copied()?);
    let (from, to) = row.range;
    Some(segment.start + segment.width * (hash - from) as f64 / (to - from).max(1) as f64)
}

/// The heat map.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heat {
    /// The cells.
    pub(super) grid: HeatGrid,
    /// Height of the picture.
    pub(super) height: f64,
    /// Names of the rows with their heights.
    pub(super) names: Vec<(String, f64)>,
    /// Every cell, below the others.
    pub(super) ground: String,
    /// The cells of each level, the coolest first.
    pub(super) levels: Vec<String>,
    /// Crosses where something was throttled.
    pub(super) throttled: String,
    /// Lines where a partition began.
    pub(super) began: String,
}

/// Lays the heat map out.
pub(super) fn heat(rows: &[Row]) -> Heat {
    let row_height = (120.0 / rows.len().max(1) as f64).clamp(ROW.0, ROW.1);
    let height = row_height * rows.len() as f64;
    let columns = usize::try_from(SECONDS).unwrap_or_default();
    let grid = HeatGrid::new(rows.len(), columns, Rect::new(NAMES, 0.0, WIDTH - NAMES, height), 0.14);
    let cells = || {
        let of_row = |(at, row): (usize, &Row)| {
            let cells: Vec<_> = row
                .cells
                .iter()
                .enumerate()
                .filter_map(|(column, cell)| Some((grid.cell(at, column)?, *cell)))
                .collect();
            cells
        };
        rows.iter().enumerate().flat_map(of_row)
    };
    let of_level = |level: u8| {
        rects_path(cells().filter(|(_, cell)| heat_level(cell.load, LEVELS) == Some(level)).map(|(rect, _)| rect))
    };
    let began =
        rows.iter().enumerate().flat_map(|(at, row)| row.began.iter().filter_map(move |column| grid.cell(at, *column)));
    let whole_row = |at: usize| Some(Rect { width: WIDTH - NAMES, ..grid.cell(at, 0)? });
    Heat {
        grid,
        height: height.max(1.0),
        names: rows
            .iter()
            .enumerate()
            .filter_map(|(at, row)| Some((row.name.clone(), grid.cell(at, 0)?.center().y + 3.5)))
            .collect(),
        ground: rects_path((0..rows.len()).filter_map(whole_row)),
        levels: (1..=LEVELS).map(of_level).collect(),
        throttled: crosses_path(cells().filter(|(_, cell)| cell.sum.throttled > 0).map(|(rect, _)| rect), 5.0),
        began: rects_path(began.map(|cell| Rect { x: cell.x - 1.0, width: 1.5, ..cell })),
    }
}

/// The lineage: who became whom.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lineage {
    /// Words of each node with their place.
    pub(super) nodes: Vec<Node>,
    /// Elbows from parents to children.
    pub(super) lines: String,
    /// Height of the picture.
    pub(super) height: f64,
    /// Older splits that are not drawn.
    pub(super) older: usize,
}

/// A partition in the lineage.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Where its words begin.
    pub(super) at: Point,
    /// What is told of it.
    pub(super) words: String,
    /// Whether it is still there.
    pub(super) alive: bool,
}

/// Lays the newest splits out.
pub(super) fn lineage(map: &PartitionMap) -> Lineage {
    let hidden = map.splits.len().saturating_sub(MOST_SPLITS);
    let older = map.older_splits + hidden;
    let splits = map.splits.get(hidden..).unwrap_or_default();
    let mut numbers: Vec<u32> = Vec::new();
    let mut parents: Vec<Option<usize>> = Vec::new();
    for split in splits {
        let known = numbers.iter().position(|number| *number == split.parent);
        let parent = known.unwrap_or_else(|| {
            numbers.push(split.parent);
            parents.push(None);
            numbers.len() - 1
        });
        for child in [split.children.0, split.children.1] {
            numbers.push(child);
            parents.push(Some(parent));
        }
    }
    let rows = tree_rows(&parents);
    let place = |row: usize, depth: usize| Point::new(4.0 + INDENT * depth.min(12) as f64, LINE * row as f64 + 11.0);
    let node = |(at, row): (usize, &TreeRow)| {
        let number = numbers.get(row.node).copied()?;
        let split = splits.iter().find(|split| split.parent == number);
        let words = split.map_or_else(|| words::leaf(map, number), words::split);
        Some(Node { at: place(at, row.depth), words, alive: split.is_none() })
    };
    let elbow = |(at, row): (usize, &TreeRow)| {
        let parent = rows.iter().position(|other| Some(other.node) == row.parent)?;
        let (from, to) = (place(parent, row.depth - 1), place(at, row.depth));
        Some(elbow_path(Point::new(from.x + 3.0, from.y + 4.0), Point::new(to.x - 3.0, to.y - 4.0)))
    };
    Lineage {
        nodes: rows.iter().enumerate().filter_map(node).collect(),
        lines: rows.iter().enumerate().filter_map(elbow).collect(),
        height: LINE * rows.len() as f64,
        older,
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::{Ceilings, Split, SplitReason};
    use hashrange_time::Timestamp;

    use super::*;

    fn row(from: u128, to: u128) -> Row {
        Row {
            name: "P1".to_owned(),
            numbers: vec![1],
            range: (from, to),
            share: (to - from) as f64 / u128::MAX as f64,
            items: 0,
            bytes: 0,
            full: 0.0,
            reads: 0.0,
            writes: 0.0,
            load: 0.0,
            cells: Vec::new(),
            began: Vec::new(),
        }
    }

    #[test]
    fn a_hash_lies_in_the_slice_of_its_partition() {
        let half = u128::MAX / 2;
        let rows = [row(0, half - 1), row(half, u128::MAX)];
        assert_eq!(place(&rows, 0), Some(0.0));
        let middle = place(&rows, half).unwrap_or_default();
        assert!((middle - (WIDTH / 2.0 + 1.0)).abs() < 0.01, "{middle}");
        assert_eq!(place(&[], 3), None);
    }

    #[test]
    fn the_lineage_tells_parents_before_children() {
        let split = |parent, children| Split {
            at: Timestamp::from_seconds(1_571_820_000),
            parent,
            children,
            reason: SplitReason::Heat,
        };
        let map = PartitionMap {
            partitions: Vec::new(),
            bytes_limit: 1,
            ceilings: Ceilings { reads: 3_000, writes: 1_000 },
            splits: vec![split(0, (2, 3)), split(3, (4, 5))],
            older_splits: 0,
            followers: None,
        };
        let drawn = lineage(&map);
        let words: Vec<(&str, bool)> =
            drawn.nodes.iter().map(|node| (node.words.get(..2).unwrap_or_default(), node.alive)).collect();
        assert_eq!(words, [("P0", false), ("P2", true), ("P3", false), ("P4", true), ("P5", true)]);
        assert_eq!((drawn.older, drawn.lines.matches('M').count()), (0, 4));
        let many = PartitionMap { splits: (0..40).map(|at| split(at, (2 * at + 100, 2 * at + 101))).collect(), ..map };
        assert_eq!((lineage(&many).older, lineage(&many).nodes.len()), (28, 36));
        assert_eq!(lineage(&PartitionMap { older_splits: 5, ..many }).older, 33);
    }
}

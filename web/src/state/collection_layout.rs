//! The positions of the lanes, rows and links of the collections picture, in CSS pixels.
//!
//! Heights are fixed, so that positions follow from counts and the page measures nothing. The style sheet uses the same
//! heights. Owns the picture's data too (`picture`). Must not know the engine, signals or the DOM.

pub mod picture;
mod side;
#[cfg(test)]
mod tests;

use hashrange_plot::{BandScale, Point, link_path};
use hashrange_protocol::EntrySeen;
use hashrange_words::t;
use litemap::LiteMap;

use picture::{CollectionGroup, CollectionPicture, Row};
pub use side::Side;

/// The heights of the picture's parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// A group's title and column heads.
    pub group_head: f64,
    /// The space between two groups of one side.
    pub group_gap: f64,
    /// The line that names a collection.
    pub lane_head: f64,
    /// The line below it with a collection's limit, if there is one.
    pub lane_limit: f64,
    /// The space above a collection.
    pub lane_gap: f64,
    /// One item or entry.
    pub row: f64,
}

/// The heights.
pub const MEASURES: Measures = Measures {
    group_head: 56.0,
    group_gap: 28.0,
    lane_head: 32.0,
    lane_limit: 16.0,
    lane_gap: 12.0,
    row: 32.0,
};

/// The width of the link area in its own units. The page stretches it to the available width.
pub const LINK_SPACE: f64 = 100.0;

/// A line from an item to its entry in an index.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryLine {
    /// Number of the item in the picture.
    pub item: usize,
    /// The position of the index's group on the right.
    pub group: usize,
    /// The line, as the `d` attribute of an SVG path.
    pub path: String,
}

/// The layout of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// The height of the taller side.
    pub height: f64,
    /// The links, index by index.
    pub links: Vec<EntryLine>,
}

/// Positions a picture's rows, and draws its links.
#[must_use]
pub fn place(picture: &CollectionPicture, measures: &Measures) -> Placed {
    let mut left: LiteMap<usize, f64> = LiteMap::new();
    let mut height = place_group(&picture.left, 0.0, measures, |item, y| {
        left.insert(item, y);
    });
    let mut links = Vec::new();
    let mut top = 0.0;
    for (number, group) in picture.right.iter().enumerate() {
        let end = place_group(group, top, measures, |item, y| {
            let Some(from) = left.get(&item) else { return };
            let path = link_path(Point::new(0.0, *from), Point::new(LINK_SPACE, y));
            links.push(EntryLine {
                item,
                group: number,
                path,
            });
        });
        height = height.max(end);
        top = end + measures.group_gap;
    }
    Placed { height, links }
}

/// Reports the vertical middle of every listed member of a group that starts at `top`. Returns the end of the group.
fn place_group(group: &CollectionGroup, top: f64, measures: &Measures, mut place: impl FnMut(usize, f64)) -> f64 {
    let mut y = top + measures.group_head;
    let head = measures.lane_head
        + if group.has_tall_heads() {
            measures.lane_limit
        } else {
            0.0
        };
    for lane in &group.lanes {
        let start = y + measures.lane_gap + head;
        let bands = BandScale::with_width(lane.rows.len(), start, measures.row, 0.0);
        for (row, band) in lane.rows.iter().zip(bands.bands()) {
            if let Row::Member(member) = row {
                place(member.number, band.center());
            }
        }
        y = start + measures.row * lane.rows.len() as f64;
    }
    y
}

/// A move of the focus through the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the first row of the side.
    First,
    /// To the last row of the side.
    Last,
    /// Along the link, to the other side.
    Across,
}

/// One listed member: its side and its position among the listed members of that side, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The side.
    pub side: Side,
    /// The position.
    pub place: usize,
}

/// The target of a move. In a row without a link, and at the ends, the focus stays.
#[must_use]
pub fn follow(picture: &CollectionPicture, from: Spot, step: Move) -> Spot {
    let numbers: Vec<usize> = picture.members(from.side).map(|member| member.number).collect();
    let last = numbers.len().saturating_sub(1);
    let at = |place| Spot { place, ..from };
    match step {
        Move::Up => at(from.place.saturating_sub(1)),
        Move::Down => at((from.place + 1).min(last)),
        Move::First => at(0),
        Move::Last => at(last),
        Move::Across => {
            let other = if from.side == Side::Table {
                Side::Index
            } else {
                Side::Table
            };
            let place = numbers
                .get(from.place)
                .and_then(|number| picture.members(other).position(|member| member.number == *number));
            place.map_or(from, |place| Spot { side: other, place })
        }
    }
}

/// Why an item is missing from an index, or what is special about its entry. `None` for a normal entry.
#[must_use]
pub fn note(entry: &EntrySeen, index: Option<&str>) -> Option<String> {
    let text = match (entry, index) {
        (EntrySeen::Missing { attribute }, None) => t!("sparse: no {attribute}", attribute),
        (EntrySeen::Missing { attribute }, Some(index)) => t!("not in {index}: no {attribute}", index, attribute),
        (EntrySeen::OnItsWay, None) => t!("no entry yet").to_owned(),
        (EntrySeen::OnItsWay, Some(index)) => t!("no entry in {index} yet", index),
        (EntrySeen::Linked { behind: true, .. }, None) => t!("entry is behind").to_owned(),
        (EntrySeen::Linked { behind: true, .. }, Some(index)) => t!("behind in {index}", index),
        (EntrySeen::Linked { behind: false, .. }, _) => return None,
    };
    Some(text)
}

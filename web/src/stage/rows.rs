//! The content of a partition: which rows are drawn, where, and in which detail. Rows that a step names or the latest
//! request touched come first; the others take the room that is left. The order stays that of the hash range.
//!
//! Must not know the position of the partition, nor its load, nor how a row is drawn.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, RowStage};
use hashrange_values::Text;
use hashrange_words::t;

use super::holder::Holder;
use super::mark::{Anchor, Picture, Subject};
use super::pen::{Pen, Scale, fit};
use super::row::{self, Kind};
use super::row_mark::mark;

/// The number of items of a partition from which its rows are bands.
const BANDS: u64 = 2_000;
/// The number of items of a partition from which each cell represents several items.
const DENSE: u64 = 20_000;
/// The maximum number of cells of a partition.
const MOST_CELLS: u64 = 200;
/// The size of a cell, and the distance from one cell to the next, in pixels, as in the style sheet.
const CELL: f64 = 5.0;
const CELL_STEP: f64 = 7.0;
/// The height of the lines above the rows, their additional height in a narrow area, and the height of the line below.
const ABOVE: f64 = 7.1;
const SLIM: f64 = 1.4;
const BELOW: f64 = 1.9;
/// Width of a column of rows.
const COLUMN: f64 = 15.0;
/// The maximum number of items that a row lists by name, and that a partition lists for it to have its full height.
const FEW: usize = 10;

/// The height at which all rows of a partition are visible.
pub(super) fn wanted(one: &PartitionStage, scale: Scale, width: f64) -> f64 {
    let slim = if width < scale.em(11.3) { SLIM } else { 0.0 };
    scale.em(ABOVE + slim + BELOW) + content(one, width - scale.em(1.8), scale)
}

/// The same if the partitions are stacked.
pub(super) fn wanted_narrow(one: &PartitionStage, partitions: usize, width: f64, scale: Scale) -> f64 {
    let most = if partitions <= 2 { 26.0 } else { 16.0 };
    (scale.em(ABOVE + 0.2) + content(one, width, scale)).clamp(scale.em(7.4), scale.em(most))
}

/// The height of all rows below each other, with their items by name if they are few.
pub(super) fn content(one: &PartitionStage, width: f64, scale: Scale) -> f64 {
    let items: usize = one.rows.iter().map(|row| row.squares.len()).sum();
    let names = items <= FEW && !one.more_rows;
    let of = |row: &RowStage| {
        let kind = match kind(row, names, one.items) {
            Kind::Named if !names => Kind::Squares,
            kind => kind,
        };
        row::height(
            kind,
            row,
            row.locals.len(),
            width / columns(width, one.rows.len(), scale) as f64,
            scale,
        )
    };
    let heights: Vec<f64> = one.rows.iter().map(of).collect();
    let columns = columns(width, one.rows.len(), scale);
    let least = heights
        .iter()
        .copied()
        .fold(heights.iter().sum::<f64>() / columns as f64, f64::max);
    let taller = |step: u32| least + f64::from(step) * scale.em(0.5);
    (0..60)
        .map(taller)
        .find(|height| packs(&heights, columns, *height))
        .unwrap_or(least)
}

/// Whether rows of these heights fit into columns of a height, undivided.
fn packs(heights: &[f64], columns: usize, most: f64) -> bool {
    let (mut used, mut y) = (1, 0.0);
    for height in heights {
        if y + height > most + 0.5 && y > 0.0 {
            (used, y) = (used + 1, 0.0);
        }
        y += height;
    }
    used <= columns
}

/// The number of columns of rows that fit side by side.
fn columns(width: f64, rows: usize, scale: Scale) -> usize {
    row::whole(width / scale.em(COLUMN)).clamp(1, 8).min(rows.max(1))
}

/// The detail in which a row is drawn, if there is room to list items by name or not.
fn kind(row: &RowStage, names: bool, items: u64) -> Kind {
    let alone = row.squares.len() <= 1 && !row.more && row.locals.iter().all(Vec::is_empty);
    if alone {
        Kind::Line
    } else if names && row.squares.len() <= FEW {
        Kind::Named
    } else if items > BANDS {
        Kind::Band
    } else {
        Kind::Squares
    }
}

/// The number of items per cell, the same for all of these partitions: 100, 200, 500, 1,000 …
pub(super) fn cell_of(partitions: &[PartitionStage]) -> u64 {
    let most = partitions.iter().map(|one| one.items).max().unwrap_or_default();
    let steps = (0..16).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    steps
        .into_iter()
        .find(|step| most / step <= MOST_CELLS)
        .unwrap_or(u64::MAX)
}

/// How much detail the rows of an area have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Items by name.
    Names,
    /// Items by name in the rows that come first, squares in the others.
    First,
    /// Squares.
    Squares,
    /// Keys only.
    Keys,
}

/// A row that is drawn.
struct Placed<'a> {
    row: &'a RowStage,
    kind: Kind,
    locals: usize,
    area: Rect,
}

/// Draws as many rows as fit into an area.
pub(super) fn draw(holder: Holder<'_>, area: Rect, scale: Scale, picture: &mut Picture) {
    if area.width < scale.em(1.0) || area.height < scale.em(0.9) {
        return;
    }
    let one = holder.one;
    // An ellipsis below the rows says that there are more.
    let below = if one.more_rows { scale.em(1.0) } else { 0.0 };
    let room = Rect::new(area.x, area.y, area.width, area.height - below);
    let all: Vec<&RowStage> = if one.items > DENSE {
        one.rows.iter().filter(|row| holder.comes_first(row)).collect()
    } else {
        one.rows.iter().collect()
    };
    // Names of items that come first are more important than other rows.
    let first = all
        .iter()
        .any(|row| holder.comes_first(row) && row.squares.len() <= FEW);
    let whole_index = holder.index.is_some_and(|index| holder.wanted.has_index(index));
    let details: &[Detail] = if first && !whole_index {
        &[Detail::Names, Detail::First]
    } else {
        &[Detail::Names, Detail::First, Detail::Squares]
    };
    let whole = details.iter().map(|detail| arrange(holder, &all, *detail, room, scale));
    let whole = whole.into_iter().find(|placed| placed.len() == all.len());
    let placed = whole.unwrap_or_else(|| chosen(holder, &all, area, scale));
    if placed.is_empty() && one.items <= DENSE {
        return squares(holder, area, scale, picture);
    }
    let bottom = placed.iter().map(|one| one.area.bottom()).fold(area.y, f64::max);
    for one in &placed {
        row::draw(holder, one.row, one.kind, one.locals, one.area, scale, picture);
    }
    if one.items > DENSE {
        let rest = Rect::new(area.x, bottom, area.width, area.bottom() - bottom);
        return dense(holder, rest, scale, picture);
    }
    let last = area.bottom() - scale.em(0.1);
    if placed.len() < all.len() {
        more(holder, Point::new(area.x, last), picture, scale);
    } else if one.more_rows && bottom + scale.em(1.0) <= area.bottom() {
        more(holder, Point::new(area.x, bottom + scale.em(1.0)), picture, scale);
    }
}

/// The rows that are drawn if not all fit: those that come first, then others, in their order, above an ellipsis.
fn chosen<'a>(holder: Holder<'_>, all: &[&'a RowStage], area: Rect, scale: Scale) -> Vec<Placed<'a>> {
    let area = Rect::new(area.x, area.y, area.width, area.height - scale.em(0.8));
    for detail in [Detail::First, Detail::Squares, Detail::Keys] {
        let mut kept: Vec<&RowStage> = all.to_vec();
        loop {
            let placed = arrange(holder, &kept, detail, area, scale);
            if placed.len() == kept.len() {
                let first = |rows: &[&RowStage]| rows.iter().filter(|row| holder.comes_first(row)).count();
                if (!kept.is_empty() && first(&kept) == first(all)) || detail == Detail::Keys {
                    return placed;
                }
                break;
            }
            let free = kept.iter().rposition(|row| !holder.comes_first(row));
            match free.or_else(|| kept.len().checked_sub(1)) {
                Some(at) => kept.remove(at),
                None => break,
            };
        }
    }
    Vec::new()
}

/// Places rows in columns. Returns those that fit before the first that does not.
fn arrange<'a>(holder: Holder<'_>, rows: &[&'a RowStage], detail: Detail, area: Rect, scale: Scale) -> Vec<Placed<'a>> {
    let columns = columns(area.width, rows.len(), scale);
    let gap = scale.em(1.2);
    let width = (area.width - gap * (columns - 1) as f64) / columns as f64;
    let (mut y, mut column) = (area.y, 0);
    let mut placed = Vec::new();
    for row in rows.iter().copied() {
        let names = detail == Detail::Names || (detail == Detail::First && holder.comes_first(row));
        let kind = match kind(row, names && width >= scale.em(6.0), holder.one.items) {
            _ if detail == Detail::Keys => Kind::Line,
            Kind::Band if holder.comes_first(row) => Kind::Squares,
            kind => kind,
        };
        let locals = match detail {
            Detail::Names | Detail::First => row.locals.len(),
            Detail::Squares => row.locals.len().min(2),
            Detail::Keys => 0,
        };
        let tall = row::height(kind, row, locals, width, scale);
        if y + tall > area.bottom() + 0.5 && y > area.y {
            column += 1;
            y = area.y;
        }
        if column >= columns || y + tall > area.bottom() + 0.5 {
            break;
        }
        let area = Rect::new(area.x + column as f64 * (width + gap), y, width, tall);
        placed.push(Placed {
            row,
            kind,
            locals,
            area,
        });
        y += tall;
    }
    placed
}

/// Items as cells, each with the same number of items in every partition. A fuller partition has more cells.
fn dense(holder: Holder<'_>, area: Rect, scale: Scale, picture: &mut Picture) {
    let subject = Subject::Row(holder.index.cloned(), holder.one.number, Text::const_new("cells"));
    let mut pen = Pen::new(scale, subject, "", area).still();
    let reported = fit(
        &t!("1 cell = {cell, number} items", cell = holder.cell),
        scale.letters(area.width),
    );
    pen.say(
        "quiet",
        Point::new(area.x, area.y + scale.em(1.0)),
        Anchor::Start,
        reported,
    );
    let mut left = row::whole((holder.one.items / holder.cell.max(1)) as f64).max(1);
    let in_line = row::whole(area.width / CELL_STEP).max(1);
    let mut y = area.y + scale.em(row::NAME) + CELL;
    while left > 0 && y + CELL / 2.0 <= area.bottom() {
        let cells = left.min(in_line);
        let right = area.x + cells as f64 * CELL_STEP - (CELL_STEP - CELL);
        let role = if holder.index.is_some() {
            "cells cells-index"
        } else {
            "cells"
        };
        pen.line(role, vec![Point::new(area.x, y), Point::new(right, y)], CELL);
        left -= cells;
        y += CELL_STEP;
    }
    pen.done(picture);
}

/// Items as squares in their order, without keys: what fits where no row does. Those of rows that come first are among them.
fn squares(holder: Holder<'_>, area: Rect, scale: Scale, picture: &mut Picture) {
    let (side, step) = (scale.em(0.8), scale.em(1.02));
    let across = row::whole((area.width + step - side) / step).max(1);
    let most = across * row::whole((area.height + step - side) / step).max(1);
    let mut listed = Vec::new();
    for row in &holder.one.rows {
        let first = holder.comes_first(row);
        listed.extend((0..row.squares.len()).map(|at| (row, at, first)));
    }
    let cut_row = holder.one.rows.iter().any(|row| row.more || row.skips);
    let is_cut = holder.one.more_rows || cut_row || listed.len() > most;
    let most = most - usize::from(is_cut);
    while listed.len() > most {
        let other = listed.iter().rposition(|(.., first)| !first);
        listed.remove(other.unwrap_or(listed.len() - 1));
    }
    let place = |at: usize| {
        (
            area.x + (at % across) as f64 * step,
            area.y + (at / across) as f64 * step,
        )
    };
    for (at, (row, in_row, _)) in listed.iter().enumerate() {
        let Some(square) = row.squares.get(*in_row) else {
            continue;
        };
        let (x, y) = place(at);
        let rect = Rect::new(x, y, side, side);
        let mut pen = row::item_pen(holder, row, *in_row, square, rect, scale);
        mark(&mut pen, square.state, holder.index.is_some(), rect, false);
        pen.done(picture);
    }
    if is_cut {
        let (x, y) = place(listed.len());
        more(holder, Point::new(x, y + side), picture, scale);
    }
}

fn more(holder: Holder<'_>, at: Point, picture: &mut Picture, scale: Scale) {
    let subject = Subject::Row(holder.index.cloned(), holder.one.number, Text::const_new(""));
    let mut pen = Pen::new(scale, subject, "", Rect::default()).still();
    pen.say("faint", at, Anchor::Start, "…");
    pen.done(picture);
}

//! The content of a partition: item collections as named rows of squares, single items as lines, many items as bands.
//!
//! Must not know the position of the partition, nor its load.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, RowStage, SquareStage, SquareState};
use hashrange_values::Text;

use super::mark::{Anchor, Picture, Subject};
use super::pen::{Pen, Scale, fit};
use super::words;
use crate::state::figures::{bytes, count};

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
/// Heights of a name, of a line of squares, of a named item, and of the space between rows.
const NAME: f64 = 1.4;
const LINE: f64 = 1.2;
const NAMED: f64 = 1.35;
const GAP: f64 = 0.35;
/// The maximum number of items of a partition for which each item is a line with its key.
const FEW: usize = 10;

/// The height at which all rows of a partition are visible.
pub(super) fn wanted(one: &PartitionStage, scale: Scale, width: f64) -> f64 {
    let slim = if width < scale.em(11.3) { SLIM } else { 0.0 };
    let columns = columns(width - scale.em(1.8), scale) as f64;
    // A column may end before it is full, because a row is not divided.
    let rest = if columns > 1.0 { scale.em(4.0) } else { 0.0 };
    scale.em(ABOVE + slim + BELOW) + scale.em(height(one)) / columns + rest
}

/// The number of columns of rows that fit side by side.
fn columns(width: f64, scale: Scale) -> usize {
    whole(width / scale.em(COLUMN)).clamp(1, 8)
}

/// The same if the partitions are stacked.
pub(super) fn wanted_narrow(one: &PartitionStage, partitions: usize, scale: Scale) -> f64 {
    let most = if partitions <= 2 { 26.0 } else { 16.0 };
    scale.em(ABOVE + 0.2 + height(one)).clamp(scale.em(7.4), scale.em(most))
}

fn height(one: &PartitionStage) -> f64 {
    let rows = one.rows.len() as f64;
    let locals: f64 = one.rows.iter().map(|row| row.locals.len().min(2) as f64).sum();
    match kind(one) {
        Kind::Lines => rows * 1.5,
        Kind::Named => rows * (NAME + GAP) + squares(one) as f64 * NAMED + locals * LINE,
        Kind::Squares | Kind::Bands => rows * (NAME + LINE + GAP) + locals * LINE,
    }
}

/// The level of detail of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One item per row: square, key and state on a line.
    Lines,
    /// Items by their sort keys.
    Named,
    /// A row of squares.
    Squares,
    /// A row is a band.
    Bands,
}

fn squares(one: &PartitionStage) -> usize {
    one.rows.iter().map(|row| row.squares.len()).sum()
}

fn kind(one: &PartitionStage) -> Kind {
    let single = one.rows.iter().all(|row| row.squares.len() <= 1 && !row.more);
    if single {
        Kind::Lines
    } else if one.items > BANDS {
        Kind::Bands
    } else if !one.more_rows && squares(one) <= FEW {
        Kind::Named
    } else {
        Kind::Squares
    }
}

/// The owner of the drawn rows.
#[derive(Clone, Copy)]
pub(super) struct Holder<'a> {
    pub index: Option<&'a Text>,
    pub one: &'a PartitionStage,
    pub locals: &'a [Text],
    /// Its most used key, which is marked.
    pub hot: Option<&'a str>,
    /// The bytes that a collection may have.
    pub collection_limit: u64,
    /// The number of items per cell, if there are too many items for rows.
    pub cell: u64,
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

/// Draws as many rows as fit into an area.
pub(super) fn draw(holder: Holder<'_>, area: Rect, scale: Scale, picture: &mut Picture) {
    if area.width < scale.em(1.0) || area.height < scale.em(1.2) {
        return;
    }
    let one = holder.one;
    if one.items > DENSE {
        return dense(holder, area, scale, picture);
    }
    let mut how = kind(one);
    if how == Kind::Named
        && (scale.em(height(one)) / columns(area.width, scale) as f64 > area.height || area.width < scale.em(6.0))
    {
        how = Kind::Squares;
    }
    let columns = columns(area.width, scale);
    let gap = scale.em(1.2);
    let width = (area.width - gap * (columns - 1) as f64) / columns as f64;
    let (mut y, mut column) = (area.y, 0);
    let bottom = area.bottom();
    for row in &one.rows {
        let tall = scale.em(row_height(how, row));
        if y + tall > bottom + 0.5 && y > area.y {
            column += 1;
            y = area.y;
        }
        if column >= columns || y + tall > bottom + 0.5 {
            more(holder, Point::new(area.x, bottom - scale.em(0.1)), picture, scale);
            return;
        }
        let x = area.x + column as f64 * (width + gap);
        draw_row(holder, row, how, Rect::new(x, y, width, tall), scale, picture);
        y += tall;
    }
    if one.more_rows && y + scale.em(1.0) <= bottom {
        more(
            holder,
            Point::new(area.x + column as f64 * (width + gap), y + scale.em(1.0)),
            picture,
            scale,
        );
    }
}

/// Items as cells, each with the same number of items in every partition. A fuller partition has more cells.
fn dense(holder: Holder<'_>, area: Rect, scale: Scale, picture: &mut Picture) {
    let subject = Subject::Row(holder.index.cloned(), holder.one.number, Text::const_new("cells"));
    let mut pen = Pen::new(scale, subject, "", area).still();
    let reported = fit(
        &format!("1 cell = {} items", count(holder.cell)),
        scale.letters(area.width),
    );
    pen.say(
        "quiet",
        Point::new(area.x, area.y + scale.em(1.0)),
        Anchor::Start,
        reported,
    );
    let mut left = whole((holder.one.items / holder.cell.max(1)) as f64).max(1);
    let in_line = whole(area.width / CELL_STEP).max(1);
    let mut y = area.y + scale.em(NAME) + CELL;
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

fn more(holder: Holder<'_>, at: Point, picture: &mut Picture, scale: Scale) {
    let subject = Subject::Row(holder.index.cloned(), holder.one.number, Text::const_new(""));
    let mut pen = Pen::new(scale, subject, "", Rect::default()).still();
    pen.say("faint", at, Anchor::Start, "…");
    pen.done(picture);
}

fn row_height(how: Kind, row: &RowStage) -> f64 {
    let locals = row.locals.len().min(2) as f64 * LINE;
    match how {
        Kind::Lines => 1.5,
        Kind::Named => NAME + GAP + row.squares.len() as f64 * NAMED + locals,
        Kind::Squares | Kind::Bands => NAME + LINE + GAP + locals,
    }
}

fn draw_row(holder: Holder<'_>, row: &RowStage, how: Kind, area: Rect, scale: Scale, picture: &mut Picture) {
    if how == Kind::Lines {
        if let Some(square) = row.squares.first() {
            line(holder, row, square, area, scale, picture);
        }
        return;
    }
    let subject = Subject::Row(holder.index.cloned(), holder.one.number, row.key.clone());
    let mut pen = Pen::new(scale, subject, row_words(row), area);
    heading(&mut pen, holder, row, area);
    let content = Rect::new(area.x, area.y + scale.em(NAME), area.width, 0.0);
    if how == Kind::Bands {
        band(&mut pen, holder, row, content);
    }
    let content_height = match how {
        Kind::Lines => 0.0,
        Kind::Named => scale.em(NAMED) * row.squares.len() as f64,
        Kind::Squares | Kind::Bands => scale.em(LINE),
    };
    let mut y = content.y + content_height;
    for (local, name) in row.locals.iter().zip(holder.locals).take(2) {
        let area = Rect::new(area.x, y, area.width, scale.em(LINE));
        locals(&mut pen, name, local.len(), area, scale);
        y += scale.em(LINE);
    }
    pen.done(picture);
    match how {
        Kind::Named => named(holder, row, content, scale, picture),
        Kind::Squares => one_line(holder, row, content, scale, picture),
        Kind::Lines | Kind::Bands => {}
    }
}

/// The name of a row for a screen reader.
fn row_words(row: &RowStage) -> String {
    let many = if row.more {
        format!("{} items or more", row.squares.len())
    } else {
        words::items(row.squares.len() as u64)
    };
    format!("item collection {}, {many}", row.key)
}

/// The key of a row, and its bytes if collections have a limit.
fn heading(pen: &mut Pen, holder: Holder<'_>, row: &RowStage, area: Rect) {
    let of_index = holder.index.is_some();
    let base = area.y + pen.scale.em(1.0);
    let size = row
        .bytes
        .map(|bytes| format!("{} of {} B", count(bytes), count(holder.collection_limit)));
    let letters = pen.scale.letters(area.width);
    let room = letters
        .saturating_sub(size.as_ref().map_or(0, |size| size.chars().count() + 1))
        .max(4);
    let role = key_role(of_index, holder.hot == Some(row.key.as_str()));
    let glyph = if of_index { "□ " } else { "■ " };
    let key = fit(&format!("{glyph}{}", row.key), room);
    pen.say(role, Point::new(area.x, base), Anchor::Start, key);
    if let Some(size) = size {
        let full = row.bytes.unwrap_or_default() * 10 >= holder.collection_limit * 9;
        let role = if full { "late" } else { "quiet" };
        let text = fit(&size, letters.saturating_sub(5));
        pen.say(role, Point::new(area.right(), base), Anchor::End, text);
    }
}

/// Many items as a band. The band is longer for more items.
fn band(pen: &mut Pen, holder: Holder<'_>, row: &RowStage, area: Rect) {
    let share = if row.more { 1.0 } else { row.squares.len() as f64 / 24.0 };
    let width = area.width * share.clamp(0.05, 1.0);
    let role = if holder.index.is_some() { "entry-band" } else { "band" };
    let height = pen.scale.em(0.75);
    pen.block(role, Rect::new(area.x, area.y, width, height), 2.0);
}

/// Entries of a local index, in the same partition as their items.
fn locals(pen: &mut Pen, name: &Text, entries: usize, area: Rect, scale: Scale) {
    let (side, step) = (scale.em(0.55), scale.em(0.75));
    pen.say(
        "local-name",
        Point::new(area.x, area.y + scale.em(0.7)),
        Anchor::Start,
        "▲",
    );
    let from = area.x + scale.em(1.1);
    let room = area.right() - from;
    let places = whole(room / step).min(entries);
    for at in 0..places {
        let rect = Rect::new(from + at as f64 * step, area.y + scale.em(0.15), side, side);
        pen.block("local", rect, 1.5);
    }
    let after = from + places as f64 * step + scale.em(0.3);
    let letters = scale.letters(area.right() - after);
    if letters >= 5 {
        pen.say(
            "local-name",
            Point::new(after, area.y + scale.em(0.75)),
            Anchor::Start,
            fit(name, letters),
        );
    }
}

/// One item on a line: its square, key and state.
fn line(holder: Holder<'_>, row: &RowStage, square: &SquareStage, area: Rect, scale: Scale, picture: &mut Picture) {
    let em = |times: f64| scale.em(times);
    let mut pen = item_pen(
        holder,
        row,
        0,
        square,
        Rect::new(area.x, area.y, area.width, em(1.4)),
        scale,
    );
    let entry = holder.index.is_some();
    mark(
        &mut pen,
        square.state,
        entry,
        Rect::new(area.x, area.y + em(0.35), em(0.75), em(0.75)),
        true,
    );
    let reported = words::state(square.state);
    let letters = scale.letters(area.width - em(1.2));
    let name = if square.key.is_empty() {
        row.key.to_string()
    } else {
        format!("{} {}", row.key, square.key)
    };
    // The state is more important than the end of a long key.
    let taken = reported.chars().count() + 1;
    let with_state = taken < 13 && letters >= taken + 6;
    let letters = if with_state { letters - taken } else { letters };
    let base = Point::new(area.x + em(1.15), area.y + em(1.05));
    pen.say(
        key_role(entry, holder.hot == Some(row.key.as_str())),
        base,
        Anchor::Start,
        fit(&name, letters),
    );
    if with_state && !reported.is_empty() {
        pen.say(
            state_role(square.state),
            Point::new(area.right(), base.y),
            Anchor::End,
            reported,
        );
    }
    pen.done(picture);
}

/// Items by sort key, stacked.
fn named(holder: Holder<'_>, row: &RowStage, area: Rect, scale: Scale, picture: &mut Picture) {
    let em = |times: f64| scale.em(times);
    for (at, square) in row.squares.iter().enumerate() {
        let rect = Rect::new(area.x, area.y + at as f64 * em(NAMED), area.width, em(1.2));
        let mut pen = item_pen(holder, row, at, square, rect, scale);
        let entry = holder.index.is_some();
        mark(
            &mut pen,
            square.state,
            entry,
            Rect::new(rect.x, rect.y + em(0.2), em(0.75), em(0.75)),
            false,
        );
        let reported = words::state(square.state);
        let reported = if reported.is_empty() || reported.len() > 14 {
            bytes(square.bytes.into())
        } else {
            reported
        };
        let room = scale.letters(rect.width - em(1.2));
        let base = rect.y + em(0.9);
        let key = fit(&square.key, room.saturating_sub(reported.chars().count() + 1).max(4));
        let both = key.chars().count() + reported.chars().count() < room;
        pen.say("item-key", Point::new(rect.x + em(1.15), base), Anchor::Start, key);
        if both {
            pen.say(
                state_role(square.state),
                Point::new(rect.right(), base),
                Anchor::End,
                reported,
            );
        }
        pen.done(picture);
    }
}

/// Items as squares, as many as fit on a line.
fn one_line(holder: Holder<'_>, row: &RowStage, area: Rect, scale: Scale, picture: &mut Picture) {
    let side = scale.em(0.8);
    let step = side + scale.em(0.22);
    let places = whole((area.width + scale.em(0.22)) / step);
    let cut = row.more || row.squares.len() > places;
    let shown = if cut { places.saturating_sub(1) } else { places };
    for (at, square) in row.squares.iter().enumerate().take(shown) {
        let rect = Rect::new(area.x + at as f64 * step, area.y + scale.em(0.1), side, side);
        let mut pen = item_pen(holder, row, at, square, rect, scale);
        mark(&mut pen, square.state, holder.index.is_some(), rect, false);
        pen.done(picture);
    }
    if cut && places > 1 {
        let subject = Subject::Row(
            holder.index.cloned(),
            holder.one.number,
            Text::from(format!("{} …", row.key)),
        );
        let mut pen = Pen::new(scale, subject, "", Rect::default()).still();
        let x = area.x + shown.min(row.squares.len()) as f64 * step;
        pen.say("faint", Point::new(x, area.y + scale.em(0.8)), Anchor::Start, "…");
        pen.done(picture);
    }
}

fn item_pen(holder: Holder<'_>, row: &RowStage, at: usize, square: &SquareStage, cover: Rect, scale: Scale) -> Pen {
    let place = u16::try_from(at).unwrap_or(u16::MAX);
    let subject = Subject::Item(holder.index.cloned(), holder.one.number, row.key.clone(), place);
    let sort = if square.key.is_empty() {
        String::new()
    } else {
        format!(" / {}", square.key)
    };
    let what = if holder.index.is_some() { "entry" } else { "item" };
    let reported = words::state_named(square.state);
    let name = format!("{what} {}{sort}, {}{reported}", row.key, bytes(square.bytes.into()));
    Pen::new(scale, subject, name, cover)
}

/// The mark of an item: a square, or a circle if lines show its expiry time. Hollow if expired, crossed if omitted.
fn mark(pen: &mut Pen, state: SquareState, entry: bool, rect: Rect, in_line: bool) {
    let timed = matches!(
        state,
        SquareState::Expires(_) | SquareState::Expired(_) | SquareState::Found
    );
    let radius = if timed && in_line { rect.width / 2.0 } else { 2.0 };
    let role = match state {
        SquareState::Plain if entry => "entry",
        SquareState::Plain => "item",
        SquareState::Expires(_) => "item-live",
        SquareState::Expired(_) => "item-expired",
        SquareState::Found => "item-found",
        SquareState::Locked => "item-locked",
        SquareState::Filled => "item-filled",
        SquareState::Violation => "item-violation",
        SquareState::Ahead => "item-ahead",
    };
    pen.block(role, rect, radius);
    if state == SquareState::Violation {
        let inner = rect.inset(2.5, 2.5, 2.5, 2.5);
        pen.line(
            "cross",
            vec![Point::new(inner.x, inner.y), Point::new(inner.right(), inner.bottom())],
            1.5,
        );
        pen.line(
            "cross",
            vec![Point::new(inner.right(), inner.y), Point::new(inner.x, inner.bottom())],
            1.5,
        );
    }
}

const fn key_role(entry: bool, hot: bool) -> &'static str {
    match (entry, hot) {
        (false, false) => "key",
        (false, true) => "key hot-key",
        (true, false) => "index-key",
        (true, true) => "index-key hot-key",
    }
}

const fn state_role(state: SquareState) -> &'static str {
    match state {
        SquareState::Expired(_) | SquareState::Found | SquareState::Locked => "late",
        SquareState::Violation => "bad",
        _ => "faint",
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a place in a line
fn whole(number: f64) -> usize {
    number.max(0.0) as usize
}

//! One row of a partition: an item collection as its key with named items, squares or a band, and its local index
//! entries; or one item on a line. Must not know which rows are drawn, nor where.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{RowStage, SquareStage};
use hashrange_values::Text;
use hashrange_words::t;

use super::holder::Holder;
use super::keys::shorten;
use super::mark::{Anchor, Picture, Subject, Tone};
use super::pen::{Pen, Scale, fit, fit_middle};
use super::row_mark::{key_role, mark, state_role};
use super::words;
use crate::state::figures::{bytes, count};

/// Heights of a name, of a line of squares, of a named item, of the space between rows, and of an item on a line.
pub(super) const NAME: f64 = 1.4;
const LINE: f64 = 1.2;
const NAMED: f64 = 1.2;
const GAP: f64 = 0.35;
const ALONE: f64 = 1.5;
/// Width of a named item.
const ITEM: f64 = 10.0;

/// The level of detail of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its key on a line, with the square and state of its only item.
    Line,
    /// Items by their sort keys.
    Named,
    /// Squares.
    Squares,
    /// A band.
    Band,
}

/// The height of a row with a number of its local indexes.
pub(super) fn height(kind: Kind, row: &RowStage, locals: usize, width: f64, scale: Scale) -> f64 {
    let locals = locals as f64 * LINE;
    let lines = || row.squares.len().div_ceil(across(row, width, scale)) as f64;
    scale.em(match kind {
        Kind::Line => ALONE,
        Kind::Named => NAME + GAP + lines() * NAMED + locals,
        Kind::Squares | Kind::Band => NAME + LINE + GAP + locals,
    })
}

/// The number of named items side by side. Short names need less than the usual width.
fn across(row: &RowStage, width: f64, scale: Scale) -> usize {
    let names = row.squares.iter().map(|square| scale.width(&entry_name(row, square)));
    let item = scale.em(2.0) + scale.width("1. ") + names.fold(0.0, f64::max);
    whole(width / item.min(scale.em(ITEM))).max(1)
}

/// Draws a row, with a number of its local indexes.
pub(super) fn draw(
    holder: Holder<'_>,
    row: &RowStage,
    kind: Kind,
    shown: usize,
    area: Rect,
    scale: Scale,
    picture: &mut Picture,
) {
    if kind == Kind::Line {
        return line(holder, row, area, scale, picture);
    }
    let subject = Subject::Row(holder.index.cloned(), holder.one.number, row.key.clone());
    let mut pen = Pen::new(scale, subject, row_words(row), area).toned(tone(holder, row));
    heading(&mut pen, holder, row, area);
    let content = Rect::new(area.x, area.y + scale.em(NAME), area.width, 0.0);
    if kind == Kind::Band {
        band(&mut pen, holder, row, content);
    }
    let mut y = area.bottom() - scale.em(shown as f64 * LINE + GAP);
    let mut order: Vec<usize> = (0..row.locals.len().min(holder.locals.len())).collect();
    let is_other = |at: &usize| holder.locals.get(*at).is_none_or(|name| !holder.wanted.has_index(name));
    hashrange_values::sort_by(&mut order, |a, b| is_other(a).cmp(&is_other(b)));
    order.truncate(shown);
    hashrange_values::sort(&mut order);
    for at in order {
        let (Some(places), Some(name)) = (row.locals.get(at), holder.locals.get(at)) else {
            continue;
        };
        let area = Rect::new(area.x, y, area.width, scale.em(LINE));
        let keys = places.iter().filter_map(|place| row.squares.get(usize::from(*place)));
        let keys: Vec<&str> = keys.map(|square| square.key.as_str()).collect();
        locals(&mut pen, name, &keys, row.more, area, scale);
        y += scale.em(LINE);
    }
    pen.done(picture);
    match kind {
        Kind::Named => named(holder, row, content, scale, picture),
        Kind::Squares => one_line(holder, row, content, scale, picture),
        Kind::Line | Kind::Band => {}
    }
}

/// How a row stands out while the picture tells what a request did.
fn tone(holder: Holder<'_>, row: &RowStage) -> Tone {
    match (holder.told.is, holder.told.touches(holder.index, row)) {
        (false, _) => Tone::Plain,
        (true, true) => Tone::Lit,
        (true, false) => Tone::Dim,
    }
}

/// The name of a row for a screen reader.
fn row_words(row: &RowStage) -> String {
    let many = if row.more {
        t!("{squares} items or more", squares = row.squares.len())
    } else {
        words::items(row.squares.len() as u64)
    };
    t!("item collection {key}, {many}", key = row.key, many)
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
    // A whole key is more important than the glyph.
    let glyph = if room < row.key.chars().count() + 2 { "" } else { glyph };
    let key = format!(
        "{glyph}{}",
        shorten(&row.key, room.saturating_sub(glyph.chars().count()), holder.keys)
    );
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

/// Entries of a local index, in the same partition as their items and in the order of the index: by their sort keys in
/// the table if they fit, otherwise as squares.
fn locals(pen: &mut Pen, name: &Text, keys: &[&str], more: bool, area: Rect, scale: Scale) {
    let base = area.y + scale.em(0.75);
    let listed = format!("▲ {name} {}", keys.join(" "));
    let letters = scale.letters(area.width);
    if !more && !keys.is_empty() && listed.chars().count() <= letters {
        pen.say("local-name", Point::new(area.x, base), Anchor::Start, listed);
        return;
    }
    let (side, step) = (scale.em(0.55), scale.em(0.75));
    let name = format!("▲ {}", fit_middle(name, letters.saturating_sub(6).max(4)));
    let from = area.x + scale.width(&name) + scale.em(0.4);
    pen.say("local-name", Point::new(area.x, base), Anchor::Start, name);
    let places = whole((area.right() - from) / step);
    let cut = more || keys.len() > places;
    let shown = if cut {
        places.saturating_sub(2)
    } else {
        places.min(keys.len())
    };
    for at in 0..shown.min(keys.len()) {
        let rect = Rect::new(from + at as f64 * step, area.y + scale.em(0.15), side, side);
        pen.block("local", rect, 1.5);
    }
    if cut && places > 2 {
        let after = from + shown.min(keys.len()) as f64 * step;
        pen.say("faint", Point::new(after, base), Anchor::Start, "…");
    }
}

/// A key on one line: with the square, sort key and state of its only item, or with the number of its items.
fn line(holder: Holder<'_>, row: &RowStage, area: Rect, scale: Scale, picture: &mut Picture) {
    let em = |times: f64| scale.em(times);
    let cover = Rect::new(area.x, area.y, area.width, em(1.4));
    let entry = holder.index.is_some();
    let square = row.squares.first().filter(|_| row.squares.len() == 1 && !row.more);
    let (mut pen, reported) = match square {
        Some(square) => (
            item_pen(holder, row, 0, square, cover, scale),
            words::state(square.state),
        ),
        None => {
            let subject = Subject::Row(holder.index.cloned(), holder.one.number, row.key.clone());
            let pen = Pen::new(scale, subject, row_words(row), cover).toned(tone(holder, row));
            (pen, many(row, entry))
        }
    };
    let mut left = area.x;
    if let Some(square) = square {
        let side = Rect::new(area.x, area.y + em(0.35), em(0.75), em(0.75));
        mark(&mut pen, square.state, entry, side, true);
        left += em(1.15);
    }
    let letters = scale.letters(area.right() - left);
    // The state is more important than the middle of a long key.
    let taken = reported.chars().count() + 1;
    let with_state = taken < 13 && letters >= taken + 6;
    let letters = if with_state { letters - taken } else { letters };
    let base = Point::new(left, area.y + em(1.05));
    pen.say(
        key_role(entry, holder.hot == Some(row.key.as_str())),
        base,
        Anchor::Start,
        line_name(holder, row, square, letters),
    );
    if with_state && !reported.is_empty() {
        let role = square.map_or("faint", |square| state_role(square.state));
        pen.say(role, Point::new(area.right(), base.y), Anchor::End, reported);
    }
    pen.done(picture);
}

/// The key of a row on one line, and the sort key of its only item if that has room.
fn line_name(holder: Holder<'_>, row: &RowStage, square: Option<&SquareStage>, letters: usize) -> String {
    let sort = square.map_or("", |square| square.key.as_str());
    let (key, rest) = (row.key.chars().count(), sort.chars().count() + 1);
    if sort.is_empty() || letters < 9 {
        return shorten(&row.key, letters, holder.keys);
    }
    let key = shorten(
        &row.key,
        letters.saturating_sub(rest).max(key.min(letters / 2)),
        holder.keys,
    );
    let room = letters.saturating_sub(key.chars().count() + 1);
    format!("{key} {}", fit_middle(sort, room))
}

/// The number of items or entries of a row.
fn many(row: &RowStage, entry: bool) -> String {
    let more = if row.more { "+" } else { "" };
    match (row.squares.len(), entry) {
        (0, _) => t!("no item").to_owned(),
        (count, true) => format!("{count}{more} entries"),
        (count, false) => format!("{count}{more} items"),
    }
}

/// Items by sort key, in reading order. While the picture tells what a request did, each has its place in that.
fn named(holder: Holder<'_>, row: &RowStage, area: Rect, scale: Scale, picture: &mut Picture) {
    let em = |times: f64| scale.em(times);
    let across = across(row, area.width, scale).min(row.squares.len().max(1));
    let width = (area.width - em(0.8) * (across - 1) as f64) / across as f64;
    let entry = holder.index.is_some();
    // An entry without a sort key is named by the keys of its item.
    let name = |square: &SquareStage| match entry || square.key.is_empty() {
        true => Text::from(entry_name(row, square)),
        false => square.key.clone(),
    };
    let names: Vec<Text> = row.squares.iter().map(name).collect();
    for (at, (square, name)) in row.squares.iter().zip(&names).enumerate() {
        let (line, column) = (at / across, at % across);
        let x = area.x + column as f64 * (width + em(0.8));
        let rect = Rect::new(x, area.y + line as f64 * em(NAMED), width, em(1.2));
        let mut pen = item_pen(holder, row, at, square, rect, scale);
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
        let order = holder.told.rank(holder.index, &square.item);
        let order = order.map(|at| format!("{at}. ")).unwrap_or_default();
        let ordered = order.chars().count();
        let room_of_name = room.saturating_sub(reported.chars().count() + 1 + ordered).max(4);
        // A whole name is more important than the size.
        let whole = name.chars().count() + ordered;
        let room_of_name = if whole <= room { whole } else { room_of_name };
        let key = format!("{order}{}", shorten(name, room_of_name, &names));
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
    let (area, places) = if row.skips && places > 1 {
        let subject = Subject::Row(
            holder.index.cloned(),
            holder.one.number,
            Text::from(format!("… {}", row.key)),
        );
        let mut pen = Pen::new(scale, subject, "", Rect::default()).still();
        pen.say("faint", Point::new(area.x, area.y + scale.em(0.8)), Anchor::Start, "…");
        pen.done(picture);
        (
            Rect::new(area.x + step, area.y, area.width - step, area.height),
            places - 1,
        )
    } else {
        (area, places)
    };
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

pub(super) fn item_pen(
    holder: Holder<'_>,
    row: &RowStage,
    at: usize,
    square: &SquareStage,
    cover: Rect,
    scale: Scale,
) -> Pen {
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
    Pen::new(scale, subject, name, cover).toned(holder.told.tone(holder.index, &square.item))
}

/// The sort key of an entry, and the keys of its item that are not those of the entry.
fn entry_name(row: &RowStage, square: &SquareStage) -> String {
    let keys = square
        .item
        .iter()
        .map(|(_, value)| crate::state::item_rows::cell_text(value));
    let others = keys.filter(|key| *key != row.key.as_str() && *key != square.key.as_str());
    let own = (!square.key.is_empty()).then(|| square.key.to_string());
    own.into_iter().chain(others).collect::<Vec<_>>().join(" ")
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a place in a line
pub(super) fn whole(number: f64) -> usize {
    number.max(0.0) as usize
}

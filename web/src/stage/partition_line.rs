//! Partitions in little room: small boxes in a lesson on a phone, and lines if there are many. Must not know where requests
//! come from.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, Stage};

use super::holder::Holder;
use super::mark::{Anchor, Picture};
use super::partition_state::{frame, is_hot, rate, static_lines, table_subject};
use super::pen::{Pen, Scale};
use super::places::Places;
use super::rows;
use super::words::{self, recent};
use crate::state::figures::count;

/// A partition in a lesson on a phone: its number above its load, and its rows if there is room.
pub(super) fn compact(
    stage: &Stage,
    one: &PartitionStage,
    (hot_key, cell): (Option<&str>, u64),
    rect: Rect,
    places: &Places,
    picture: &mut Picture,
) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(scale, table_subject(one), words::partition(None, one.number), rect);
    frame(stage, one, places.told.reached(None, one.number), &mut pen);
    let (hot, name) = (is_hot(one), words::partition(None, one.number));
    let inner = rect.inset(em(0.4), 0.0, em(0.4), 0.0);
    let base = rect.y + em(1.3);
    let role = if hot { "number bad" } else { "number" };
    let taken = name.chars().count() + 1;
    pen.say(role, Point::new(inner.x, base), Anchor::Start, name.clone());
    let (reads, writes) = (recent(one.reads), recent(one.writes));
    let used = if reads > writes {
        (reads, "RCU")
    } else {
        (writes, "WCU")
    };
    let letters = scale.letters(inner.width).saturating_sub(taken);
    let has_lines = rect.height >= em(9.0);
    let role = if hot { "bad" } else { places.figure() };
    let end = Point::new(inner.right(), base);
    let figure = match recent(one.throttled_now) {
        // With room for lines, one of them says how many are throttled.
        refused if refused > 0 && !has_lines => format!("×{}/s", count(refused.into())),
        _ if used.0.is_zero() && !hot => words::items(one.items),
        _ => String::new(),
    };
    if figure.is_empty() {
        rate(&mut pen, role, end, used, inner.width - scale.width(&name) - em(0.6));
    } else if figure.chars().count() <= letters {
        pen.say(role, end, Anchor::End, figure);
    }
    let share = recent(one.writes).as_f64() / stage.ceilings.writes.max(1) as f64;
    let bar = Rect::new(inner.x, rect.y + em(1.65), inner.width, em(0.35));
    pen.bar(if hot { "bar-hot" } else { "bar" }, bar, share);
    let mut y = bar.bottom() + em(0.3);
    if has_lines {
        y = static_lines(stage, one, &mut pen, inner, y);
    }
    pen.done(picture);
    let holder = Holder {
        index: None,
        one,
        locals: &stage.locals,
        hot: hot_key,
        collection_limit: stage.collection_limit,
        cell,
        wanted: &places.wanted,
        told: &places.told,
        keys: &places.keys,
    };
    rows::draw(
        holder,
        Rect::new(inner.x, y, inner.width, rect.bottom() - y - em(0.2)),
        scale,
        picture,
    );
}

/// One of many partitions on a phone: one line.
pub(super) fn line(stage: &Stage, one: &PartitionStage, rect: Rect, scale: Scale, picture: &mut Picture) {
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(scale, table_subject(one), words::partition(None, one.number), rect);
    frame(stage, one, false, &mut pen);
    let base = rect.y + em(1.35);
    let hot = is_hot(one);
    let name = words::partition(None, one.number);
    pen.say(
        if hot { "number bad" } else { "number" },
        Point::new(rect.x + em(0.6), base),
        Anchor::Start,
        name,
    );
    let used = recent(one.writes);
    let share = used.as_f64() / stage.ceilings.writes.max(1) as f64;
    let wide = (rect.width - em(16.0)).max(em(3.0));
    pen.bar(
        if hot { "bar-hot" } else { "bar" },
        Rect::new(rect.x + em(4.0), rect.y + em(0.8), wide, em(0.5)),
        share,
    );
    let reported = match recent(one.throttled_now) {
        0 => words::rate(used, "WCU"),
        refused => words::throttled(refused),
    };
    pen.say(
        if hot { "bad" } else { "figure" },
        Point::new(rect.right() - em(0.6), base),
        Anchor::End,
        reported,
    );
    pen.done(picture);
}

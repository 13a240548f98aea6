//! The partitions of the table: number, current load against the limit, throttled requests, rows, bytes, lagging
//! followers, and the positions of a TTL scanner and a cursor. Must not know where requests come from.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, Stage};
use hashrange_time::Duration;
use hashrange_words::t;

use super::holder::Holder;
use super::mark::{Anchor, Picture, Subject};
use super::partition_line;
use super::partition_state::{frame, is_hot, longest, rate, state, static_lines, table_subject};
use super::pen::{Pen, Scale, clauses, fit};
use super::places::Places;
use super::rows;
use super::situation::hot_keys;
use super::words::{self, recent};
use crate::state::figures::{bytes, span};

/// Draws the table's partitions.
pub(super) fn draw(stage: &Stage, places: &Places, picture: &mut Picture) {
    title(stage, places, picture);
    let hot = hot_keys(stage);
    let cell = rows::cell_of(&stage.partitions);
    for (one, rect) in stage.partitions.iter().zip(&places.partitions) {
        let key = hot.get(&one.number).map(String::as_str);
        if rect.height < 1.0 {
            continue;
        }
        if places.fitted {
            partition_line::compact(stage, one, (key, cell), *rect, places, picture);
        } else if places.narrow && rect.height < places.scale.em(3.0) {
            partition_line::line(stage, one, *rect, places.scale, picture);
        } else {
            card(stage, one, (key, cell), *rect, places, picture);
        }
    }
}

fn title(stage: &Stage, places: &Places, picture: &mut Picture) {
    let (scale, at) = (places.scale, places.title);
    let cover = Rect::new(
        at.x,
        at.y - scale.em(1.0),
        places.width - 2.0 * places.margin,
        scale.em(1.4),
    );
    let mut pen = Pen::new(scale, Subject::Table, t!("Table {table}", table = stage.table), cover);
    pen.write("title over", at, Anchor::Start, scale.text, stage.table.as_str());
    let special = words::special(stage);
    if places.fitted {
        let mut texts: Vec<String> = special.into_iter().map(|(_, reported)| reported).collect();
        let x = at.x + scale.em(0.68) * stage.table.chars().count() as f64 + scale.em(0.8);
        let letters = scale.letters(at.x + cover.width - x);
        let taken: usize = texts.iter().map(|text| text.chars().count() + 2).sum();
        texts.push(words::table_short(stage, letters.saturating_sub(taken)));
        pen.say(
            "quiet",
            Point::new(x, at.y),
            Anchor::Start,
            fit(&texts.join(", "), letters),
        );
    } else if places.narrow {
        let letters = scale.letters(cover.width);
        let reported = words::table(stage, letters);
        pen.say("quiet", Point::new(at.x, at.y + scale.em(1.5)), Anchor::Start, reported);
        let reported = special
            .iter()
            .map(|(_, reported)| reported.as_str())
            .collect::<Vec<_>>()
            .join(", ");
        let role = special.first().map_or("quiet", |(role, _)| role);
        pen.say(
            role,
            Point::new(at.x, at.y + scale.em(2.7)),
            Anchor::Start,
            fit(&reported, letters),
        );
    } else {
        let mut x = at.x + scale.em(0.68) * stage.table.chars().count() as f64 + scale.em(0.8);
        let taken: usize = special.iter().map(|(_, reported)| reported.chars().count() + 2).sum();
        // The path of requests passes to the right of the title.
        let end = places.hash.center().x - scale.em(0.8);
        let letters = scale.letters(end - x).saturating_sub(taken);
        for (role, reported) in special
            .into_iter()
            .chain([("quiet over", words::table(stage, letters))])
        {
            let wide = scale.width(&reported);
            pen.say(role, Point::new(x, at.y), Anchor::Start, reported);
            x += wide + scale.em(1.0);
        }
        let beside = places.hash.center().x + scale.em(1.2);
        credit(stage, &mut pen, Point::new(beside, at.y), places);
    }
    pen.done(picture);
}

/// The burst credit, beside the title: a bar and the units.
fn credit(stage: &Stage, pen: &mut Pen, at: Point, places: &Places) {
    let bucket = stage.writes.bucket;
    let right = places.width - places.margin;
    if !stage.throttling || bucket.most.is_zero() || stage.on_demand {
        return;
    }
    let scale = pen.scale;
    let reported = t!(
        "burst credit {left, number} of {most, number} WCU",
        left = bucket.left.rounded_up(),
        most = bucket.most.rounded_up()
    );
    let wide = scale.em(5.0);
    if at.x + wide + scale.em(0.6) + scale.width(&reported) > right {
        return;
    }
    let share = bucket.left.as_f64() / bucket.most.as_f64();
    pen.bar(
        if share > 0.0 { "credit" } else { "bar-hot" },
        Rect::new(at.x, at.y - scale.em(0.6), wide, scale.em(0.45)),
        share,
    );
    pen.say(
        if share > 0.0 { "quiet" } else { "bad" },
        Point::new(at.x + wide + scale.em(0.6), at.y),
        Anchor::Start,
        reported,
    );
}

fn card(
    stage: &Stage,
    one: &PartitionStage,
    (hot, cell): (Option<&str>, u64),
    rect: Rect,
    places: &Places,
    picture: &mut Picture,
) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(scale, table_subject(one), words::partition(None, one.number), rect);
    if !places.narrow && rect.width > em(4.0) {
        followers(&mut pen, rect);
    }
    let reached = places.told.reached(None, one.number);
    frame(stage, one, reached, &mut pen);
    let pad = if rect.width < em(6.0) { em(0.35) } else { em(0.9) };
    let inner = rect.inset(pad, 0.0, pad, 0.0);
    let y = loads(stage, one, &mut pen, inner, places);
    let bottom = if places.narrow {
        rect.bottom() - em(0.3)
    } else {
        footer(stage, one, &mut pen, inner)
    };
    // The result of all partitions is beside the client.
    let alone = places.told.partitions.len() == 1;
    // Its refusal is there too; the partition says why it throttles.
    let says_why = places.told.refused && is_hot(one);
    let result = Some(&places.told.result).filter(|_| reached && alone && !says_why);
    let told = if places.told.refused { "bad" } else { "told" };
    let beside = beside_number(one, &pen, inner);
    let y = match (result, beside) {
        // A low partition has no line for its state, so that its items have one.
        (_, Some((at, letters))) if bottom - y < em(2.6) => {
            let (role, text) = match result {
                Some(result) => (told, clauses(result, letters)),
                None => state(stage, one).map_or(("", String::new()), |(role, texts)| (role, longest(texts, letters))),
            };
            pen.say(role, at, Anchor::Start, text);
            y + em(0.1)
        }
        (Some(result), _) => {
            let base = y + em(1.05);
            let text = clauses(result, scale.letters(inner.width));
            pen.say(told, Point::new(inner.x, base), Anchor::Start, text);
            base + em(0.55)
        }
        _ => static_lines(stage, one, &mut pen, inner, y),
    };
    pen.done(picture);
    let collection_limit = stage.collection_limit;
    let holder = Holder {
        index: None,
        one,
        locals: &stage.locals,
        hot,
        collection_limit,
        cell,
        wanted: &places.wanted,
        told: &places.told,
        keys: &places.keys,
    };
    rows::draw(holder, Rect::new(inner.x, y, inner.width, bottom - y), scale, picture);
}

/// The two copies behind a partition.
fn followers(pen: &mut Pen, rect: Rect) {
    for times in [2.0, 1.0] {
        let (right, up) = (times * 4.0, times * 4.0);
        pen.block(
            "copy",
            Rect::new(rect.x + right, rect.y - up, rect.width, rect.height),
            6.0,
        );
    }
}

/// Number, current units against limits, and throttled requests. Returns the lower edge.
fn loads(stage: &Stage, one: &PartitionStage, pen: &mut Pen, inner: Rect, places: &Places) -> f64 {
    let (narrow, figure) = (places.narrow, places.figure());
    let scale = pen.scale;
    let em = |times: f64| scale.em(times);
    let hot = is_hot(one);
    let name = words::partition(None, one.number);
    let base = inner.y + em(1.45);
    pen.write(
        if hot { "number bad" } else { "number" },
        Point::new(inner.x, base),
        Anchor::Start,
        scale.text,
        name,
    );
    let writes = (recent(one.writes), stage.ceilings.writes, "WCU", "bar");
    let reads = (recent(one.reads), stage.ceilings.reads, "RCU", "bar-read");
    let wide = is_wide(inner, scale);
    let mut y = base;
    for (at, (used, ceiling, unit, bar)) in [writes, reads].into_iter().enumerate() {
        let share = used.as_f64() / ceiling.max(1) as f64;
        let full = hot && share >= 0.8;
        if at == 1 {
            y += em(if narrow { 1.4 } else { 1.6 });
        } else if !wide {
            y += em(1.35);
        }
        let role = if full { "figure bad" } else { figure };
        rate(pen, role, Point::new(inner.right(), y), (used, unit), inner.width);
        y += em(0.45);
        pen.bar(
            if full { "bar-hot" } else { bar },
            Rect::new(inner.x, y, inner.width, em(0.5)),
            share,
        );
        y += em(0.5);
    }
    y + em(0.4)
}

/// The place beside the number of a partition, up to the figure on its line, and its letters. `None` if it is too small.
fn beside_number(one: &PartitionStage, pen: &Pen, inner: Rect) -> Option<(Point, usize)> {
    let scale = pen.scale;
    let number = words::partition(None, one.number);
    let x = inner.x + scale.width(&number) * scale.text / scale.small + scale.em(0.8);
    let figure = if is_wide(inner, scale) {
        scale.width(&words::rate(recent(one.writes), "WCU")) + scale.em(0.8)
    } else {
        0.0
    };
    let letters = scale.letters(inner.right() - figure - x);
    (letters >= 4).then_some((Point::new(x, inner.y + scale.em(1.45)), letters))
}

/// Whether a number and a figure fit side by side.
fn is_wide(inner: Rect, scale: Scale) -> bool {
    inner.width >= scale.em(9.5)
}

/// Bytes, items and the lag of the copies. Returns the height at which the rows must end.
fn footer(stage: &Stage, one: &PartitionStage, pen: &mut Pen, inner: Rect) -> f64 {
    let scale = pen.scale;
    let base = inner.bottom() - scale.em(0.65);
    let size = bytes(one.bytes);
    let letters = scale.letters(inner.width);
    let lag = stage.follower_lag.into_iter().max().unwrap_or_default();
    let behind = if lag > Duration::ZERO {
        t!("copies −{lag}", lag = span(lag))
    } else {
        String::new()
    };
    let long = format!("{size}, {}", words::items(one.items));
    let left = if long.chars().count() + behind.chars().count() < letters {
        long
    } else {
        size
    };
    let both = left.chars().count() + behind.chars().count() < letters;
    pen.say("quiet", Point::new(inner.x, base), Anchor::Start, fit(&left, letters));
    if both {
        pen.say("late", Point::new(inner.right(), base), Anchor::End, behind);
    }
    base - scale.em(1.1)
}

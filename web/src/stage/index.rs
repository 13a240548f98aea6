//! Global indexes: the pipe with its queue, the index with its partitions, and an index that is being filled.
//!
//! Must not know positions other than those it receives.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, Stage, StageBuild, StageIndex};
use hashrange_values::Text;
use litemap::LiteMap;

use super::mark::{Anchor, Picture, Subject, Way};
use super::pen::{Pen, fit};
use super::place::{self, Places};
use super::rows::{self, Holder};
use super::words::{self, recent};
use crate::state::figures::{count, counted, span};

/// Draws the pipes, behind everything else.
pub(super) fn pipes(stage: &Stage, places: &Places, picture: &mut Picture) {
    for (at, index) in stage.indexes.iter().enumerate() {
        if let (Some(lane), Some(rect)) = (places.lanes.get(at), places.indexes.get(at)) {
            let drawn = pipe(stage, index, (at, *lane), *rect, places, picture);
            picture.pipes.insert(index.name.clone(), drawn);
        }
    }
}

/// Whether an index throttles writes to its table.
pub(super) fn throttles(index: &StageIndex) -> bool {
    recent(index.throttles_table) > 0
}

fn pipe(
    stage: &Stage,
    index: &StageIndex,
    (at, lane): (usize, f64),
    rect: Rect,
    places: &Places,
    picture: &mut Picture,
) -> LiteMap<u32, Way> {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let thick = if throttles(index) { em(0.85) } else { em(0.55) };
    let into = into(rect, lane, places);
    let rate = recent([index.writes.used, index.writes.before]).as_f64();
    let mut pen = Pen::new(scale, Subject::Pipe(index.name.clone()), "", Rect::default()).still();
    let role = match (throttles(index), index.queued > 0 || rate > 0.0) {
        (true, _) => "pipe pipe-full",
        (_, true) => "pipe pipe-lit",
        _ => "pipe",
    };
    let mut ways = LiteMap::new();
    let mut ends = vec![into.first().map_or(0.0, |point| point.x)];
    let shift = (at as f64 - (stage.indexes.len() as f64 - 1.0) / 2.0) * em(0.9);
    for (one, from) in stage.partitions.iter().zip(&places.partitions) {
        let x = if places.narrow {
            places.width - places.margin / 2.0
        } else {
            (from.center().x + shift).clamp(from.x + 1.0, from.right() - 1.0)
        };
        let mut points = if places.narrow {
            let y = from.center().y;
            vec![Point::new(from.right(), y), Point::new(x, y), Point::new(x, lane)]
        } else {
            vec![Point::new(x, from.bottom()), Point::new(x, lane)]
        };
        ends.push(x);
        pen.line(
            "pipe",
            points.clone(),
            if stage.partitions.len() > 16 { 1.0 } else { 2.5 },
        );
        points.extend(into.iter().copied());
        ways.insert(
            one.number,
            Way {
                points,
                rate,
                refused: 0.0,
                shared: 0.0,
            },
        );
    }
    let (least, most) = (
        ends.iter().copied().fold(f64::MAX, f64::min),
        ends.iter().copied().fold(f64::MIN, f64::max),
    );
    pen.line(role, vec![Point::new(least, lane), Point::new(most, lane)], thick);
    pen.line(role, into, thick);
    pen.done(picture);
    ways
}

/// The end of a pipe: from its lane into the index.
fn into(rect: Rect, lane: f64, places: &Places) -> Vec<Point> {
    let x = if places.narrow {
        rect.right() - places.scale.em(1.4)
    } else {
        rect.x + places.scale.em(1.4)
    };
    if !places.narrow && rect.y - lane > places.scale.em(14.0) {
        // An index in a lower row: the pipe runs beside the boxes above it.
        let beside = rect.x - places.scale.em(0.9);
        return vec![
            Point::new(beside, lane),
            Point::new(beside, rect.y + places.scale.em(1.0)),
            Point::new(rect.x, rect.y + places.scale.em(1.0)),
        ];
    }
    vec![Point::new(x, lane), Point::new(x, rect.y)]
}

/// Draws the indexes and the pills of their pipes.
pub(super) fn draw(stage: &Stage, places: &Places, picture: &mut Picture) {
    for (at, index) in stage.indexes.iter().enumerate() {
        let (Some(rect), Some(lane)) = (places.indexes.get(at), places.lanes.get(at)) else {
            continue;
        };
        pill(index, *lane, *rect, places, picture);
        index_box(index, *rect, places, picture);
    }
}

fn pill(index: &StageIndex, lane: f64, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let reported = words::queue(index);
    let width = (scale.width(&reported) + scale.em(2.0)).min(places.width - 2.0 * places.margin);
    let x = if places.narrow {
        places.margin
    } else {
        (rect.x + scale.em(4.0)).min(places.width - places.margin - width)
    };
    let cover = Rect::new(x, lane - scale.em(0.95), width, scale.em(1.9));
    let mut pen = Pen::new(
        scale,
        Subject::Pipe(index.name.clone()),
        format!("Pipe to {}", index.name),
        cover,
    );
    picture.covers.push(cover);
    let full = throttles(index);
    pen.block(
        if full { "pill pill-bad" } else { "pill pill-index" },
        cover,
        cover.height / 2.0,
    );
    let middle = cover.center();
    pen.say(
        if full { "bad" } else { "figure" },
        Point::new(middle.x, middle.y + scale.em(0.33)),
        Anchor::Middle,
        fit(&reported, scale.letters(width - scale.em(1.0))),
    );
    pen.done(picture);
}

fn index_box(index: &StageIndex, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(
        scale,
        Subject::Index(index.name.clone()),
        format!("Index {}", index.name),
        rect,
    );
    let role = if throttles(index) {
        "card card-hot"
    } else {
        "card card-index"
    };
    pen.block(role, rect, 6.0);
    let inner = rect.inset(em(0.9), 0.0, em(0.9), em(0.5));
    let base = rect.y + em(1.45);
    let name = format!("□ {}", index.name);
    // A line has space for one text. Without traffic it shows the content of the index.
    let resting = places.narrow && !place::is_lit(index);
    let right = if resting { beneath(index).1 } else { beside(index) };
    let letters = scale.letters(inner.width);
    let room = letters.saturating_sub(right.chars().count() + 2).max(8);
    pen.write(
        "index-title",
        Point::new(inner.x, base),
        Anchor::Start,
        scale.text,
        fit(&name, room),
    );
    let bad = if throttles(index) { "bad" } else { "figure" };
    pen.say(
        bad,
        Point::new(inner.right(), base),
        Anchor::End,
        fit(&right, letters.saturating_sub(8)),
    );
    if resting {
        pen.done(picture);
        return;
    }
    let mut y = base + em(0.5);
    let used = recent([index.writes.used, index.writes.before]).as_f64();
    let share = index
        .build
        .as_ref()
        .map_or(used / index.writes.per_second.max(1) as f64, filled);
    let role = if throttles(index) { "bar-hot" } else { "bar-index" };
    pen.bar(role, Rect::new(inner.x, y, inner.width, em(0.5)), share);
    y += em(1.6);
    let (role, reported) = beneath(index);
    pen.say(role, Point::new(inner.x, y), Anchor::Start, fit(&reported, letters));
    pen.done(picture);
    let area = Rect::new(inner.x, y + em(0.5), inner.width, rect.bottom() - y - em(1.0));
    match index.build.as_ref().filter(|build| build.violations > 0) {
        Some(build) => tray(index, build, area, places, picture),
        None => partitions(index, area, places, picture),
    }
}

fn filled(build: &StageBuild) -> f64 {
    build.passed as f64 / build.items.max(1) as f64
}

/// The text beside the name: current units, or the status of an index that is not in use.
fn beside(index: &StageIndex) -> String {
    if index.build.is_some() {
        return format!("{}, cannot be queried", index.status);
    }
    let used = recent([index.writes.used, index.writes.before]);
    if index.writes.per_second == 0 {
        return words::rate(used, "WCU");
    }
    format!(
        "{} of {} WCU",
        crate::state::figures::units(used),
        count(index.writes.per_second)
    )
}

/// The text below the bar.
fn beneath(index: &StageIndex) -> (&'static str, String) {
    let so_far = index.writes.throttled;
    if throttles(index) {
        let reported = format!("throttles its table {}/s", count(recent(index.throttles_table).into()));
        return ("bad", format!("{reported}, {} so far", count(so_far.into())));
    }
    let entries = counted(index.entries, "entry");
    if let Some(build) = &index.build {
        let percent = (filled(build) * 100.0).floor();
        let shared = if build.units.is_zero() {
            String::new()
        } else {
            format!(", backfilling uses {}", words::rate(build.units, "WCU"))
        };
        let reported = if build.filling {
            format!("{entries}, {percent} % passed{shared}")
        } else {
            format!("{entries}, resources are being allocated")
        };
        return ("quiet", reported);
    }
    let mut reported = format!("{}, {entries}", index.status);
    if index.left_out > 0 {
        reported.push_str(&format!(", {} left out", count(index.left_out)));
    }
    if so_far > 0 {
        reported.push_str(&format!(", {} throttled", counted(so_far.into(), "write")));
    }
    if let Some(oldest) = index.oldest.filter(|_| index.queued > 0) {
        reported.push_str(&format!(", {} behind", span(oldest)));
    }
    ("quiet", reported)
}

/// The partitions of an index, side by side.
fn partitions(index: &StageIndex, area: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a handful of boxes
    let fits = ((area.width / em(4.0)) as usize).max(1);
    let shown = index.partitions.len().min(fits);
    let gap = em(0.5);
    let width = (area.width - gap * (shown.max(1) - 1) as f64) / shown.max(1) as f64;
    for (at, one) in index.partitions.iter().take(shown).enumerate() {
        let rect = Rect::new(area.x + at as f64 * (width + gap), area.y, width, area.height);
        partition(index, one, rect, places, picture);
    }
}

fn partition(index: &StageIndex, one: &PartitionStage, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let hot = recent(one.throttled_now) > 0;
    let short = words::partition(Some(&index.name), one.number);
    let subject = Subject::Partition {
        index: Some(index.name.clone()),
        number: one.number,
    };
    let mut pen = Pen::new(scale, subject, format!("{} {short}", index.name), rect);
    pen.block(if hot { "slot slot-hot" } else { "slot" }, rect, 4.0);
    let inner = rect.inset(em(0.5), 0.0, em(0.4), em(0.2));
    let base = rect.y + em(1.15);
    pen.say(
        if hot { "number bad" } else { "number" },
        Point::new(inner.x, base),
        Anchor::Start,
        short.clone(),
    );
    let used = recent(one.writes).max(recent(one.reads));
    let reported = words::rate(
        used,
        if recent(one.writes) >= recent(one.reads) {
            "WCU"
        } else {
            "RCU"
        },
    );
    let letters = scale.letters(inner.width).saturating_sub(short.len() + 1);
    if reported.chars().count() <= letters {
        pen.say("figure", Point::new(inner.right(), base), Anchor::End, reported);
    }
    pen.done(picture);
    let area = Rect::new(inner.x, base + em(0.35), inner.width, rect.bottom() - base - em(0.5));
    let cell = rows::cell_of(&index.partitions);
    let holder = Holder {
        index: Some(&index.name),
        one,
        locals: &[],
        hot: None,
        collection_limit: 0,
        cell,
    };
    rows::draw(holder, area, scale, picture);
}

/// Items that the index rejected, with the reason.
fn tray(index: &StageIndex, build: &StageBuild, area: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let subject = Subject::Tray(Text::clone(&index.name));
    let mut pen = Pen::new(scale, subject, format!("Left out of {}", index.name), area);
    pen.block("slot slot-hot", area, 4.0);
    let left = area.x + em(0.6);
    let letters = scale.letters(area.width - em(1.2));
    let mut y = area.y + em(1.15);
    pen.say(
        "bad",
        Point::new(left, y),
        Anchor::Start,
        format!("× left out: {}", count(build.violations)),
    );
    for one in &build.tray {
        y += em(1.25);
        if y > area.bottom() - em(0.3) {
            break;
        }
        let keys = one
            .item
            .iter()
            .map(|(_, value)| crate::state::item_rows::cell_text(value));
        let reported = format!("{}: {}", keys.collect::<Vec<_>>().join(" / "), one.why);
        pen.say("quiet", Point::new(left, y), Anchor::Start, fit(&reported, letters));
    }
    pen.done(picture);
}

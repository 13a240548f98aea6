//! Global and vector indexes: the pipe with its queue, the index with its partitions, and an index that is being filled.
//!
//! Must not know positions other than those it receives.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{Stage, StageBuild, StageIndex, StageUnits, Units};
use hashrange_values::Text;
use hashrange_words::t;
use litemap::LiteMap;

use super::index_rows::{partitions, results, tray};
use super::mark::{Anchor, Picture, Subject, Way};
use super::pen::{Pen, clauses, fit, fit_middle};
use super::place;
use super::places::Places;
use super::situation::throttles;
use super::words::{self, recent};
use crate::state::figures::{count, span};

/// Draws the pipes, behind everything else.
pub(super) fn pipes(stage: &Stage, places: &Places, picture: &mut Picture) {
    for (at, index) in stage.indexes.iter().enumerate() {
        if let (Some(lane), Some(rect)) = (places.lanes.get(at), places.indexes.get(at))
            && (rect.height >= places.scale.em(3.0) || places.narrow && rect.height >= 1.0)
        {
            let drawn = pipe(stage, index, (at, *lane), *rect, places, picture);
            picture.pipes.insert(index.name.clone(), drawn);
        }
    }
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
        let mut points = if places.fitted {
            let (middle, below) = (from.center().x, from.bottom() + 2.0);
            vec![
                Point::new(middle, from.bottom()),
                Point::new(middle, below),
                Point::new(x, below),
                Point::new(x, lane),
            ]
        } else if places.narrow {
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
        if rect.height < 1.0 {
            continue;
        }
        index_box(stage, index, *rect, places, picture);
    }
    others(stage, places, picture);
}

fn pill(index: &StageIndex, lane: f64, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let line = !places.narrow && rect.height < scale.em(3.0);
    if line || places.fitted && (rect.height < 1.0 || rect.y - lane < scale.em(0.9)) {
        return;
    }
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
        t!("Pipe to {index}", index = index.name),
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

fn index_box(stage: &Stage, index: &StageIndex, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(
        scale,
        Subject::Index(index.name.clone()),
        t!("Index {index}", index = index.name),
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
    // A line has space for one text. Without traffic it shows the content of the index.
    let resting = rect.height < em(3.0) || places.narrow && !places.fitted && !place::is_lit(index);
    let letters = scale.letters(inner.width);
    heading(
        &mut pen,
        stage,
        index,
        Rect::new(inner.x, base, inner.width, 0.0),
        resting,
    );
    if resting {
        pen.done(picture);
        return;
    }
    let mut y = base + em(0.5);
    if places.fitted {
        y = base - em(0.1);
    }
    let units = if is_read(stage, index) {
        &index.reads
    } else {
        &index.writes
    };
    let used = recent([units.used, units.before]).as_f64();
    let share = index
        .build
        .as_ref()
        .map_or(used / units.per_second.max(1) as f64, filled);
    let role = if throttles(index) { "bar-hot" } else { "bar-index" };
    if !places.fitted {
        pen.bar(role, Rect::new(inner.x, y, inner.width, em(0.5)), share);
        y += em(0.2);
    }
    y += em(1.4);
    let (role, reported) = beneath(index);
    pen.say(role, Point::new(inner.x, y), Anchor::Start, clauses(&reported, letters));
    pen.done(picture);
    let area = Rect::new(inner.x, y + em(0.5), inner.width, rect.bottom() - y - em(1.0));
    match index.build.as_ref().filter(|build| build.violations > 0) {
        Some(build) => tray(index, (build.violations, &build.tray), area, places, picture),
        None if index.vector.is_some() => vectors(index, area, places, picture),
        None => partitions(index, area, places, picture),
    }
}

/// The entries of a vector index, and beside them the results of the search that the picture tells about, or the items
/// that the index does not have.
fn vectors(index: &StageIndex, area: Rect, places: &Places, picture: &mut Picture) {
    let told = &places.told;
    let found = told.index.as_ref() == Some(&index.name) && !told.scores.is_empty();
    if !found && index.missing.is_empty() {
        return partitions(index, area, places, picture);
    }
    let half = (area.width - places.scale.em(0.5)) / 2.0;
    let left = Rect::new(area.x, area.y, half, area.height);
    let right = Rect::new(area.right() - half, area.y, half, area.height);
    partitions(index, left, places, picture);
    if found {
        results(index, right, places, picture);
    } else {
        tray(index, (index.left_out, &index.missing), right, places, picture);
    }
}

/// The name on a baseline, with the text beside it.
fn heading(pen: &mut Pen, stage: &Stage, index: &StageIndex, line: Rect, resting: bool) {
    let scale = pen.scale;
    let name = format!("□ {}", index.name);
    let letters = scale.letters(line.width);
    // The name is bold and larger than the figure beside it. The name comes first.
    let named = (name.chars().count() as f64 * scale.text / scale.small).ceil();
    let beside_name = letters.saturating_sub(super::row::whole(named) + 2);
    let right = match resting {
        true => at_rest(index, beside_name),
        false => clauses(&beside(stage, index), beside_name),
    };
    let taken = if right.is_empty() { 0 } else { right.chars().count() + 2 };
    if taken == 3 {
        // A mark stands for the status, so the accessible name says it.
        pen.rename(t!("Index {index}, {status}", index = index.name, status = index.status));
    }
    let room = super::row::whole((letters - taken.min(letters)) as f64 * scale.small / scale.text);
    let base = Point::new(line.x, line.y);
    pen.write("index-title", base, Anchor::Start, scale.text, fit_middle(&name, room));
    let bad = if throttles(index) { "bad" } else { "figure" };
    pen.say(bad, Point::new(line.right(), line.y), Anchor::End, right);
}

fn filled(build: &StageBuild) -> f64 {
    build.passed as f64 / build.items.max(1) as f64
}

/// The number of indexes that have no place.
fn others(stage: &Stage, places: &Places, picture: &mut Picture) {
    let Some(rect) = places.others else { return };
    let hidden = stage.indexes.iter().zip(&places.indexes);
    let hidden: Vec<&str> = hidden
        .filter(|(_, place)| place.height < 1.0)
        .map(|(index, _)| index.name.as_str())
        .collect();
    let many = format!(
        "+{}",
        t!(
            "{number, plural, one {# index} other {# indexes}}",
            number = hidden.len()
        )
    );
    let subject = Subject::Index(Text::const_new(""));
    let mut pen = Pen::new(places.scale, subject, format!("{many}: {}", hidden.join(", ")), rect).still();
    let base = Point::new(rect.x + places.scale.em(0.9), rect.y + places.scale.em(1.45));
    pen.say("quiet", base, Anchor::Start, many);
    pen.done(picture);
}

/// The text of an index that is one line: its status and content, as much as fits, or a mark of its status.
fn at_rest(index: &StageIndex, letters: usize) -> String {
    let (_, mut reported) = beneath(index);
    if index.build.is_some() {
        reported = format!("{}, {reported}", index.status);
    }
    let some = clauses(&reported, letters);
    match (some.is_empty(), throttles(index), index.status == "ACTIVE") {
        (false, ..) => some,
        (_, true, _) => "×".to_owned(),
        (_, _, true) => "✓".to_owned(),
        _ => "○".to_owned(),
    }
}

/// Whether the latest request read the index a moment ago.
fn is_read(stage: &Stage, index: &StageIndex) -> bool {
    let is_latest = stage.answer.as_ref().and_then(|answer| answer.index.as_ref()) == Some(&index.name);
    is_latest && !recent([index.reads.used, index.reads.before]).is_zero()
}

/// The text beside the name: current units, those of reads first while it is read, or the status of an index that is not
/// in use.
fn beside(stage: &Stage, index: &StageIndex) -> String {
    match (&index.build, &index.vector) {
        (Some(_), None) => return t!("{status}, cannot be queried", status = index.status),
        (Some(_), Some(_)) => return t!("{status}, cannot be searched", status = index.status),
        (None, Some(of)) => return of.to_string(),
        (None, None) => {}
    }
    let writes = units_of(stage, &index.writes, "WCU");
    if is_read(stage, index) {
        format!("{}, {writes}", units_of(stage, &index.reads, "RCU"))
    } else {
        writes
    }
}

fn units_of(stage: &Stage, of: &StageUnits, unit: &str) -> String {
    let (used, most) = (recent([of.used, of.before]), of.per_second);
    if most == 0 || stage.on_demand {
        return words::rate(used, unit);
    }
    let more = match (used > Units::whole(most), stage.throttling) {
        (false, _) => "",
        (_, true) => t!(", with burst credit"),
        (_, false) => t!(", throttling is off"),
    };
    format!("{} of {} {unit}{more}", crate::state::figures::units(used), count(most))
}

/// The text below the bar.
fn beneath(index: &StageIndex) -> (&'static str, String) {
    let so_far = index.writes.throttled;
    if throttles(index) {
        let reported = t!(
            "throttles its table {throttles_table, number}/s",
            throttles_table = recent(index.throttles_table)
        );
        return ("bad", t!("{reported}, {so_far, number} so far", reported, so_far));
    }
    let entries = t!(
        "{number, plural, one {# entry} other {# entries}}",
        number = index.entries
    );
    if let Some(build) = &index.build {
        let percent = (filled(build) * 100.0).floor();
        let shared = if build.units.is_zero() {
            String::new()
        } else {
            t!(", backfilling uses {build}", build = words::rate(build.units, "WCU"))
        };
        let reported = if build.filling {
            t!("{entries}, {percent} % passed{shared}", entries, percent, shared)
        } else {
            t!("{entries}, resources are being allocated", entries)
        };
        return ("quiet", reported);
    }
    let mut reported = format!("{}, {entries}", index.status);
    if index.left_out > 0 {
        let left_out = index.left_out;
        let words = if index.vector.is_some() {
            t!(", {left_out, number} left out", left_out)
        } else {
            t!(", {left_out, number} left out by the backfill", left_out)
        };
        reported.push_str(&words);
    }
    if so_far > 0 {
        reported.push_str(&t!(
            ", so far {so_far, plural, one {# write} other {# writes}} throttled",
            so_far
        ));
    }
    if let Some(oldest) = index.oldest.filter(|_| index.queued > 0) {
        reported.push_str(&t!(", {oldest} behind", oldest = span(oldest)));
    }
    ("quiet", reported)
}

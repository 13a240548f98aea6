//! The partitions of an index with their entries, the items that it does not have, and the results of a search. Must not
//! know the position of the index.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, StageIndex, StageTray};
use hashrange_values::{Item, Text};
use hashrange_words::t;

use super::holder::Holder;
use super::mark::{Anchor, Picture, Subject};
use super::pen::{Pen, fit};
use super::places::Places;
use super::rows;
use super::words::{self, recent};

/// The partitions of an index, side by side.
pub(super) fn partitions(index: &StageIndex, area: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a handful of boxes
    let fits = ((area.width / em(if places.fitted { 7.0 } else { 4.0 })) as usize).max(1);
    // If not all fit, those with entries come first.
    let mut free = index.partitions.len().saturating_sub(fits);
    let mut shown: Vec<&PartitionStage> = index.partitions.iter().rev().collect();
    for empty in [true, false] {
        shown.retain(|one| {
            let dropped = free > 0 && (!empty || one.items == 0);
            free -= usize::from(dropped);
            !dropped
        });
    }
    shown.reverse();
    let gap = em(0.5);
    let widths = slot_widths(&shown, area.width - gap * (shown.len().max(1) - 1) as f64);
    let mut x = area.x;
    for (one, width) in shown.into_iter().zip(widths) {
        partition(index, one, Rect::new(x, area.y, width, area.height), places, picture);
        x += width + gap;
    }
}

/// The widths of partitions of an index in this width: one with entries has five times that of an empty one.
pub(super) fn slot_widths(partitions: &[&PartitionStage], width: f64) -> Vec<f64> {
    let weight = |one: &&PartitionStage| if one.items > 0 { 5.0 } else { 1.0 };
    let weights: Vec<f64> = partitions.iter().map(weight).collect();
    let whole = weights.iter().sum::<f64>().max(1.0);
    weights.iter().map(|weight| width * weight / whole).collect()
}

fn partition(index: &StageIndex, one: &PartitionStage, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let hot = recent(one.throttled_now) > 0;
    // On a phone a low partition of an index, and the only one, has no title.
    let bare = places.fitted && (index.partitions.len() == 1 || rect.height < em(4.6));
    let short = words::partition(Some(&index.name), one.number);
    let subject = Subject::Partition {
        index: Some(index.name.clone()),
        number: one.number,
    };
    let mut pen = Pen::new(scale, subject, format!("{} {short}", index.name), rect);
    let reached = places.told.reached(Some(&index.name), one.number);
    let role = match (reached, hot) {
        (true, _) => "slot slot-told",
        (_, true) => "slot slot-hot",
        _ => "slot",
    };
    pen.block(role, rect, 4.0);
    let inner = rect.inset(em(0.5), 0.0, em(0.4), em(0.2));
    let base = if bare { rect.y - em(0.1) } else { rect.y + em(1.15) };
    if !bare {
        pen.say(
            if hot { "number bad" } else { "number" },
            Point::new(inner.x, base),
            Anchor::Start,
            short.clone(),
        );
    }
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
    if !bare && reported.chars().count() <= letters {
        pen.say(places.figure(), Point::new(inner.right(), base), Anchor::End, reported);
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
        wanted: &places.wanted,
        told: &places.told,
        keys: &places.keys,
    };
    rows::draw(holder, area, scale, picture);
}

/// Items that the index does not have: their number, and the first ones with the reason.
pub(super) fn tray(
    index: &StageIndex,
    (many, first): (u64, &[StageTray]),
    area: Rect,
    places: &Places,
    picture: &mut Picture,
) {
    let title = ("bad", t!("× left out: {many, number}", many));
    // A vector index has no item without a vector, as intended. What a backfill rejects is a mistake.
    let role = if index.build.is_some() { "slot slot-hot" } else { "slot" };
    let lines = first.iter().map(|one| format!("{}: {}", key_text(&one.item), one.why));
    let subject = Subject::Tray(Text::clone(&index.name));
    let pen = Pen::new(
        places.scale,
        subject,
        t!("Left out of {index}", index = index.name),
        area,
    );
    list(pen, role, title, lines, picture);
}

/// The results of a search of a vector index, each with its score, nearest first.
pub(super) fn results(index: &StageIndex, area: Rect, places: &Places, picture: &mut Picture) {
    let found = places.told.touched.iter().zip(&places.told.scores).enumerate();
    let lines = found.map(|(at, (item, score))| format!("{} {} {score}", at + 1, key_text(item)));
    let subject = Subject::Index(Text::clone(&index.name));
    let pen = Pen::new(
        places.scale,
        subject,
        t!("Results of {index}", index = index.name),
        area,
    )
    .still();
    list(
        pen,
        "slot slot-told",
        ("figure", t!("nearest first, score").to_owned()),
        lines,
        picture,
    );
}

/// A title and lines, as many as fit.
fn list(
    mut pen: Pen,
    role: &'static str,
    (title_role, title): (&'static str, String),
    lines: impl Iterator<Item = String>,
    picture: &mut Picture,
) {
    let (scale, area) = (pen.scale, pen.cover());
    let em = |times: f64| scale.em(times);
    pen.block(role, area, 4.0);
    let left = area.x + em(0.6);
    let letters = scale.letters(area.width - em(1.2));
    let mut y = area.y + em(1.15);
    pen.say(title_role, Point::new(left, y), Anchor::Start, fit(&title, letters));
    for line in lines {
        y += em(1.25);
        if y > area.bottom() - em(0.3) {
            break;
        }
        pen.say("quiet", Point::new(left, y), Anchor::Start, fit(&line, letters));
    }
    pen.done(picture);
}

fn key_text(item: &Item) -> String {
    let keys = item.iter().map(|(_, value)| crate::state::item_rows::cell_text(value));
    keys.collect::<Vec<_>>().join(" / ")
}

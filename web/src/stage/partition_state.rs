//! The state of a partition of the table: its frame, a line about what happens to it, and its figures. Must not know its position.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{PartitionStage, Stage, StageBuild, Units};
use hashrange_words::t;

use super::mark::{Anchor, Subject};
use super::pen::Pen;
use super::situation;
use super::words::{self, recent};
use crate::state::figures::{count, units};

/// The time for which a split is marked as new: a minute, in microseconds.
const NEW: u64 = 60_000_000;

/// Whether a partition throttled requests in this second or the previous one.
pub(super) fn is_hot(one: &PartitionStage) -> bool {
    recent(one.throttled_now) > 0
}

pub(super) fn table_subject(one: &PartitionStage) -> Subject {
    Subject::Partition {
        index: None,
        number: one.number,
    }
}

/// Whether a recent split created it.
fn is_new(stage: &Stage, one: &PartitionStage) -> bool {
    stage.splits.iter().any(|split| {
        let mine = split.children.0 == one.number || split.children.1 == one.number;
        mine && stage.at.micros().saturating_sub(split.at.micros()) < NEW
    })
}

pub(super) fn frame(stage: &Stage, one: &PartitionStage, reached: bool, pen: &mut Pen) {
    let new = is_new(stage, one);
    let cursor = build(stage).is_some_and(|(_, build)| at_cursor(one, build));
    let role = match (is_hot(one), new, cursor || sweeping(stage, one)) {
        _ if reached => "card card-told",
        (true, ..) => "card card-hot",
        (_, true, _) => "card card-new",
        (.., true) => "card card-now",
        _ => "card",
    };
    let rect = pen.cover();
    pen.block(role, rect, 6.0);
}

/// The current state of a partition on one line: throttled, new, scanned, passed by a cursor. Returns its lower edge.
pub(super) fn static_lines(stage: &Stage, one: &PartitionStage, pen: &mut Pen, inner: Rect, y: f64) -> f64 {
    let scale = pen.scale;
    let base = y + scale.em(1.05);
    if let Some((role, texts)) = state(stage, one) {
        let text = longest(texts, scale.letters(inner.width));
        pen.say(role, Point::new(inner.x, base), Anchor::Start, text);
        if sweeping(stage, one) {
            let line = base + scale.em(0.4);
            pen.line(
                "sweep",
                vec![Point::new(inner.x, line), Point::new(inner.right(), line)],
                2.0,
            );
        }
    }
    base + scale.em(0.55)
}

/// The first of these texts with at most this many letters. Empty without one.
pub(super) fn longest(texts: Vec<String>, most: usize) -> String {
    let mut texts = texts.into_iter();
    texts.find(|text| text.chars().count() <= most).unwrap_or_default()
}

/// The current state of a partition: its role, and its words from the longest to the shortest form.
pub(super) fn state(stage: &Stage, one: &PartitionStage) -> Option<(&'static str, Vec<String>)> {
    let refused = recent(one.throttled_now);
    if refused > 0 {
        let throttled = words::throttled(refused);
        let short = format!("×{}/s", count(refused.into()));
        return Some(match situation::table_limit(stage, one) {
            Some(limit) => (
                "bad",
                vec![
                    format!("{throttled}: {limit}"),
                    format!("{short}: {limit}"),
                    throttled,
                    short,
                ],
            ),
            None => ("bad", vec![throttled, short]),
        });
    }
    if is_new(stage, one) {
        return Some(("late", vec![t!("new after a split").to_owned(), "new".to_owned()]));
    }
    if let Some((_, build)) = build(stage) {
        let (role, long, short) = passed(one, build);
        return Some((role, vec![long.to_owned(), short.to_owned()]));
    }
    swept(stage, one).map(|(role, reported)| (role, vec![reported]))
}

/// The index that is being filled now.
pub(super) fn build(stage: &Stage) -> Option<(&hashrange_protocol::StageIndex, &StageBuild)> {
    stage
        .indexes
        .iter()
        .find_map(|index| Some((index, index.build.as_ref().filter(|build| build.filling)?)))
}

fn at_cursor(one: &PartitionStage, build: &StageBuild) -> bool {
    (one.from..=one.to).contains(&build.cursor)
}

fn passed(one: &PartitionStage, build: &StageBuild) -> (&'static str, &'static str, &'static str) {
    match (at_cursor(one, build), build.cursor > one.to) {
        (true, _) => ("index-key", t!("backfilling reads here"), "cursor"),
        (_, true) => ("faint", t!("backfilling has read it"), "done"),
        _ => ("faint", t!("backfilling comes later"), "ahead"),
    }
}

/// Whether the TTL scanner reaches a partition within a second, or reached it in the last second.
fn sweeping(stage: &Stage, one: &PartitionStage) -> bool {
    let Some(expiry) = stage.expiry.as_ref().filter(|expiry| expiry.enabled) else {
        return false;
    };
    expiry.sweeps.iter().any(|(number, last, next)| {
        let near = |at: &Option<hashrange_time::Timestamp>| {
            at.is_some_and(|at| at.micros().abs_diff(stage.at.micros()) < 1_000_000)
        };
        *number == one.number && (near(last) || near(next))
    })
}

fn swept(stage: &Stage, one: &PartitionStage) -> Option<(&'static str, String)> {
    let expiry = stage.expiry.as_ref().filter(|expiry| expiry.enabled)?;
    let (_, last, next) = expiry.sweeps.iter().find(|(number, ..)| *number == one.number)?;
    if sweeping(stage, one) {
        return Some(("late", t!("sweep now").to_owned()));
    }
    match (last, next) {
        (_, Some(next)) if *next > stage.at => Some(("faint", t!("sweep at {at}", at = words::clock(*next, stage.at)))),
        (Some(last), _) => Some(("faint", format!("swept {}", words::clock(*last, stage.at)))),
        _ => None,
    }
}

/// Units a second, in smaller letters if the room is narrow.
pub(super) fn rate(pen: &mut Pen, role: &'static str, at: Point, (used, unit): (Units, &str), width: f64) {
    let scale = pen.scale;
    let share = |text: &str| width / scale.width(text).max(1.0);
    let mut text = words::rate(used, unit);
    if share(&text) < 0.8 {
        text = format!("{} {unit}", units(used));
    }
    let share = share(&text).min(1.0);
    // Without room for legible letters, the bar says enough.
    if share >= 0.7 {
        pen.write(role, at, Anchor::End, scale.small * share, text);
    }
}

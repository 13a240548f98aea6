//! The stream with its shards and records, and TTL in figures. Must not know their positions.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{ExpiryState, Stage, StageStream, StreamSquare};
use hashrange_wire::OperationType;
use hashrange_words::t;

use super::mark::{Anchor, Picture, Subject};
use super::pen::{Pen, fit};
use super::places::Places;
use crate::state::figures::moment;

/// Draws the stream and TTL.
pub(super) fn draw(stage: &Stage, places: &Places, picture: &mut Picture) {
    if let (Some(stream), Some(rect)) = (&stage.stream, places.stream) {
        draw_stream(stream, rect, places, picture);
    }
    if let Some(rect) = places.expiry {
        draw_expiry(stage.expiry.as_ref(), rect, places, picture);
    }
}

fn draw_stream(stream: &StageStream, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(scale, Subject::Stream, "Stream", rect);
    let base = rect.y + em(1.2);
    pen.write("title", Point::new(rect.x, base), Anchor::Start, scale.text, "Stream");
    let (records, shards) = (
        t!(
            "{number, plural, one {# record} other {# records}}",
            number = stream.records
        ),
        t!(
            "{number, plural, one {# shard} other {# shards}}",
            number = stream.shards.len()
        ),
    );
    let reported = format!("{records}, {shards}, {}", stream.view);
    let off = if stream.enabled { "" } else { t!(", off") };
    let letters = scale.letters(rect.width - em(4.6));
    pen.say(
        "quiet",
        Point::new(rect.x + em(4.4), base),
        Anchor::Start,
        fit(&format!("{reported}{off}"), letters),
    );
    pen.done(picture);
    if stream.records == 0 {
        return;
    }
    // With few shards, each has space for letters. Many shards get a line each, while there is space.
    let step = ((rect.height - em(1.9)) / stream.shards.len().max(1) as f64).clamp(em(0.9), em(2.05));
    let tall = step * 0.83;
    for (at, shard) in stream.shards.iter().enumerate() {
        let strip = Rect::new(rect.x, rect.y + em(1.9) + at as f64 * step, rect.width, tall);
        if strip.bottom() > rect.bottom() + 1.0 {
            break;
        }
        draw_shard(shard, at, strip, places, picture);
    }
}

/// A shard: its latest records, the latest on the right.
fn draw_shard(shard: &[StreamSquare], at: usize, strip: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let side = strip.height * 0.68;
    let step = side + scale.em(0.25);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a handful of squares
    let fits = ((strip.width - scale.em(0.5)) / step) as usize;
    let subject = Subject::Record(hashrange_values::Text::from(format!("shard {at}")));
    let mut pen = Pen::new(scale, subject, "", strip).still();
    pen.block("shard", strip, 5.0);
    pen.done(picture);
    let skip = shard.len().saturating_sub(fits);
    for (place, record) in shard.iter().skip(skip).enumerate() {
        let x = strip.x + scale.em(0.35) + place as f64 * step;
        let rect = Rect::new(x, strip.y + (strip.height - side) / 2.0, side, side);
        let (role, letter) = match (record.name, record.by_service) {
            (OperationType::Insert, _) => ("record", "I"),
            (OperationType::Modify, _) => ("record record-modify", "M"),
            (OperationType::Remove, false) => ("record record-remove", "R"),
            (OperationType::Remove, true) => ("record record-service", "R"),
        };
        let by = if record.by_service { " by DynamoDB" } else { "" };
        let name = t!(
            "record {sequence}, {record}{by}, {at}",
            sequence = record.sequence,
            record = record.name.as_str(),
            by,
            at = moment(record.at, 3)
        );
        let mut pen = Pen::new(scale, Subject::Record(record.sequence.clone()), name, rect);
        pen.block(role, rect, 3.0);
        let middle = rect.center();
        let letter = if side >= scale.em(0.9) { letter } else { "" };
        pen.say(
            "record-letter",
            Point::new(middle.x, middle.y + scale.em(0.34)),
            Anchor::Middle,
            letter,
        );
        pen.done(picture);
    }
}

fn draw_expiry(expiry: Option<&ExpiryState>, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(scale, Subject::Expiry, t!("Time to live"), rect);
    let base = rect.y + em(1.2);
    pen.write(
        "title",
        Point::new(rect.x, base),
        Anchor::Start,
        scale.text,
        t!("Time to live"),
    );
    let letters = scale.letters(rect.width);
    let on = expiry.filter(|expiry| expiry.enabled);
    let reported = on.map_or_else(|| "off".to_owned(), |expiry| format!("by {}", expiry.attribute));
    let beside = Point::new(rect.x + em(7.9), base);
    pen.say(
        "quiet",
        beside,
        Anchor::Start,
        fit(&reported, letters.saturating_sub(13)),
    );
    let below = rect.y + em(2.7);
    if let Some(expiry) = expiry.filter(|expiry| expiry.enabled || expiry.deleted > 0) {
        let late = expiry.readable > 0;
        let mut reported = t!(
            "{live, number} will expire · {readable, number} expired, still readable",
            live = expiry.live,
            readable = expiry.readable
        );
        if expiry.deleted > 0 {
            reported.push_str(&format!(
                " {}",
                t!("· {deleted, number} deleted", deleted = expiry.deleted)
            ));
        }
        let short = t!(
            "{live, number} will expire, {readable, number} readable, {deleted, number} deleted",
            live = expiry.live,
            readable = expiry.readable,
            deleted = expiry.deleted
        );
        let text = if reported.chars().count() <= letters {
            reported
        } else {
            fit(&short, letters)
        };
        pen.say(
            if late { "late" } else { "figure" },
            Point::new(rect.x, below),
            Anchor::Start,
            text,
        );
    }
    pen.done(picture);
}

//! The figures of this second, or of a load that has ended, beside the senders: successful and throttled requests, and why
//! some were refused. Must not know where requests go.

use hashrange_plot::Point;
use hashrange_protocol::{Outcome, Stage};
use hashrange_words::t;

use super::Senders;
use super::mark::{Anchor, Picture, Subject};
use super::pen::{Pen, fit};
use super::places::Places;
use super::words::{self, recent};
use crate::state::figures::count;

/// Successful and throttled requests per second, with the exception's name, and other refusals.
pub(super) fn draw(stage: &Stage, senders: &Senders, places: &Places, picture: &mut Picture) {
    let (scale, rect) = (places.scale, places.requests);
    if rect.height < 1.0 {
        return;
    }
    let em = |times: f64| scale.em(times);
    let of = |pick: fn(&hashrange_protocol::StageSecond) -> u32| recent([pick(&stage.second), pick(&stage.before)]);
    let (answered, refused) = (of(|second| second.answered), of(|second| second.throttled));
    // A load is in several seconds of the clock, so its last second says less than its sum.
    let load = senders.load.filter(|_| places.wanted.paused);
    let [answered, refused] = load.unwrap_or([answered, refused].map(u64::from));
    let a_second = if load.is_some() { "" } else { "/s" };
    let mut pen = Pen::new(scale, Subject::Requests, t!("Requests a second"), rect);
    let succeeded = t!("{answered, plural, one {succeeded} other {succeeded}}", answered);
    let columns = [
        (
            succeeded.as_str(),
            answered,
            if places.wanted.paused { "big faint" } else { "big" },
        ),
        (
            t!("throttled"),
            refused,
            match (refused > 0, places.wanted.paused) {
                (true, _) => "big bad",
                (_, true) => "big faint",
                _ => "big",
            },
        ),
    ];
    for (at, (name, value, role)) in columns.into_iter().enumerate() {
        let x = rect.x + at as f64 * rect.width / 2.0;
        if places.narrow {
            let reported = format!("{}{a_second} {name}", count(value));
            pen.say(role, Point::new(x, rect.y + em(1.0)), Anchor::Start, reported);
        } else {
            // In reading order, the name follows its figure.
            pen.write(
                role,
                Point::new(x, rect.y + em(2.6)),
                Anchor::Start,
                scale.em(1.25),
                format!("{}{a_second}", count(value)),
            );
            pen.say("quiet", Point::new(x, rect.y + em(1.0)), Anchor::Start, name);
        }
    }
    let below = Point::new(rect.x, rect.y + em(if places.narrow { 2.3 } else { 4.0 }));
    if places.fitted {
        let load = senders.load.map(of_load);
        let (role, reported) = load.map_or_else(|| refusal(stage, refused), |load| ("figure", load));
        pen.say(role, below, Anchor::Start, fit(&reported, scale.letters(rect.width)));
        return pen.done(picture);
    }
    let (role, reported) = match refusal(stage, refused) {
        _ if load.is_some() && refused == 0 => ("quiet", t!("of the load; clock paused").to_owned()),
        _ if places.wanted.paused && refused == 0 => ("quiet", t!("last second; clock paused").to_owned()),
        other => other,
    };
    // The name of an exception is shown in full.
    let share = (rect.width / scale.width(&reported).max(1.0)).clamp(0.66, 1.0);
    let reported = fit(&reported, scale.letters(rect.width / share));
    pen.write(role, below, Anchor::Start, scale.small * share, reported);
    if let Some(reported) = senders.load.map(of_load) {
        let base = Point::new(rect.x, rect.y + em(if places.narrow { 3.5 } else { 5.3 }));
        pen.say("figure", base, Anchor::Start, fit(&reported, scale.letters(rect.width)));
    }
    pen.done(picture);
}

/// How many requests of a load succeeded and were throttled.
fn of_load([answered, throttled]: [u64; 2]) -> String {
    t!(
        "load: {answered, number} succeeded, {throttled, number} throttled",
        answered,
        throttled
    )
}

/// The refused requests and the reason, on one line.
fn refusal(stage: &Stage, refused: u64) -> (&'static str, String) {
    let of = |pick: fn(&hashrange_protocol::StageSecond) -> u32| recent([pick(&stage.second), pick(&stage.before)]);
    if refused > 0 {
        let name = stage.passing.iter().rev().find_map(|passing| match &passing.outcome {
            Outcome::Throttled { exception, .. } => Some(exception.to_string()),
            _ => None,
        });
        return (
            "bad",
            format!(
                "× {}",
                name.unwrap_or_else(|| "ProvisionedThroughputExceededException".to_owned())
            ),
        );
    }
    let (conditions, conflicts) = (of(|second| second.conditions), of(|second| second.conflicts));
    if conflicts > 0 || stage.locked > 0 {
        return (
            "late",
            t!(
                "{locked} locked by transactions, {conflicts} refused",
                locked = words::items(stage.locked as u64),
                conflicts
            ),
        );
    }
    if conditions > 0 {
        return ("late", t!("{conditions, number} conditions failed", conditions));
    }
    let last = stage
        .passing
        .last()
        .filter(|last| stage.at.micros().saturating_sub(last.at.micros()) < 2_000_000);
    match last {
        Some(last) => ("quiet", format!("{}: {}", last.operation.name(), words::cost(last))),
        None => ("quiet", String::new()),
    }
}

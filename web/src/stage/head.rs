//! The head of the picture: senders, the accelerator, the hash of the partition key, the figures of this second, and
//! the paths from the hash to the partitions. Must not know the content of a partition.

use hashrange_plot::{Point, Rect};
use hashrange_protocol::{Outcome, Stage};
use hashrange_words::t;
use litemap::LiteMap;

use super::mark::{Anchor, Picture, Subject, Way, length};
use super::pen::{Pen, clauses, curve, fit, fit_middle};
use super::places::Places;
use super::words::{self, recent};
use super::{Sender, Senders, requests};

/// Draws the head.
pub(super) fn draw(stage: &Stage, senders: &Senders, places: &Places, picture: &mut Picture) {
    ways(stage, places, picture);
    for (at, (sender, rect)) in senders.list.iter().zip(&places.senders).enumerate() {
        sender_box(at, sender, *rect, places, picture);
    }
    accelerator(stage, places, picture);
    hash(stage, places, picture);
    requests::draw(stage, senders, places, picture);
}

fn sender_box(at: usize, sender: &Sender, rect: Rect, places: &Places, picture: &mut Picture) {
    let scale = places.scale;
    let em = |times: f64| scale.em(times);
    let mut pen = Pen::new(
        scale,
        Subject::Sender(at),
        format!("{}, {}", sender.name, sender.sends),
        rect,
    )
    .still();
    pen.block("card", rect, 6.0);
    let letters = scale.letters(rect.width - em(1.6));
    if places.fitted {
        on_one_line(&mut pen, sender, rect, letters);
        return pen.done(picture);
    }
    if places.narrow {
        let base = rect.y + em(1.45);
        pen.write(
            "title",
            Point::new(rect.x + em(0.8), base),
            Anchor::Start,
            scale.text,
            sender.name.as_str(),
        );
        pen.say(
            "figure",
            Point::new(rect.right() - em(0.8), base),
            Anchor::End,
            fit(&sender.sends, letters.saturating_sub(9)),
        );
    } else {
        pen.write(
            "title",
            Point::new(rect.x + em(0.9), rect.y + em(1.45)),
            Anchor::Start,
            scale.text,
            sender.name.as_str(),
        );
        pen.say(
            "figure",
            Point::new(rect.x + em(0.9), rect.y + em(2.8)),
            Anchor::Start,
            fit(&sender.sends, letters),
        );
    }
    if let Some(got) = &sender.got {
        let (left, first) = if places.narrow { (0.8, 2.7) } else { (0.9, 4.15) };
        let role = if got.refused { "bad" } else { "title" };
        for (at, (role, reported)) in [(role, &got.reported), ("figure", &got.first)].into_iter().enumerate() {
            let base = rect.y + em(first + at as f64 * 1.25);
            // Of an item, the attributes that fit in letters that are hardly smaller.
            let some = if at == 1 {
                clauses(reported, letters * 6 / 5)
            } else {
                String::new()
            };
            let reported = if some.is_empty() { reported } else { &some };
            // The name of an exception is shown in full, in smaller letters if necessary.
            let share = (letters as f64 / reported.chars().count().max(1) as f64).clamp(0.66, 1.0);
            let size = scale.small * share;
            let reported = fit(reported, letters * 3 / 2);
            pen.write(role, Point::new(rect.x + em(left), base), Anchor::Start, size, reported);
        }
    }
    pen.done(picture);
}

/// A sender in a lesson on a phone: its request and the result on one line.
fn on_one_line(pen: &mut Pen, sender: &Sender, rect: Rect, letters: usize) {
    let scale = pen.scale;
    let em = |times: f64| scale.em(times);
    let base = rect.y + em(1.15);
    let got = sender.got.as_ref();
    let reported = got.map_or("", |got| got.reported.as_str());
    let name = if got.is_some() {
        sender.sends.clone()
    } else {
        format!("{} {}", sender.name, sender.sends)
    };
    let name = fit(&name, letters.saturating_sub(reported.chars().count().min(26) + 1));
    let rest = letters.saturating_sub(name.chars().count() + 1);
    let role = if got.is_some_and(|got| got.refused) {
        "bad"
    } else {
        "title"
    };
    pen.say("figure", Point::new(rect.x + em(0.8), base), Anchor::Start, name);
    pen.say(
        role,
        Point::new(rect.right() - em(0.8), base),
        Anchor::End,
        fit(reported, rest),
    );
}

fn accelerator(stage: &Stage, places: &Places, picture: &mut Picture) {
    let (Some(dax), Some(rect)) = (&stage.accelerator, places.accelerator) else {
        return;
    };
    let scale = places.scale;
    let mut pen = Pen::new(scale, Subject::Accelerator, "DAX", rect);
    pen.block("card card-dax", rect, 6.0);
    let reported = words::hits(dax.item_hits + dax.query_hits, dax.item_misses + dax.query_misses);
    let left = rect.x + scale.em(0.8);
    pen.write(
        "title",
        Point::new(left, rect.y + scale.em(1.45)),
        Anchor::Start,
        scale.text,
        "DAX",
    );
    let below = if places.narrow {
        Point::new(left + scale.em(3.0), rect.y + scale.em(1.45))
    } else {
        Point::new(left, rect.y + scale.em(2.8))
    };
    pen.say(
        "figure",
        below,
        Anchor::Start,
        fit(&reported, scale.letters(rect.right() - below.x)),
    );
    pen.done(picture);
}

fn hash(stage: &Stage, places: &Places, picture: &mut Picture) {
    let (scale, rect) = (places.scale, places.hash);
    if places.fitted {
        return;
    }
    let mut pen = Pen::new(scale, Subject::Hash, t!("Hash of the partition key"), rect).still();
    pen.block("pill", rect, rect.height / 2.0);
    picture.covers.push(rect);
    let letters = scale.letters(rect.width - scale.em(2.0));
    // While the picture tells what a request did, its key leads to its partitions.
    let told = &places.told;
    let index = stage.indexes.iter().find(|one| Some(&one.name) == told.index.as_ref());
    let sign = if index.is_some() { '□' } else { '■' };
    let key = if let Some(key) = &told.key {
        let to: Vec<String> = told
            .partitions
            .iter()
            .map(|at| words::partition(told.index.as_deref(), *at))
            .collect();
        let to = to.join(", ");
        let room = letters.saturating_sub(to.chars().count() + 5).max(4);
        format!("{sign} {} → {to}", fit_middle(key, room))
    } else {
        let keys = index.map_or(&stage.keys, |index| &index.keys);
        format!("{sign} {}", words::key_names(keys))
    };
    let middle = rect.center();
    if places.narrow {
        let reported = fit(&t!("hash of {key}", key), letters);
        pen.say(
            "key",
            Point::new(middle.x, middle.y + scale.em(0.35)),
            Anchor::Middle,
            reported,
        );
    } else {
        pen.say(
            "title",
            Point::new(middle.x, middle.y - scale.em(0.25)),
            Anchor::Middle,
            t!("hash of"),
        );
        pen.say(
            "key",
            Point::new(middle.x, middle.y + scale.em(1.05)),
            Anchor::Middle,
            fit(&key, letters),
        );
    }
    pen.done(picture);
}

/// Requests of the second before the reading, by partition: their number, and the share of refused ones.
fn rates(stage: &Stage) -> LiteMap<u32, (f64, f64)> {
    let second = &stage.second;
    let total = f64::from(recent([
        second.answered + second.throttled,
        stage.before.answered + stage.before.throttled,
    ]));
    let mut by: LiteMap<u32, (f64, f64)> = LiteMap::new();
    let late = stage.at.micros().saturating_sub(2_000_000);
    let mut all = 0.0;
    for passing in stage.passing.iter().filter(|passing| passing.at.micros() >= late) {
        if let Some(at) = passing.partition {
            let entry = by.entry(at).or_default();
            entry.0 += 1.0;
            entry.1 += f64::from(u8::from(matches!(passing.outcome, Outcome::Throttled { .. })));
            all += 1.0;
        }
    }
    // The latest requests represent all requests of the second.
    for (_, (count, refused)) in by.iter_mut() {
        (*count, *refused) = (total * *count / f64::max(all, 1.0), *refused / *count);
    }
    by
}

/// The width of a path: a thin line, and a band that grows with the traffic per second.
fn band(rate: f64, scale: f64) -> f64 {
    if rate <= 0.0 {
        1.5
    } else {
        (2.0 + rate.sqrt() * 0.32).min(16.0) * scale
    }
}

fn ways(stage: &Stage, places: &Places, picture: &mut Picture) {
    let rates = rates(stage);
    let scale = places.scale;
    let thick = scale.text / 13.0;
    let total: f64 = rates.values().map(|(rate, _)| rate).sum();
    let trunk = trunk(places);
    let mut common = trunk.clone();
    let mut pen = Pen::new(scale, Subject::Way(u32::MAX), "", Rect::default()).still();
    for sender in &places.senders {
        pen.line(
            match (places.told.is, total > 0.0) {
                (true, _) => "way way-told",
                (_, true) => "way way-lit",
                _ => "way",
            },
            from_sender(*sender, places),
            band(if places.told.is { 1.0 } else { total }, thick),
        );
    }
    for (one, rect) in stage.partitions.iter().zip(&places.partitions) {
        let (rate, refused) = rates.get(&one.number).copied().unwrap_or_default();
        let points = way(*rect, places);
        let told = &places.told;
        let role = match (rate > 0.0 && !told.is, refused > 0.0) {
            _ if told.reached(None, one.number) => "way way-told",
            (false, _) => "way",
            (_, true) => "way way-hot",
            _ => "way way-lit",
        };
        let wide = if told.is { band(1.0, thick) } else { band(rate, thick) };
        if rect.height >= 1.0 {
            pen.line(role, points.clone(), wide);
        }
        let whole: Vec<Point> = trunk.iter().chain(&points).copied().collect();
        // With stacked partitions, each path leaves the shared part where it turns to its partition.
        let turn = whole.len().saturating_sub(1);
        let beginning = if places.narrow {
            whole.get(..turn).unwrap_or_default()
        } else {
            &trunk
        };
        let shared = length(beginning);
        if rate > 0.0 && places.narrow {
            common = beginning.to_vec();
        }
        picture.ways.insert(
            one.number,
            Way {
                points: whole,
                rate,
                refused,
                shared,
            },
        );
    }
    pen.done(picture);
    let refused: f64 = rates.values().map(|(rate, refused)| rate * refused).sum();
    picture.trunk = Way {
        points: common,
        rate: total,
        refused: refused / total.max(1.0),
        shared: 0.0,
    };
}

/// The path from a sender to the hash.
fn from_sender(sender: Rect, places: &Places) -> Vec<Point> {
    if places.narrow {
        let x = places.margin / 2.0;
        return vec![
            sender.left_middle(),
            Point::new(x, sender.center().y),
            Point::new(x, places.hash.center().y),
            places.hash.left_middle(),
        ];
    }
    let (from, to) = (sender.right_middle(), places.hash.left_middle());
    let turn = from.x.midpoint(to.x);
    if (from.y - to.y).abs() < 1.0 {
        return vec![from, to];
    }
    vec![from, Point::new(turn, from.y), Point::new(turn, to.y), to]
}

/// The path that all requests share: from the first sender through the hash.
fn trunk(places: &Places) -> Vec<Point> {
    let Some(sender) = places.senders.first() else {
        return Vec::new();
    };
    let mut points = from_sender(*sender, places);
    if !places.narrow {
        points.push(Point::new(places.hash.center().x, places.hash.center().y));
        points.push(Point::new(places.hash.center().x, places.hash.bottom()));
    }
    points
}

/// The path from the hash to a partition.
fn way(rect: Rect, places: &Places) -> Vec<Point> {
    if places.fitted {
        let (x, above) = (places.margin / 2.0, rect.y - 2.0);
        let top = Point::new(rect.center().x, rect.y);
        let from = Point::new(x, places.hash.y);
        return vec![from, Point::new(x, above), Point::new(top.x, above), top];
    }
    if places.narrow {
        let x = places.margin / 2.0;
        let from = places.hash.left_middle();
        let y = rect.y + places.scale.em(1.1).min(rect.height / 2.0);
        return vec![Point::new(x, from.y), Point::new(x, y), Point::new(rect.x, y)];
    }
    // The paths spread below the title of the table, not through it.
    let from = Point::new(places.hash.center().x, places.hash.bottom());
    let below = Point::new(from.x, (places.title.y + places.scale.em(0.5)).max(from.y));
    let mut points = vec![from];
    points.extend(curve(below, Point::new(rect.center().x, rect.y)));
    points
}

//! What moves on the stage: requests and index entries, by virtual time. Where each is at a moment follows from its times, the
//! speed and the picture alone, so that the same moment looks the same however it was come to. Nothing is random.
//!
//! Requests take a fixed time of the reader for their way, for a request has no length in virtual time. Entries travel from
//! the write to when they are due. Must not know frames or canvases.

use hashrange_plot::Point;
use hashrange_protocol::{Outcome, Passing, Stage};
use hashrange_values::Text;
use hashrange_wire::Operation;
use litemap::LiteMap;

use super::mark::{Picture, Way, along, length};

/// The reader's time that a request takes to its partition, in microseconds.
const WAY: f64 = 1_100_000.0;
/// The reader's time that a refused request takes to bounce.
const BOUNCE: f64 = 700_000.0;
/// The least of the reader's time that an entry takes, so that it can be seen.
const LEAST: f64 = 800_000.0;
/// Requests a second of the reader above which single ones are no longer told apart.
const MOST_A_SECOND: f64 = 10.0;
/// Requests that are lit where they arrived, for a reader who wants no motion.
const LIT: usize = 8;
/// Virtual time after which an entry that has arrived is no longer lit, in microseconds.
const GONE: f64 = 1_000_000.0;
/// Requests and entries that are remembered.
const MOST: usize = 400;
/// Pixels between the grains of a band, and what they move in a second of the reader.
const GRAIN: f64 = 26.0;
const FLOW: f64 = 70.0;

/// What a dot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotKind {
    /// A write on its way.
    Write,
    /// A read on its way.
    Read,
    /// A refused request: a cross from where it was refused.
    Refused,
    /// An entry on its way to a global index.
    Entry,
    /// A grain of a band: it tells that something flows, not how much.
    Grain,
    /// A grain of what is refused.
    GrainRefused,
    /// A grain of a pipe.
    GrainEntry,
}

/// A dot at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Where.
    pub at: Point,
    /// What.
    pub kind: DotKind,
    /// The number of the request; 0 of a grain.
    pub number: u64,
}

/// What was seen to move, remembered for as long as it is on its way.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    requests: LiteMap<(u64, u16), Passing>,
    entries: LiteMap<(Text, u64), Passing>,
    rate: f64,
    rates: LiteMap<Text, f64>,
    newest: u64,
    /// The newest request that has been shown to its end: it is not shown again.
    done: u64,
}

/// Whether a request only reads.
#[must_use]
pub fn is_read(passing: &Passing) -> bool {
    matches!(
        passing.operation,
        Operation::GetItem | Operation::BatchGetItem | Operation::Query | Operation::Scan | Operation::TransactGetItems
    )
}

impl Traffic {
    /// Takes a reading up. One of an earlier moment begins anew.
    pub fn take(&mut self, stage: &Stage) {
        let newest = stage.passing.last().map_or(0, |passing| passing.number);
        if newest < self.newest {
            *self = Self::default();
        }
        self.newest = newest;
        let second = stage.second.answered + stage.second.throttled;
        self.rate = f64::from(second.max(stage.before.answered + stage.before.throttled));
        for passing in stage.passing.iter().filter(|passing| passing.number > self.done) {
            self.requests.insert((passing.number, passing.member), passing.clone());
        }
        for index in &stage.indexes {
            let used = index.writes.used.max(index.writes.before).as_f64();
            self.rates.insert(index.name.clone(), used);
            for passing in &index.travelling {
                let number = passing.write.unwrap_or(passing.number);
                self.entries.insert((index.name.clone(), number), passing.clone());
            }
        }
        keep_newest(&mut self.requests);
        keep_newest(&mut self.entries);
    }

    /// Lets go of whatever has arrived, so that a frame looks at little.
    pub fn forget_arrived(&mut self, now: f64, speed: f64) {
        let speed = speed.max(f64::MIN_POSITIVE);
        let done = &mut self.done;
        self.requests.retain(|(number, _), passing| {
            let moves = age(passing, now, speed) < WAY + BOUNCE;
            *done = if moves { *done } else { (*done).max(*number) };
            moves
        });
        self.entries.retain(|_, passing| travelled(passing, now, speed) < 1.0);
    }

    /// Whether anything moves at a moment, in microseconds of virtual time.
    #[must_use]
    pub fn moves(&self, now: f64, speed: f64) -> bool {
        let speed = speed.max(f64::MIN_POSITIVE);
        self.requests.values().any(|passing| (0.0..WAY + BOUNCE).contains(&age(passing, now, speed)))
            || self.entries.values().any(|passing| travelled(passing, now, speed) < 1.0)
    }

    /// Whether so many requests pass that they are a band.
    #[must_use]
    pub fn is_band(&self, speed: f64) -> bool {
        self.rate * speed > MOST_A_SECOND
    }

    /// Everything that moves, at a moment in microseconds of virtual time.
    pub fn dots(&self, now: f64, speed: f64, picture: &Picture, out: &mut Vec<Dot>) {
        out.clear();
        let speed = speed.max(f64::MIN_POSITIVE);
        if self.is_band(speed) {
            let shift = now / speed / 1_000_000.0 * FLOW;
            for way in picture.ways.values().chain([&picture.trunk]).filter(|way| way.rate > 0.0) {
                grains(way, shift, DotKind::Grain, out);
            }
        } else {
            self.requests.values().for_each(|passing| request(passing, now, speed, picture, out));
        }
        self.entry_dots(now, speed, picture, out);
        out.retain(|dot| !picture.covers.iter().any(|cover| cover.contains(dot.at)));
    }

    /// The same for a reader who wants no motion: the newest requests where they arrived or were refused, and entries in the
    /// pipe or at its end. Nothing is between two places.
    pub fn stills(&self, now: f64, picture: &Picture, out: &mut Vec<Dot>) {
        out.clear();
        let first = self.requests.len().saturating_sub(LIT);
        for passing in self.requests.values().skip(first) {
            let way = passing.partition.and_then(|at| picture.ways.get(&at)).unwrap_or(&picture.trunk);
            let kind = match passing.outcome {
                Outcome::Answered if is_read(passing) => DotKind::Read,
                Outcome::Answered => DotKind::Write,
                _ => DotKind::Refused,
            };
            out.push(Dot { at: along(&way.points, 1.0), kind, number: passing.number });
        }
        out.retain(|dot| !picture.covers.iter().any(|cover| cover.contains(dot.at)));
        for ((index, _), passing) in &self.entries {
            let ways = picture.pipes.get(index);
            let way = ways.and_then(|ways| ways.get(&passing.partition?).or_else(|| ways.values().next()));
            let since = passing.arrives.map_or(f64::MIN, |due| now - due.micros() as f64);
            let arrived = since >= 0.0;
            if let Some(way) = way.filter(|_| since < GONE) {
                // In the pipe, but not on the words in its middle.
                let share = if arrived { 1.0 } else { 0.2 };
                out.push(Dot { at: along(&way.points, share), kind: DotKind::Entry, number: passing.number });
            }
        }
    }

    fn entry_dots(&self, now: f64, speed: f64, picture: &Picture, out: &mut Vec<Dot>) {
        for (name, ways) in &picture.pipes {
            let rate = self.rates.get(name).copied().unwrap_or_default();
            if rate * speed > MOST_A_SECOND {
                let shift = now / speed / 1_000_000.0 * FLOW;
                // What all partitions have in common flows; one of them stands for all.
                if let Some(way) = ways.values().next_back() {
                    grains(way, shift, DotKind::GrainEntry, out);
                }
                continue;
            }
            let mine = self.entries.iter().filter(|((index, _), _)| index == name).map(|(_, passing)| passing);
            for passing in mine {
                let share = travelled(passing, now, speed);
                let way = passing.partition.and_then(|at| ways.get(&at)).or_else(|| ways.values().next());
                if let Some(way) = way.filter(|_| (0.0..1.0).contains(&share)) {
                    out.push(Dot { at: along(&way.points, share), kind: DotKind::Entry, number: passing.number });
                }
            }
        }
    }
}

/// Forgets the oldest of too many.
fn keep_newest<K: Ord>(of: &mut LiteMap<K, Passing>) {
    let mut left = of.len().saturating_sub(MOST);
    of.retain(|_, _| left.checked_sub(1).map(|rest| left = rest).is_none());
}

/// The reader's time since a request was sent, in microseconds.
fn age(passing: &Passing, now: f64, speed: f64) -> f64 {
    (now - passing.at.micros() as f64) / speed
}

/// The share of its way that an entry has travelled; negative before the write has arrived.
fn travelled(passing: &Passing, now: f64, speed: f64) -> f64 {
    let waited = age(passing, now, speed) - WAY;
    passing.arrives.map_or((waited / (LEAST * 4.0)).min(0.97), |due| {
        let whole = due.micros().saturating_sub(passing.at.micros()) as f64 / speed;
        waited / whole.max(LEAST)
    })
}

fn request(passing: &Passing, now: f64, speed: f64, picture: &Picture, out: &mut Vec<Dot>) {
    let age = age(passing, now, speed);
    let way = passing.partition.and_then(|at| picture.ways.get(&at)).unwrap_or(&picture.trunk);
    let refused = !matches!(passing.outcome, Outcome::Answered);
    if (0.0..WAY).contains(&age) {
        let kind = if is_read(passing) { DotKind::Read } else { DotKind::Write };
        out.push(Dot { at: along(&way.points, age / WAY), kind, number: passing.number });
    } else if refused && (WAY..WAY + BOUNCE).contains(&age) {
        let share = (age - WAY) / BOUNCE;
        let end = along(&way.points, 1.0);
        let at = Point::new(end.x + 46.0 * share, end.y - 8.0 - 40.0 * share * (2.0 - share));
        out.push(Dot { at, kind: DotKind::Refused, number: passing.number });
    }
}

/// The texture of a band: grains at equal distances that flow at one speed, as many refused ones as their share says.
fn grains(way: &Way, shift: f64, kind: DotKind, out: &mut Vec<Dot>) {
    let whole = length(&way.points);
    if whole < 1.0 {
        return;
    }
    let moved = shift / GRAIN;
    let first = moved.floor();
    let mut place = (moved - first) * GRAIN;
    let mut number = -first;
    while place < whole {
        // As many of a hundred as the share says, evenly among the others.
        let turn = number.rem_euclid(100.0);
        let refused = ((turn + 1.0) * way.refused).floor() > (turn * way.refused).floor();
        let kind = if refused && kind == DotKind::Grain { DotKind::GrainRefused } else { kind };
        if place >= way.shared {
            out.push(Dot { at: along(&way.points, place / whole), kind, number: 0 });
        }
        place += GRAIN;
        number += 1.0;
    }
}

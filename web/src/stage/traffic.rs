//! Moving things on the stage: requests and index entries, by virtual time. Their positions at a time depend only on
//! their times, the speed and the picture, so that the same time always looks the same. Nothing is random.
//!
//! The movement of a request takes a fixed real time, because a request has no duration in virtual time. Entries travel
//! from the write to their due time. Must not know frames or canvases.

use hashrange_plot::Point;
use hashrange_protocol::{Outcome, Passing, Stage};
use hashrange_values::Text;
use hashrange_wire::Operation;
use litemap::LiteMap;

use super::mark::{Picture, Way, along, length};

/// The real time of a request's movement to its partition, in microseconds.
const WAY: f64 = 1_100_000.0;
/// The real time of a refused request's bounce, in microseconds.
const BOUNCE: f64 = 700_000.0;
/// Minimum real time of an entry, so that it is visible.
const LEAST: f64 = 800_000.0;
/// The number of requests per real second above which individual requests are not shown.
const MOST_A_SECOND: f64 = 10.0;
/// The number of requests that are highlighted at their destination with reduced motion.
const LIT: usize = 8;
/// The virtual time after which an entry that has arrived is no longer highlighted, in microseconds.
const GONE: f64 = 1_000_000.0;
/// The maximum number of stored requests and entries.
const MOST: usize = 400;
/// Pixels between the grains of a band, and their movement in a real second.
const GRAIN: f64 = 26.0;
const FLOW: f64 = 70.0;

/// The kind of a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotKind {
    /// A write in transit.
    Write,
    /// A read in transit.
    Read,
    /// A refused request: a cross at the place of the refusal.
    Refused,
    /// A pending entry of a global index.
    Entry,
    /// A grain of a band. It shows that something flows, but not how much.
    Grain,
    /// A grain of refused requests.
    GrainRefused,
    /// A grain of a pipe.
    GrainEntry,
}

/// A dot at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// The position.
    pub at: Point,
    /// The kind.
    pub kind: DotKind,
    /// The number of the request; 0 for a grain.
    pub number: u64,
}

/// Recorded movements, stored until they end.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    requests: LiteMap<(u64, u16), Passing>,
    entries: LiteMap<(Text, u64), Passing>,
    rate: f64,
    rates: LiteMap<Text, f64>,
    newest: u64,
    /// The latest request whose movement has ended. It is not shown again.
    done: u64,
}

/// Whether a request only reads.
#[must_use]
pub fn is_read(passing: &Passing) -> bool {
    match passing.operation {
        Operation::GetItem
        | Operation::BatchGetItem
        | Operation::Query
        | Operation::Scan
        | Operation::SearchVectors
        | Operation::TransactGetItems => true,
        // A statement that wrote says so.
        Operation::ExecuteStatement | Operation::BatchExecuteStatement | Operation::ExecuteTransaction => {
            passing.outcome == Outcome::Answered && passing.write.is_none()
        }
        _ => false,
    }
}

impl Traffic {
    /// Adds a reading. A reading of an earlier time resets the traffic.
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

    /// Drops movements that have ended, so that a frame has little to check.
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

    /// Whether anything moves at a time, in microseconds of virtual time.
    #[must_use]
    pub fn moves(&self, now: f64, speed: f64) -> bool {
        let speed = speed.max(f64::MIN_POSITIVE);
        self.requests
            .values()
            .any(|passing| (0.0..WAY + BOUNCE).contains(&age(passing, now, speed)))
            || self
                .entries
                .values()
                .any(|passing| travelled(passing, now, speed) < 1.0)
    }

    /// Whether the request rate is so high that requests are shown as a band.
    #[must_use]
    pub fn is_band(&self, speed: f64) -> bool {
        self.rate * speed > MOST_A_SECOND
    }

    /// All dots at a time in microseconds of virtual time.
    pub fn dots(&self, now: f64, speed: f64, picture: &Picture, out: &mut Vec<Dot>) {
        out.clear();
        let speed = speed.max(f64::MIN_POSITIVE);
        if self.is_band(speed) {
            let shift = now / speed / 1_000_000.0 * FLOW;
            for way in picture
                .ways
                .values()
                .chain([&picture.trunk])
                .filter(|way| way.rate > 0.0)
            {
                grains(way, shift, DotKind::Grain, out);
            }
        } else {
            self.requests
                .values()
                .for_each(|passing| request(passing, now, speed, picture, out));
        }
        self.entry_dots(now, speed, picture, out);
        out.retain(|dot| !picture.covers.iter().any(|cover| cover.contains(dot.at)));
    }

    /// The dots with reduced motion: the latest requests where they arrived or were refused, and entries in the pipe or
    /// at its end. No dot is between two places.
    pub fn stills(&self, now: f64, picture: &Picture, out: &mut Vec<Dot>) {
        out.clear();
        let first = self.requests.len().saturating_sub(LIT);
        for passing in self.requests.values().skip(first) {
            let way = passing
                .partition
                .and_then(|at| picture.ways.get(&at))
                .unwrap_or(&picture.trunk);
            let kind = match passing.outcome {
                Outcome::Answered if is_read(passing) => DotKind::Read,
                Outcome::Answered => DotKind::Write,
                _ => DotKind::Refused,
            };
            out.push(Dot {
                at: along(&way.points, 1.0),
                kind,
                number: passing.number,
            });
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
                out.push(Dot {
                    at: along(&way.points, share),
                    kind: DotKind::Entry,
                    number: passing.number,
                });
            }
        }
    }

    fn entry_dots(&self, now: f64, speed: f64, picture: &Picture, out: &mut Vec<Dot>) {
        for (name, ways) in &picture.pipes {
            let rate = self.rates.get(name).copied().unwrap_or_default();
            if rate * speed > MOST_A_SECOND {
                let shift = now / speed / 1_000_000.0 * FLOW;
                // The part that all paths share has grains too. One path represents all.
                if let Some(way) = ways.values().next_back() {
                    grains(way, shift, DotKind::GrainEntry, out);
                }
                continue;
            }
            let mine = self
                .entries
                .iter()
                .filter(|((index, _), _)| index == name)
                .map(|(_, passing)| passing);
            for passing in mine {
                let share = travelled(passing, now, speed);
                let way = passing
                    .partition
                    .and_then(|at| ways.get(&at))
                    .or_else(|| ways.values().next());
                if let Some(way) = way.filter(|_| (0.0..1.0).contains(&share)) {
                    out.push(Dot {
                        at: along(&way.points, share),
                        kind: DotKind::Entry,
                        number: passing.number,
                    });
                }
            }
        }
    }
}

/// Removes the oldest entries above the maximum number.
fn keep_newest<K: Ord>(of: &mut LiteMap<K, Passing>) {
    let mut left = of.len().saturating_sub(MOST);
    of.retain(|_, _| left.checked_sub(1).map(|rest| left = rest).is_none());
}

/// The real time since a request was sent, in microseconds.
fn age(passing: &Passing, now: f64, speed: f64) -> f64 {
    (now - passing.at.micros() as f64) / speed
}

/// The share of its path that an entry has travelled. Negative before the write has arrived.
fn travelled(passing: &Passing, now: f64, speed: f64) -> f64 {
    let waited = age(passing, now, speed) - WAY;
    passing.arrives.map_or((waited / (LEAST * 4.0)).min(0.97), |due| {
        let whole = due.micros().saturating_sub(passing.at.micros()) as f64 / speed;
        waited / whole.max(LEAST)
    })
}

fn request(passing: &Passing, now: f64, speed: f64, picture: &Picture, out: &mut Vec<Dot>) {
    let age = age(passing, now, speed);
    let way = passing
        .partition
        .and_then(|at| picture.ways.get(&at))
        .unwrap_or(&picture.trunk);
    let refused = !matches!(passing.outcome, Outcome::Answered);
    if (0.0..WAY).contains(&age) {
        let kind = if is_read(passing) {
            DotKind::Read
        } else {
            DotKind::Write
        };
        out.push(Dot {
            at: along(&way.points, age / WAY),
            kind,
            number: passing.number,
        });
    } else if refused && (WAY..WAY + BOUNCE).contains(&age) {
        let share = (age - WAY) / BOUNCE;
        let end = along(&way.points, 1.0);
        let at = Point::new(end.x + 46.0 * share, end.y - 8.0 - 40.0 * share * (2.0 - share));
        out.push(Dot {
            at,
            kind: DotKind::Refused,
            number: passing.number,
        });
    }
}

/// The texture of a band: grains at equal distances with the same speed, with the share of refused grains.
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
        // The share in a hundred, spread evenly.
        let turn = number.rem_euclid(100.0);
        let refused = ((turn + 1.0) * way.refused).floor() > (turn * way.refused).floor();
        let kind = if refused && kind == DotKind::Grain {
            DotKind::GrainRefused
        } else {
            kind
        };
        if place >= way.shared {
            out.push(Dot {
                at: along(&way.points, place / whole),
                kind,
                number: 0,
            });
        }
        place += GRAIN;
        number += 1.0;
    }
}

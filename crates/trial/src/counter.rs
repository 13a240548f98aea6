//! Counts one side of a trial from the events of its engine.
//!
//! Must not know what is sent, nor why.

use hashrange_engine::{Direction, Engine, EventKind, Fate, RequestEvent, StopCause, Trace};
use hashrange_insight::Refusal;
use hashrange_values::{Item, Text};
use hashrange_wire::{CapacityDirection, ThrottleCause, ThrottlingReason};

use crate::figures::{Bytes, Figures, Held, Throttle};

/// The maximum number of partitions and keys counted for each bound.
const MOST_HELD: usize = 100;

/// The counts so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    pub(crate) figures: Figures,
    seen: u64,
    bounds: Vec<Bound>,
    /// Whether manual requests are not counted.
    load_only: bool,
}

#[derive(Clone, Debug)]
struct Bound {
    throttle: Throttle,
    held: Vec<Held>,
}

impl Counter {
    /// Starts to count after the engine's latest event.
    pub(crate) fn begin(&mut self, engine: &Engine) {
        *self = Self {
            seen: engine.last_event(),
            ..Self::default()
        };
    }

    /// Counts requests of loads only.
    pub(crate) fn of_load(&mut self) {
        self.load_only = true;
    }

    /// Reads the new events.
    pub(crate) fn observe(&mut self, engine: &Engine, table: &str) {
        for event in engine.events_since(self.seen) {
            if let EventKind::Request(request) = &event.kind
                && (request.sender.is_some() || !self.load_only)
            {
                self.count(request, (engine, table));
            }
        }
        self.seen = engine.last_event();
    }

    fn count(&mut self, request: &RequestEvent, (engine, table): (&Engine, &str)) {
        for used in request.consumption.iter().filter(|used| used.table == table) {
            self.figures.charge(used);
        }
        for trace in &request.traces {
            if let Trace::Read(read) = trace {
                self.figures.items_read += read
                    .partitions
                    .iter()
                    .map(|partition| partition.line.count)
                    .sum::<u64>();
                let listed = read
                    .walked
                    .iter()
                    .filter(|walked| walked.fate == Fate::Returned)
                    .count() as u64;
                self.figures.items_returned += if request.returned.count > 0 {
                    request.returned.count
                } else {
                    listed
                };
            }
        }
        let throttled = request.stops.iter().filter(|stop| stop.table == table);
        for stop in throttled {
            if let StopCause::Throttled(throttled) = &stop.cause {
                self.throttled(&throttled.first, (engine, table));
            }
        }
        if let Some(error) = request.error.as_deref().filter(|_| request.stops.is_empty())
            && self.figures.refusal.is_none()
        {
            self.figures.refusal = Some(Refusal::from(error));
        }
    }

    fn throttled(&mut self, reason: &ThrottlingReason, (engine, table): (&Engine, &str)) {
        let direction = match reason.direction {
            CapacityDirection::Read => Direction::Read,
            CapacityDirection::Write => Direction::Write,
        };
        let bound = self.bound(reason.index.as_deref().map(Text::from), direction, reason.cause);
        bound.throttle.attempts += 1;
        bound.throttle.half_units += reason.wanted.half_units.unwrap_or(0);
        let (partition, key) = (reason.wanted.partition, partition_key(reason, (engine, table)));
        if let Some(held) = bound
            .held
            .iter_mut()
            .find(|held| held.partition == partition && held.key == key)
        {
            held.attempts += 1;
        } else if bound.held.len() < MOST_HELD {
            bound.held.push(Held {
                partition,
                key,
                attempts: 1,
            });
        }
    }

    fn bound(&mut self, index: Option<Text>, direction: Direction, cause: ThrottleCause) -> &mut Bound {
        let same = |bound: &Bound| {
            let throttle = &bound.throttle;
            (&throttle.index, throttle.direction, throttle.cause) == (&index, direction, cause)
        };
        let place = self.bounds.iter().position(same).unwrap_or(self.bounds.len());
        if place == self.bounds.len() {
            let throttle = Throttle {
                index,
                direction,
                cause,
                limit: 0,
                attempts: 0,
                half_units: 0,
                most: None,
            };
            self.bounds.push(Bound {
                throttle,
                held: Vec::new(),
            });
        }
        #[allow(clippy::indexing_slicing, reason = "it was found there, or pushed there")]
        &mut self.bounds[place]
    }

    /// Returns the counts, with the present size of the table.
    pub(crate) fn finish(&mut self, engine: &Engine, table: &str) -> Figures {
        self.observe(engine, table);
        let mut figures = std::mem::take(&mut self.figures);
        figures.bytes = stored(engine, table);
        let limited = |throttle: Throttle| Throttle {
            limit: limit_of(engine, table, &throttle),
            ..throttle
        };
        figures.throttles = self.bounds.drain(..).map(|bound| limited(bound.throttle())).collect();
        hashrange_values::sort_by(&mut figures.throttles, |one, other| other.attempts.cmp(&one.attempts));
        figures
    }
}

impl Bound {
    /// The throttle of the bound, with the partition and key that it throttled most; the first of equal ones.
    fn throttle(self) -> Throttle {
        let most = self
            .held
            .into_iter()
            .reduce(|most, held| if held.attempts > most.attempts { held } else { most });
        Throttle { most, ..self.throttle }
    }
}

/// The throttled partition key value, of the throttling index if there is one; `None` if the item is not known.
fn partition_key(reason: &ThrottlingReason, (engine, table): (&Engine, &str)) -> Option<Item> {
    let (key, view) = (reason.wanted.key.as_ref()?, engine.table(table)?);
    let keys = view.keys_of(reason.index.as_deref())?;
    let found = || keys.partition_of(&*engine.peek(table, key)?);
    keys.partition_of(key).or_else(found)
}

/// The units per second that a bound allows. On demand one cause covers both limits: the smaller applies.
fn limit_of(engine: &Engine, table: &str, throttle: &Throttle) -> u64 {
    let reserve = engine.reserve(table, throttle.index.as_deref(), throttle.direction);
    reserve.map_or(0, |reserve| match (throttle.cause, reserve.cause) {
        (ThrottleCause::KeyRangeThroughput, ThrottleCause::KeyRangeThroughput) => {
            reserve.per_second.min(reserve.ceiling)
        }
        (ThrottleCause::KeyRangeThroughput, _) => reserve.ceiling,
        _ => reserve.per_second,
    })
}

fn stored(engine: &Engine, table: &str) -> Vec<Bytes> {
    let Some(table) = engine.table(table) else {
        return Vec::new();
    };
    let own = Bytes {
        index: None,
        items: table.item_count() as u64,
        bytes: table.bytes(),
    };
    let of_indexes = table.indexes().map(|index| Bytes {
        index: Some(index.definition().name.clone()),
        items: index.item_count() as u64,
        bytes: index.bytes(),
    });
    std::iter::once(own).chain(of_indexes).collect()
}

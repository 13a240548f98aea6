//! What happened while patterns were played: calls and their results, units, and the first throttle.
//!
//! Must not know what is sent next.

use hashrange_engine::{Direction, Engine, RequestEvent, StopCause, Units};
use hashrange_time::Duration;
use hashrange_values::{Item, Text};
use hashrange_wire::{CapacityDirection, Request, ThrottleCause, ThrottlingReason, table_name_of};
use serde::{Deserialize, Serialize};

use crate::Served;
use crate::calls::compared;
use crate::slots::{Slot, each_slot};

/// The counts of a play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The results of each pattern's calls, in the order of the patterns.
    pub patterns: Vec<CallCounts>,
    /// The units that each pattern took of tables and indexes, in the order in which they were first charged.
    pub units: Vec<Vec<Served>>,
    /// The first throttle, if there was one.
    pub first: Option<FirstThrottle>,
    /// How long the patterns were played, in virtual time.
    pub lasted: Duration,
}

/// The results of a pattern's calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallCounts {
    /// Calls that succeeded.
    pub answered: u64,
    /// Calls that were throttled, also those of which only some members were: batches that return unprocessed members.
    pub throttled: u64,
    /// Calls that were refused for another reason, failed conditions among them.
    pub refused: u64,
}

impl CallCounts {
    /// All calls.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.answered + self.throttled + self.refused
    }
}

/// What throttled first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstThrottle {
    /// When, from the beginning.
    pub after: Duration,
    /// The pattern that was throttled, by its place among all patterns.
    pub pattern: usize,
    /// The table.
    pub table: Text,
    /// The global index that throttled; `None` for the table.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// The bound.
    pub cause: ThrottleCause,
    /// The number of the partition.
    pub partition: u32,
    /// The partition key value, of the throttling index if there is one; `None` if the call has several, or none.
    pub key: Option<Item>,
}

impl Played {
    /// Counts without calls, for a number of patterns.
    pub(crate) fn of(patterns: usize) -> Self {
        Self {
            patterns: vec![CallCounts::default(); patterns],
            units: vec![Vec::new(); patterns],
            ..Self::default()
        }
    }

    /// Adds the units that a request of a pattern took.
    pub(crate) fn charge(&mut self, pattern: usize, event: &RequestEvent) {
        let Some(units) = self.units.get_mut(pattern) else {
            return;
        };
        for used in &event.consumption {
            for arm in used.arms().filter(|arm| arm.units > Units::ZERO) {
                let is_same = |served: &&mut Served| {
                    served.direction == used.direction && served.resource == arm.resource && served.table == used.table
                };
                match units.iter_mut().find(is_same) {
                    Some(served) => served.units += arm.units,
                    None => units.push(Served {
                        table: used.table.clone(),
                        resource: arm.resource,
                        direction: used.direction,
                        units: arm.units,
                    }),
                }
            }
        }
    }
}

/// What throttled a request first, with its table.
pub(crate) fn throttle_of(event: &RequestEvent) -> Option<(&Text, &ThrottlingReason)> {
    event.stops.iter().find_map(|stop| match &stop.cause {
        StopCause::Throttled(throttled) => Some((&stop.table, &throttled.first)),
        StopCause::Condition | StopCause::Conflict => None,
    })
}

impl FirstThrottle {
    /// The throttle of a pattern's call at a time. `request` is that call, which contains the items that it puts.
    pub(crate) fn new(
        engine: &Engine,
        (after, pattern): (Duration, usize),
        (table, reason): (&Text, &ThrottlingReason),
        request: Option<Request>,
    ) -> Self {
        Self {
            after,
            pattern,
            table: table.clone(),
            index: reason.index.as_deref().map(Text::from),
            direction: match reason.direction {
                CapacityDirection::Read => Direction::Read,
                CapacityDirection::Write => Direction::Write,
            },
            cause: reason.cause,
            partition: reason.wanted.partition,
            key: partition_key(engine, table, reason, request),
        }
    }
}

/// The throttled partition key value. That of a Query is in its key condition. An index's value of a write is in the item
/// that is put, or in the existing item.
fn partition_key(engine: &Engine, table: &Text, reason: &ThrottlingReason, request: Option<Request>) -> Option<Item> {
    let view = engine.table(table)?;
    let keys = view.keys_of(reason.index.as_deref())?;
    if let Some(Request::Query(asked)) = &request {
        let value = compared(asked, asked.expression_attribute_values.as_ref(), keys);
        return Some(value).filter(|value| value.len() == keys.partition.len());
    }
    let key = reason.wanted.key.as_ref()?;
    let mut put = None;
    if let Some(mut request) = request {
        each_slot(&mut request, &mut |named, slot| {
            if let Slot::Put(item) = slot
                && table_name_of(named) == *table
                && view.keys().key_of(item) == *key
            {
                put = keys.partition_of(item);
            }
        });
    }
    put.or_else(|| keys.partition_of(key))
        .or_else(|| keys.partition_of(&*engine.peek(table, key)?))
}

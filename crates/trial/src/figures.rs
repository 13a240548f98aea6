//! The figures of one side of a trial: requests and their results, units, items and bytes.
//!
//! Must not know the other side.

use hashrange_engine::{Consumption, Direction, Units};
use hashrange_insight::Refusal;
use hashrange_time::Duration;
use hashrange_values::{Item, Text};
use hashrange_wire::ThrottleCause;
use hashrange_workload::LoadSecond;
use serde::{Deserialize, Serialize};

/// The result of a load or request. Times are relative to its start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Requests, without their retries.
    pub requests: u64,
    /// Attempts: requests and retries.
    pub sent: u64,
    /// Attempts that succeeded.
    pub answered: u64,
    /// Attempts that were throttled.
    pub throttled: u64,
    /// Attempts that were refused for another reason.
    pub refused: u64,
    /// Requests that never succeeded, because they were throttled and not tried again.
    pub given_up: u64,
    /// Reads that DAX served from a cache.
    pub hits: u64,
    /// Units by table and index: the table first.
    pub units: Vec<Used>,
    /// Items and index entries that were read.
    pub items_read: u64,
    /// Items that were returned.
    pub items_returned: u64,
    /// Whether there is another page.
    pub more: bool,
    /// Bytes and items of the table and of each index afterwards: the table first.
    pub bytes: Vec<Bytes>,
    /// The bounds that decided the throttles, most frequent first.
    pub throttles: Vec<Throttle>,
    /// The first refusal that is not a throttle.
    pub refusal: Option<Refusal>,
    /// The results of a load, second by second, up to ten minutes.
    pub seconds: Vec<LoadSecond>,
    /// The time from the beginning to the last attempt.
    pub lasted: Duration,
    /// The time from the beginning to the last success, if every request succeeded in the end.
    pub complete: Option<Duration>,
    /// How many Query requests read one complete logical key.
    pub queries_per_key: u64,
}

/// Units consumed from a table or an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// The index; `None` for the table.
    pub index: Option<Text>,
    /// Read units.
    pub reads: Units,
    /// Write units.
    pub writes: Units,
}

/// What a table or an index stores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes {
    /// The index; `None` for the table.
    pub index: Option<Text>,
    /// Items or entries.
    pub items: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// A bound that throttled attempts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Throttle {
    /// The global index; `None` for the table.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// The bound.
    pub cause: ThrottleCause,
    /// Units a second that it allows.
    pub limit: u64,
    /// Attempts it throttled.
    pub attempts: u64,
    /// Twice the units that they needed, if known in advance.
    pub half_units: u64,
    /// The partition and key that most of these attempts addressed.
    pub most: Option<Held>,
}

/// The partition and the partition key value that were throttled most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The partition's number.
    pub partition: u32,
    /// The partition key value of the table, or of the throttling index, if it is known.
    pub key: Option<Item>,
    /// Attempts of that partition and key.
    pub attempts: u64,
}

impl Figures {
    /// Requests that never succeeded.
    pub(crate) fn failed(&self) -> u64 {
        self.requests.saturating_sub(self.answered)
    }

    /// Units of the table and all indexes.
    #[must_use]
    pub fn total(&self, direction: Direction) -> Units {
        self.units.iter().map(|used| used.of(direction)).sum()
    }

    /// Units of the table, or of one index.
    #[must_use]
    pub fn units_of(&self, index: Option<&str>, direction: Direction) -> Units {
        self.units
            .iter()
            .filter(|used| used.index.as_deref() == index)
            .map(|used| used.of(direction))
            .sum()
    }

    /// What the table or an index stores afterwards.
    #[must_use]
    pub fn stored(&self, index: Option<&str>) -> Option<&Bytes> {
        self.bytes.iter().find(|bytes| bytes.index.as_deref() == index)
    }

    pub(crate) fn charge(&mut self, used: &Consumption) {
        for arm in used.arms() {
            let index = match arm.resource {
                hashrange_engine::Resource::Table => None,
                hashrange_engine::Resource::LocalIndex(name)
                | hashrange_engine::Resource::GlobalIndex(name)
                | hashrange_engine::Resource::VectorIndex(name) => Some(name),
            };
            let place = match self.units.iter().position(|used| used.index == index) {
                Some(place) => place,
                None => {
                    self.units.push(Used {
                        index,
                        ..Used::default()
                    });
                    self.units.len() - 1
                }
            };
            let Some(sum) = self.units.get_mut(place) else { continue };
            match used.direction {
                Direction::Read => sum.reads += arm.units,
                Direction::Write => sum.writes += arm.units,
            }
        }
    }
}

impl Used {
    /// Units in one direction.
    #[must_use]
    pub const fn of(&self, direction: Direction) -> Units {
        match direction {
            Direction::Read => self.reads,
            Direction::Write => self.writes,
        }
    }
}

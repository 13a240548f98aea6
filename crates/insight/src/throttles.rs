//! Throttled requests by partition and by key, folded from events.
//!
//! Bounded: the most throttled keys are counted in a list of limited length (the space-saving sketch). Must not know
//! capacity.

use hashrange_engine::{Direction, Stop, StopCause};
use hashrange_values::{Item, Text, sort_by};
use hashrange_wire::{CapacityDirection, ThrottlingReason};
use litemap::LiteMap;

/// Number of keys counted for each table or index. Contributor Insights shows 25 (documented: contributor-insights).
const KEYS_COUNTED: usize = 100;

/// Throttled reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Throttled {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
}

hashrange_checkpoint::by_serde!(Throttled);

/// The throttled requests of each table and global index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Throttles {
    places: LiteMap<(Text, Option<Text>), OfPlace>,
}

hashrange_checkpoint::fields!(Throttles { places });

#[derive(Clone, Debug, Default)]
struct OfPlace {
    partitions: LiteMap<u32, Throttled>,
    keys: Vec<(Item, u64)>,
}

hashrange_checkpoint::fields!(OfPlace { partitions, keys });

impl Throttled {
    fn count(&mut self, direction: Direction) {
        match direction {
            Direction::Read => self.reads += 1,
            Direction::Write => self.writes += 1,
        }
    }

    /// The sum of reads and writes.
    #[must_use]
    pub fn total(self) -> u64 {
        self.reads + self.writes
    }
}

/// The direction of a throttling reason.
pub(crate) fn direction_of(reason: &ThrottlingReason) -> Direction {
    match reason.direction {
        CapacityDirection::Read => Direction::Read,
        CapacityDirection::Write => Direction::Write,
    }
}

impl Throttles {
    pub(crate) fn fold(&mut self, stop: &Stop) {
        let StopCause::Throttled(throttled) = &stop.cause else {
            return;
        };
        for reason in throttled.reasons() {
            let index = reason.index.as_deref().map(Text::from);
            // A write of the table that an index throttles counts as a throttled key of neither
            // (documented: contributor-insights, for the table).
            let by_index = index.is_some() && reason.direction == CapacityDirection::Write;
            let place = self.places.entry((stop.table.clone(), index)).or_default();
            place
                .partitions
                .entry(reason.wanted.partition)
                .or_default()
                .count(direction_of(reason));
            if let Some(key) = reason.wanted.key.as_ref().filter(|_| !by_index) {
                place.count_key(key);
            }
        }
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.places.retain(|(of, _), _| of != table);
    }

    /// Requests throttled in one partition of a table or global index.
    #[must_use]
    pub(crate) fn of_partition(&self, table: &str, index: Option<&str>, partition: u32) -> Throttled {
        let place = self.place(table, index);
        place
            .and_then(|place| place.partitions.get(&partition))
            .copied()
            .unwrap_or_default()
    }

    /// The most throttled keys with their counts, most throttled first. The lower a count, the less exact it is.
    #[must_use]
    pub(crate) fn most(&self, table: &str, index: Option<&str>) -> Vec<(Item, u64)> {
        let mut keys = self
            .place(table, index)
            .map(|place| place.keys.clone())
            .unwrap_or_default();
        sort_by(&mut keys, |one, other| other.1.cmp(&one.1));
        keys
    }

    fn place(&self, table: &str, index: Option<&str>) -> Option<&OfPlace> {
        self.places.get(&(Text::from(table), index.map(Text::from)))
    }
}

impl OfPlace {
    /// Counts a key. If the list is full, a new key replaces the key with the lowest count and continues that count.
    fn count_key(&mut self, key: &Item) {
        if let Some((_, count)) = self.keys.iter_mut().find(|(known, _)| known == key) {
            *count += 1;
            return;
        }
        if self.keys.len() < KEYS_COUNTED {
            self.keys.push((key.clone(), 1));
        } else if let Some((known, count)) = self.keys.iter_mut().min_by_key(|(_, count)| *count) {
            known.clone_from(key);
            *count += 1;
        }
    }
}

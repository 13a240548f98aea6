//! Heat: how close each partition of a table or global index is to its limit, and where its traffic goes.
//!
//! Heat consists of a mean over about a minute and a sample of the latest keys. The mean uses integers, so that it is
//! the same on every target. This is a model; the service documents only that it uses both. Must not know who reads or
//! writes, nor how a partition is split.

use std::collections::VecDeque;

use hashrange_capacity::Units;
use hashrange_store::{Cut, Division, RowKey, middle_of_traffic};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::sort_by;
use litemap::LiteMap;

use crate::state::log::consumption::Direction;
use crate::state::partition_units::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

/// Seconds that the mean covers (a model).
const MEAN_SECONDS: u64 = 60;
/// Seconds after which a mean has decayed to nothing.
const FORGOTTEN_SECONDS: u64 = 20 * MEAN_SECONDS;
/// Percent of a partition's limit from which it is hot (a model).
const HOT_PERCENT: u64 = 80;
/// Maximum number of sampled keys. About one key of sixteen is sampled.
const SAMPLE: usize = 128;
/// Traffic is monotonic if at least this many of ten steps between sampled keys of a collection go one way (a model).
const MONOTONIC_TENTHS: usize = 9;

/// The heat of all partitions of one table or global index, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heat {
    partitions: LiteMap<u32, PartitionHeat>,
}

hashrange_checkpoint::fields!(Heat { partitions });

#[derive(Clone, Debug, Default)]
struct PartitionHeat {
    read: Mean,
    write: Mean,
    hot_since: Option<Timestamp>,
    touches: u64,
    sample: VecDeque<(RowKey, u64)>,
}

hashrange_checkpoint::fields!(PartitionHeat {
    read,
    write,
    hot_since,
    touches,
    sample
});

/// Thousandths of half units a second.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    second: u64,
    /// Half units of that second.
    sum: u64,
    mean: u64,
}

hashrange_checkpoint::fields!(Mean { second, sum, mean });

impl Heat {
    /// Counts the units that a key took from its partition. Returns whether the partition has been hot for the given
    /// time.
    pub(crate) fn touch(
        &mut self,
        partition: u32,
        key: &RowKey,
        direction: Direction,
        units: Units,
        now: Timestamp,
        long: Duration,
    ) -> bool {
        let heat = self.partitions.entry(partition).or_default();
        let mean = match direction {
            Direction::Read => &mut heat.read,
            Direction::Write => &mut heat.write,
        };
        mean.add(now, units);
        heat.sample(key, units);
        let hot = heat
            .write
            .percent_of(PARTITION_WRITE_UNITS)
            .max(heat.read.percent_of(PARTITION_READ_UNITS));
        if hot < HOT_PERCENT {
            heat.hot_since = None;
            return false;
        }
        now - *heat.hot_since.get_or_insert(now) >= long
    }

    /// The best boundary for a split of a hot partition. `None` if a split does not help: for a single hot key, for a
    /// hot collection that must stay whole, and for keys that only rise or fall within one collection
    /// (documented: partitions-of-indexes). The partition must stay hot for the same time again before the next check.
    pub(crate) fn boundary(&mut self, partition: u32, cut: Cut, now: Timestamp) -> Option<RowKey> {
        let heat = self.partitions.get_mut(&partition)?;
        heat.hot_since = Some(now);
        let cut = if is_monotonic(&heat.sample) {
            Cut::BetweenCollections
        } else {
            cut
        };
        let mut traffic: Vec<(&RowKey, u64)> = heat.sample.iter().map(|(key, units)| (key, *units)).collect();
        sort_by(&mut traffic, |one, other| one.0.cmp(other.0));
        middle_of_traffic(&traffic, cut)
    }

    /// Drops the heat of a split partition: both halves start without heat.
    pub(crate) fn divide(&mut self, division: Division) {
        self.partitions.remove(&division.parent);
    }

    /// Read and write units per second of a partition, as a mean over about a minute.
    pub(crate) fn units(&self, partition: u32, now: Timestamp) -> (f64, f64) {
        let of = |mean: &Mean| mean.at(now).mean as f64 / 2_000.0;
        self.partitions
            .get(&partition)
            .map_or((0.0, 0.0), |heat| (of(&heat.read), of(&heat.write)))
    }
}

impl PartitionHeat {
    /// Samples about one key of sixteen. The choice is irregular, so that no periodic key pattern matches it.
    fn sample(&mut self, key: &RowKey, units: Units) {
        self.touches = self.touches.wrapping_add(1);
        let drawn = self
            .touches
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(31)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9);
        if drawn >> 60 != 0 {
            return;
        }
        if self.sample.len() == SAMPLE {
            self.sample.pop_front();
        }
        self.sample.push_back((key.clone(), units.as_halves().max(1)));
    }
}

impl Mean {
    fn add(&mut self, now: Timestamp, units: Units) {
        *self = self.at(now);
        self.sum = self.sum.saturating_add(units.as_halves());
    }

    /// The mean at this time, without traffic since the last update.
    fn at(mut self, now: Timestamp) -> Self {
        let passed = now.seconds().saturating_sub(self.second);
        if passed > FORGOTTEN_SECONDS {
            return Self {
                second: now.seconds(),
                sum: 0,
                mean: 0,
            };
        }
        for _ in 0..passed {
            self.mean = self.mean - self.mean / MEAN_SECONDS + self.sum.saturating_mul(1_000) / MEAN_SECONDS;
            self.sum = 0;
        }
        self.second = now.seconds().max(self.second);
        self
    }

    fn percent_of(&self, units: u64) -> u64 {
        self.mean / (units * 20)
    }
}

/// Whether successive keys of one collection move in one direction.
fn is_monotonic(sample: &VecDeque<(RowKey, u64)>) -> bool {
    let steps = || {
        sample
            .iter()
            .zip(sample.iter().skip(1))
            .map(|((one, _), (other, _))| (one, other))
    };
    let within = || steps().filter(|(one, other)| one.placement() == other.placement() && one != other);
    let (all, rising) = (within().count(), within().filter(|(one, other)| one < other).count());
    all > 0 && rising.max(all - rising) * 10 >= all * MONOTONIC_TENTHS
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashrange_store::RowKeyBuilder;

    const LONG: Duration = Duration::from_minutes(5);

    fn key(partition: u64, sort: u64) -> RowKey {
        RowKeyBuilder::new(&[&partition.to_be_bytes()])
            .part(&sort.to_be_bytes())
            .finish()
    }

    /// Ten minutes at this number of writes per second; returns the second in which the partition was first hot for
    /// long enough.
    fn load(heat: &mut Heat, a_second: u64, key: impl Fn(u64) -> RowKey) -> Option<u64> {
        let mut found = None;
        for number in 0..600 * a_second {
            let now = Timestamp::from_micros(number * 1_000_000 / a_second);
            if heat.touch(0, &key(number), Direction::Write, Units::whole(10), now, LONG) && found.is_none() {
                found = Some(now.seconds());
            }
        }
        found
    }

    const END: Timestamp = Timestamp::from_seconds(600);

    fn scattered(number: u64) -> u64 {
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
    }

    #[test]
    fn a_partition_is_hot_after_minutes_near_its_ceiling() {
        let mut heat = Heat::default();
        let found = load(&mut heat, 95, |number| key(number % 50, 0)).unwrap();
        assert!((390..420).contains(&found), "{found}");
        assert!(
            (940.0..951.0).contains(&heat.units(0, END).1),
            "{:?}",
            heat.units(0, END)
        );
        assert!(heat.boundary(0, Cut::BetweenCollections, END).is_some());
        assert_eq!(load(&mut Heat::default(), 70, |number| key(number % 50, 0)), None);
    }

    #[test]
    fn a_single_hot_key_is_not_worth_a_split() {
        let mut heat = Heat::default();
        assert!(load(&mut heat, 95, |_| key(1, 1)).is_some());
        assert_eq!(heat.boundary(0, Cut::Anywhere, END), None);
    }

    #[test]
    fn a_hot_collection_is_cut_by_sort_key_unless_it_is_whole_or_monotonic() {
        let mut heat = Heat::default();
        load(&mut heat, 95, |number| key(1, scattered(number)));
        assert_eq!(heat.boundary(0, Cut::BetweenCollections, END), None);
        assert!(heat.boundary(0, Cut::Anywhere, END).is_some());
        let mut heat = Heat::default();
        load(&mut heat, 95, |number| key(1, number));
        assert_eq!(heat.boundary(0, Cut::Anywhere, END), None);
    }
}

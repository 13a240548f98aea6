//! What each partition served and refused, second by second.
//!
//! Bounded: a limited number of busy seconds of each table and global index, and of partitions of each second. Empty
//! while traffic is not watched. Must not know which partitions exist now.

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_engine::{Consumption, Direction, Stop, StopCause, Units};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use litemap::LiteMap;

/// Maximum number of stored busy seconds of each table and global index.
const SECONDS_KEPT: usize = 10;
/// Maximum number of stored partitions of one second. A Scan over more partitions leaves out the rest.
const PARTITIONS_KEPT: usize = 256;

/// What one partition served and refused within one second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PartitionSecond {
    /// Read units served.
    pub read: Units,
    /// Write units served.
    pub write: Units,
    /// Requests throttled because of it, or because of the whole table or index.
    pub throttled: u32,
}

/// What the partitions of a table or global index served and refused within one second.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct HeatSecond {
    /// The second, counted from the Unix epoch.
    pub second: u64,
    /// In ascending order of partition numbers; idle ones are not listed.
    pub partitions: Vec<(u32, PartitionSecond)>,
}

impl HeatSecond {
    /// What a partition served and refused.
    #[must_use]
    pub fn of(&self, partition: u32) -> PartitionSecond {
        let known = self.position(partition).ok().and_then(|at| self.partitions.get(at));
        known.map_or_else(PartitionSecond::default, |(_, sum)| *sum)
    }

    /// The position of a partition, or the one to insert it at.
    fn position(&self, partition: u32) -> Result<usize, usize> {
        self.partitions.binary_search_by_key(&partition, |(number, _)| *number)
    }
}

hashrange_checkpoint::by_serde!(HeatSecond);

/// The partition seconds of each table and global index.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heats {
    /// Shared, so that snapshots for undo are small.
    places: LiteMap<(Text, Option<Text>), Arc<VecDeque<HeatSecond>>>,
}

hashrange_checkpoint::fields!(Heats { places });

impl Heats {
    pub(crate) fn serve(&mut self, at: Timestamp, used: &Consumption) {
        for served in &used.served {
            let place = (used.table.clone(), served.index.clone());
            self.change(place, at, served.partition, |sum| match used.direction {
                Direction::Read => sum.read += served.units,
                Direction::Write => sum.write += served.units,
            });
        }
    }

    pub(crate) fn stop(&mut self, at: Timestamp, stop: &Stop) {
        let StopCause::Throttled(throttled) = &stop.cause else {
            return;
        };
        for reason in throttled.reasons() {
            let place = (stop.table.clone(), reason.index.as_deref().map(Text::from));
            self.change(place, at, reason.wanted.partition, |sum| {
                sum.throttled = sum.throttled.saturating_add(1);
            });
        }
    }

    fn change(
        &mut self,
        place: (Text, Option<Text>),
        at: Timestamp,
        partition: u32,
        change: impl FnOnce(&mut PartitionSecond),
    ) {
        let seconds = Arc::make_mut(self.places.entry(place).or_default());
        let second = at.seconds();
        if seconds.back().is_none_or(|last| last.second < second) {
            if seconds.len() == SECONDS_KEPT {
                seconds.pop_front();
            }
            seconds.push_back(HeatSecond {
                second,
                partitions: Vec::new(),
            });
        }
        let Some(last) = seconds.back_mut() else { return };
        let place = match last.position(partition) {
            Ok(place) => place,
            Err(_) if last.partitions.len() == PARTITIONS_KEPT => return,
            Err(place) => {
                last.partitions.insert(place, (partition, PartitionSecond::default()));
                place
            }
        };
        if let Some((_, sum)) = last.partitions.get_mut(place) {
            change(sum);
        }
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.places.retain(|(of, _), _| of != table);
    }

    /// Every second of a window that ends with the second of `now`, oldest first; idle seconds are empty.
    #[must_use]
    pub(crate) fn window(&self, table: &str, index: Option<&str>, now: Timestamp, seconds: u64) -> Vec<HeatSecond> {
        let last = now.seconds();
        let first = (last + 1).saturating_sub(seconds);
        let quiet = |second| HeatSecond {
            second,
            partitions: Vec::new(),
        };
        let mut window: Vec<HeatSecond> = (first..=last).map(quiet).collect();
        let known = self.places.get(&(Text::from(table), index.map(Text::from)));
        let known = known.into_iter().flat_map(|seconds| seconds.iter());
        for known in known.filter(|known| known.second >= first) {
            let slot = usize::try_from(known.second - first)
                .ok()
                .and_then(|at| window.get_mut(at));
            if let Some(slot) = slot {
                slot.partitions.clone_from(&known.partitions);
            }
        }
        window
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_partitions_are_bounded() {
        let mut heats = Heats::default();
        let place = || (Text::from("Tab"), None);
        for second in 0..1_000 {
            heats.change(place(), Timestamp::from_seconds(second), 1, |sum| {
                sum.write += Units::whole(1);
            });
        }
        for partition in 0..2_000 {
            heats.change(place(), Timestamp::from_seconds(1_000), partition, |sum| {
                sum.read += Units::whole(1);
            });
        }
        let window = heats.window("Tab", None, Timestamp::from_seconds(1_001), 600);
        assert_eq!(
            (window.len(), window.first().map(|second| second.second)),
            (600, Some(402))
        );
        assert_eq!(
            window.iter().filter(|second| !second.partitions.is_empty()).count(),
            SECONDS_KEPT
        );
        assert_eq!(
            window.get(598).map(|second| second.partitions.len()),
            Some(PARTITIONS_KEPT)
        );
        heats.forget(&"Tab".into());
        assert!(
            heats
                .window("Tab", None, Timestamp::from_seconds(5), 3)
                .iter()
                .all(|second| second.partitions.is_empty())
        );
    }
}

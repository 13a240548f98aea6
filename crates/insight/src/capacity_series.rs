//! Consumed capacity over virtual time: units per second, for a table and each of its indexes.

use std::collections::VecDeque;

use hashrange_engine::{Consumption, Direction, Resource, Stop, StopCause, Units};
use hashrange_time::Timestamp;
use hashrange_values::Text;

use crate::throttles::direction_of;

/// Number of stored seconds: a chart of ten minutes.
pub(crate) const SECONDS_KEPT: usize = 600;
/// Maximum number of stored auto scaling steps of each table with its indexes.
const STEPS_KEPT: usize = 64;

/// Units consumed within one second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Second {
    /// The second, counted from the Unix epoch.
    pub second: u64,
    /// Read units.
    pub read: Units,
    /// Write units.
    pub write: Units,
    /// Reads throttled.
    pub throttled_reads: u32,
    /// Writes throttled.
    pub throttled_writes: u32,
}

/// The last ten minutes of one table or index. Seconds without consumption are not stored.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct CapacitySeries {
    seconds: VecDeque<Second>,
    total: Second,
}

impl CapacitySeries {
    fn add(&mut self, at: Timestamp, direction: Direction, units: Units) {
        for sum in self.sums(at) {
            match direction {
                Direction::Read => sum.read += units,
                Direction::Write => sum.write += units,
            }
        }
    }

    fn throttle(&mut self, at: Timestamp, direction: Direction) {
        for sum in self.sums(at) {
            match direction {
                Direction::Read => sum.throttled_reads = sum.throttled_reads.saturating_add(1),
                Direction::Write => sum.throttled_writes = sum.throttled_writes.saturating_add(1),
            }
        }
    }

    /// The current second, and the total.
    fn sums(&mut self, at: Timestamp) -> impl Iterator<Item = &mut Second> {
        let second = at.seconds();
        if self.seconds.back().is_none_or(|last| last.second < second) {
            if self.seconds.len() == SECONDS_KEPT {
                self.seconds.pop_front();
            }
            self.seconds.push_back(Second {
                second,
                ..Second::default()
            });
        }
        self.seconds.back_mut().into_iter().chain([&mut self.total])
    }

    /// Every second of a window that ends with the second of `now`, oldest first; idle seconds are zero.
    #[must_use]
    pub fn window(&self, now: Timestamp, seconds: u64) -> Vec<Second> {
        let last = now.seconds();
        let first = (last + 1).saturating_sub(seconds);
        let mut window: Vec<Second> = (first..=last)
            .map(|second| Second {
                second,
                ..Second::default()
            })
            .collect();
        for known in self.seconds.iter().filter(|known| known.second >= first) {
            let slot = usize::try_from(known.second - first)
                .ok()
                .and_then(|at| window.get_mut(at));
            if let Some(slot) = slot {
                *slot = *known;
            }
        }
        window
    }

    /// Units since the start. The `second` member has no meaning here.
    #[must_use]
    pub fn total(&self) -> Second {
        self.total
    }
}

/// A change of provisioned throughput that auto scaling made.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ScalingStep {
    /// When.
    pub at: Timestamp,
    /// The global index; `None` for the table itself.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// Units per second before the change.
    pub from: u64,
    /// Units per second after the change.
    pub to: u64,
}

/// Consumption of a table, resource by resource.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct TableCapacity {
    /// In ascending order of the resources.
    series: Vec<(Resource, CapacitySeries)>,
    steps: VecDeque<ScalingStep>,
}

hashrange_checkpoint::by_serde!(TableCapacity);

impl TableCapacity {
    pub(crate) fn add(&mut self, at: Timestamp, consumption: &Consumption) {
        for arm in consumption.arms() {
            if let Some(series) = self.of(arm.resource) {
                series.add(at, consumption.direction, arm.units);
            }
        }
    }

    pub(crate) fn stop(&mut self, at: Timestamp, stop: &Stop) {
        let StopCause::Throttled(throttled) = &stop.cause else {
            return;
        };
        for reason in throttled.reasons() {
            let index = reason.index.as_deref().map(|index| Resource::GlobalIndex(index.into()));
            if let Some(series) = self.of(index.unwrap_or(Resource::Table)) {
                series.throttle(at, direction_of(reason));
            }
        }
    }

    pub(crate) fn scale(&mut self, step: ScalingStep) {
        if self.steps.len() == STEPS_KEPT {
            self.steps.pop_front();
        }
        self.steps.push_back(step);
    }

    /// The latest steps of auto scaling of the table, or of one of its global indexes, oldest first.
    pub fn steps(&self, index: Option<&str>) -> impl DoubleEndedIterator<Item = &ScalingStep> {
        self.steps.iter().filter(move |step| step.index.as_deref() == index)
    }

    /// The series of the table itself or one index; `None` before its first unit.
    #[must_use]
    pub fn series(&self, resource: &Resource) -> Option<&CapacitySeries> {
        let place = self.position(resource).ok()?;
        self.series.get(place).map(|(_, series)| series)
    }

    /// The series of a resource. A new one is empty.
    fn of(&mut self, resource: Resource) -> Option<&mut CapacitySeries> {
        let place = self.position(&resource).unwrap_or_else(|place| {
            self.series.insert(place, (resource, CapacitySeries::default()));
            place
        });
        self.series.get_mut(place).map(|(_, series)| series)
    }

    /// The position of a resource, or the one to insert it at.
    fn position(&self, resource: &Resource) -> Result<usize, usize> {
        self.series.binary_search_by(|(known, _)| known.cmp(resource))
    }

    /// Units that count against the table's own throughput: those of the table and of its local indexes
    /// (documented: local-indexes).
    #[must_use]
    pub fn against_table(&self, now: Timestamp, seconds: u64) -> Vec<Second> {
        let mut sum = CapacitySeries::default().window(now, seconds);
        let counted = self
            .series
            .iter()
            .filter(|(resource, _)| !matches!(resource, Resource::GlobalIndex(_)));
        for (_, series) in counted {
            for (slot, second) in sum.iter_mut().zip(series.window(now, seconds)) {
                slot.read += second.read;
                slot.write += second.write;
                slot.throttled_reads += second.throttled_reads;
                slot.throttled_writes += second.throttled_writes;
            }
        }
        sum
    }

    /// The resources that consumed anything.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.series.iter().map(|(resource, _)| resource)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_quiet_seconds_as_zero() {
        let mut series = CapacitySeries::default();
        series.add(Timestamp::from_millis(10_400), Direction::Read, Units::halves(1));
        series.add(Timestamp::from_millis(10_900), Direction::Read, Units::halves(4));
        series.add(Timestamp::from_millis(12_000), Direction::Write, Units::whole(3));
        let window = series.window(Timestamp::from_millis(13_500), 4);
        let reads: Vec<u64> = window.iter().map(|second| second.read.as_halves()).collect();
        let writes: Vec<u64> = window.iter().map(|second| second.write.as_halves()).collect();
        assert_eq!((reads, writes), (vec![5, 0, 0, 0], vec![0, 0, 6, 0]));
        assert_eq!(series.total().read, Units::halves(5));
    }

    #[test]
    fn old_seconds_go() {
        let mut series = CapacitySeries::default();
        for second in 0..2_000 {
            series.add(Timestamp::from_seconds(second), Direction::Write, Units::whole(1));
        }
        assert_eq!(series.seconds.len(), SECONDS_KEPT);
    }
}

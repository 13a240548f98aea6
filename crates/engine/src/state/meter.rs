//! The meter of a table or of a global index: its remaining throughput, reads and writes separately, in total and per
//! partition.
//!
//! AWS documents 300 s of burst, the limits of a partition, and the throughput of on-demand tables. The rest is a
//! model: the depth of the buckets, their start with one second of units, and that a request can leave them in debt.
//! Must not know requests.

use hashrange_capacity::{Bucket, Peak, Refill, Units};
use hashrange_store::Division;
use hashrange_time::Timestamp;
use hashrange_wire::ThrottleCause;
use litemap::LiteMap;

use crate::state::bounds::Bounds;
use crate::state::log::consumption::Direction;

/// The remaining throughput of one resource.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    since: Timestamp,
    reads: Gauge,
    writes: Gauge,
}

hashrange_checkpoint::fields!(Meter { since, reads, writes });

/// Its remaining throughput in one direction. Buckets start with the resource, and are created on first use.
#[derive(Clone, Debug, Default)]
struct Gauge {
    budget: Option<Bucket>,
    peak: Peak,
    /// By the number of the partition.
    partitions: LiteMap<u32, PartitionGauge>,
}

hashrange_checkpoint::fields!(Gauge {
    budget,
    peak,
    partitions
});

#[derive(Clone, Debug)]
struct PartitionGauge {
    ceiling: Bucket,
    share: Option<Bucket>,
}

hashrange_checkpoint::fields!(PartitionGauge { ceiling, share });

impl Meter {
    /// The meter of a new resource.
    pub(crate) fn new(now: Timestamp) -> Self {
        Self {
            since: now,
            reads: Gauge::default(),
            writes: Gauge::default(),
        }
    }

    /// Units per second of the busiest window so far.
    pub(crate) fn peak(&self, direction: Direction, window: u64, now: Timestamp) -> u64 {
        self.gauge(direction).peak.per_second(window, now.micros())
    }

    /// The bound that a request to this partition exceeds now, if any.
    pub(crate) fn shortage(
        &self,
        direction: Direction,
        bounds: &Bounds,
        partition: u32,
        now: Timestamp,
    ) -> Option<ThrottleCause> {
        let gauge = self.gauge(direction);
        let now = now.micros();
        let empty = |bucket: Option<&Bucket>, refill: Refill| bucket.is_some_and(|held| !held.has_units(refill, now));
        let partition = gauge.partitions.get(&partition);
        if empty(partition.map(|partition| &partition.ceiling), bounds.ceiling) {
            return Some(ThrottleCause::KeyRangeThroughput);
        }
        let share = partition.and_then(|partition| partition.share.as_ref());
        if bounds.share.is_some_and(|refill| empty(share, refill)) || empty(gauge.budget.as_ref(), bounds.budget) {
            return Some(bounds.cause);
        }
        None
    }

    /// Remaining units in total, and in each partition that was used.
    pub(crate) fn left(&self, direction: Direction, bounds: &Bounds, now: Timestamp) -> (Units, Vec<(u32, Units)>) {
        let (gauge, now) = (self.gauge(direction), now.micros());
        let whole = gauge
            .budget
            .unwrap_or_else(|| Bucket::new(bounds.budget, self.since.micros()));
        let of = |(number, partition): (&u32, &PartitionGauge)| (*number, partition.ceiling.left(bounds.ceiling, now));
        (
            whole.left(bounds.budget, now),
            gauge.partitions.iter().map(of).collect(),
        )
    }

    /// Takes units, available or not.
    pub(crate) fn take(&mut self, direction: Direction, bounds: &Bounds, partition: u32, units: Units, now: Timestamp) {
        let since = self.since.micros();
        let gauge = self.gauge_mut(direction);
        let now = now.micros();
        gauge
            .budget
            .get_or_insert_with(|| Bucket::new(bounds.budget, since))
            .take(bounds.budget, now, units);
        gauge.peak.add(bounds.peak_window, now, units);
        let fresh = || PartitionGauge {
            ceiling: Bucket::new(bounds.ceiling, since),
            share: None,
        };
        let partition = gauge.partitions.entry(partition).or_insert_with(fresh);
        partition.ceiling.take(bounds.ceiling, now, units);
        if let Some(refill) = bounds.share {
            partition
                .share
                .get_or_insert_with(|| Bucket::new(refill, since))
                .take(refill, now, units);
        }
    }

    /// Credits the refill so far. Call it before the resource's throughput changes.
    pub(crate) fn settle(&mut self, direction: Direction, bounds: &Bounds, now: Timestamp) {
        let since = self.since.micros();
        let gauge = self.gauge_mut(direction);
        let now = now.micros();
        gauge
            .budget
            .get_or_insert_with(|| Bucket::new(bounds.budget, since))
            .settle(bounds.budget, now);
        let shares = gauge
            .partitions
            .iter_mut()
            .filter_map(|(_, partition)| partition.share.as_mut());
        for (share, refill) in shares.zip(std::iter::repeat(bounds.share)) {
            refill.into_iter().for_each(|refill| share.settle(refill, now));
        }
    }

    /// Both halves of a partition continue with its remaining units and its debt (a model).
    pub(crate) fn divide(&mut self, division: Division) {
        for gauge in [&mut self.reads, &mut self.writes] {
            if let Some(whole) = gauge.partitions.remove(&division.parent) {
                gauge.partitions.insert(division.children.0, whole.clone());
                gauge.partitions.insert(division.children.1, whole);
            }
        }
    }

    fn gauge(&self, direction: Direction) -> &Gauge {
        match direction {
            Direction::Read => &self.reads,
            Direction::Write => &self.writes,
        }
    }

    fn gauge_mut(&mut self, direction: Direction) -> &mut Gauge {
        match direction {
            Direction::Read => &mut self.reads,
            Direction::Write => &mut self.writes,
        }
    }
}

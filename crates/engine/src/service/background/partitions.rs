//! Partitions are split: when they are full, when more throughput is asked for, when they stay hot.
//!
//! A split divides rows only; the table stays available (documented). Local indexes are divided with their table, the
//! shard and the expiry scanner of a partition become those of its halves.

use std::sync::Arc;

use hashrange_store::{Cut, Division, Partition, RowKey, Space, middle_of_bytes, middle_of_slice};
use hashrange_values::{Item, Text};
use hashrange_wire::ProvisionedThroughput;

use crate::service::background::{passes, streams};
use crate::state::index::Index;
use crate::state::lineage::{MOST_PARTITIONS, SplitReason};
use crate::state::log::consumption::{Consumption, Served, Touch};
use crate::state::log::event::EventKind;
use crate::state::partition_units::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, initial_partitions};
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;
use crate::state::task::Task;

/// Whose partitions: the table's own, with its local indexes, or those of the global index of this name.
pub(crate) type Owner<'a> = Option<&'a str>;

/// Plans a split of the partition at this position, which was found full.
pub(crate) fn full(table: &mut Table, around: &mut Surroundings, owner: Owner<'_>, position: usize) {
    let bytes = table.partition_bytes(owner, position);
    let partition = table.space(owner).and_then(|space| space.partitions().get(position)).map(Partition::number);
    let Some(partition) = partition else { return };
    if table.lineage_mut(owner).is_some_and(|lineage| lineage.plan_for_size(partition, bytes)) {
        schedule(table, around, owner, partition, SplitReason::Size);
    }
}

/// Takes in which keys a request touched, and plans splits of partitions that stayed hot.
pub(crate) fn take_in(table: &mut Table, around: &mut Surroundings, used: &mut Consumption) {
    let (now, long) = (around.now, around.options.physics.partitions.heat);
    for Touch { index, key, units } in std::mem::take(&mut used.touched) {
        let owner = index.as_deref();
        let Some(partition) = table.space(owner).and_then(|space| space.owner(&key)).map(Partition::number) else {
            continue;
        };
        let Some((heat, key_use)) = table.heat_mut(owner) else { continue };
        key_use.count(&key, used.direction, units);
        let hot = heat.touch(partition, &key, used.direction, units, now, long);
        if hot && !long.is_zero() && table.lineage_mut(owner).is_some_and(|lineage| lineage.plan(partition)) {
            schedule(table, around, owner, partition, SplitReason::Heat);
        }
        match used.served.iter_mut().find(|served| served.partition == partition && served.index == index) {
            Some(served) => served.units += units,
            None => used.served.push(Served { index, partition, units }),
        }
    }
}

/// Puts a split on the agenda.
fn schedule(table: &Table, around: &mut Surroundings, owner: Owner<'_>, partition: u32, reason: SplitReason) {
    let due = around.now + around.options.physics.partitions.split.draw(&mut around.random);
    let index = owner.map(Text::from);
    let task = Task::SplitPartition { table: table.name.clone(), number: table.number, index, partition, reason };
    around.agenda.schedule(due, task);
}

/// A planned split happens, if there is a place for it.
#[inline(never)]
pub(super) fn split(
    table: &mut Table,
    around: &mut Surroundings,
    owner: Owner<'_>,
    partition: u32,
    reason: SplitReason,
) {
    let Some(lineage) = table.lineage_mut(owner) else { return };
    lineage.begin(partition);
    let cut = table.cut(owner);
    let Some(space) = table.space(owner) else { return };
    let Some(position) = space.position(partition) else { return };
    let boundary = match reason {
        SplitReason::Size => middle_of_bytes(space, position, cut),
        SplitReason::Throughput => middle_of_slice(space, position),
        SplitReason::Heat => table.heat_mut(owner).and_then(|(heat, _)| heat.boundary(partition, cut, around.now)),
    };
    let bytes = table.partition_bytes(owner, position);
    match boundary {
        Some(boundary) => divide(table, around, owner, &boundary, reason),
        None if reason != SplitReason::Size => {}
        None => {
            if let Some(lineage) = table.lineage_mut(owner) {
                lineage.leave_whole(partition, bytes);
            }
        }
    }
}

/// Splits the widest slices until there are enough partitions for what a table or index is to serve.
///
/// Where throughput is provisioned, their number is doubled until it suffices (published once; a model for today). On
/// demand there are at least as many as a new table has, and enough for what must be served at once (inferred).
pub(super) fn grow(table: &mut Table, around: &mut Surroundings, owner: Owner<'_>) {
    let Some(wanted) = wanted(table, owner) else { return };
    loop {
        let Some(space) = table.space(owner) else { return };
        let partitions = space.partitions();
        if partitions.len() >= wanted.min(MOST_PARTITIONS) {
            return;
        }
        let width = |position: &usize| {
            let from = partitions.get(*position).map_or(0, |partition| partition.from().as_u128());
            let end = space.slice_end(*position).map_or(u128::MAX, |key| key.placement().as_u128());
            // The first of the widest: what is left of equal slices is the same on every target.
            (end - from, std::cmp::Reverse(*position))
        };
        let Some(widest) = (0..partitions.len()).max_by_key(width) else { return };
        let Some(boundary) = middle_of_slice(space, widest) else { return };
        divide(table, around, owner, &boundary, SplitReason::Throughput);
    }
}

fn wanted(table: &Table, owner: Owner<'_>) -> Option<usize> {
    let throughput = match owner {
        None => &table.throughput,
        Some(index) => &table.index(index)?.throughput,
    };
    let needed = initial_partitions(table.billing.mode, throughput.rate).max(for_warm(throughput.warm.units));
    let needed = usize::try_from(needed).unwrap_or(MOST_PARTITIONS);
    let mut wanted = table.space(owner)?.partitions().len();
    if throughput.rate.is_none() {
        return Some(wanted.max(needed));
    }
    while wanted < needed.min(MOST_PARTITIONS) {
        wanted = wanted.saturating_mul(2).max(1);
    }
    Some(wanted)
}

/// Partitions that can serve so much at once.
fn for_warm(units: ProvisionedThroughput) -> u32 {
    let reads = units.read_capacity_units.div_ceil(PARTITION_READ_UNITS);
    let writes = units.write_capacity_units.div_ceil(PARTITION_WRITE_UNITS);
    u32::try_from(reads.max(writes)).unwrap_or(u32::MAX)
}

/// Splits at a boundary, and all that follows partitions with it.
fn divide(table: &mut Table, around: &mut Surroundings, owner: Owner<'_>, boundary: &RowKey, reason: SplitReason) {
    let Some(division) = table.split(owner, boundary) else { return };
    if let Some(lineage) = table.lineage_mut(owner) {
        lineage.record(around.now, division, reason);
    }
    if let Some((heat, _)) = table.heat_mut(owner) {
        heat.divide(division);
    }
    if let Some(meter) = table.meter_mut(owner) {
        meter.divide(division);
    }
    let Division { position, parent, children } = division;
    if owner.is_none() {
        passes::divide(table, around, division, boundary);
        if let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) {
            streams::divide(around, &stream.name, position);
        }
    }
    let (name, index) = (table.name.clone(), owner.map(Text::from));
    around.record(EventKind::PartitionSplit { table: name, index, parent, children, reason });
    // A half may be too large still.
    let limit = around.options.limits.partition_bytes;
    for half in [position, position + 1] {
        if table.partition_bytes(owner, half) > limit {
            full(table, around, owner, half);
        }
    }
}

impl Table {
    /// Where partitions may be cut: a table with local indexes keeps its item collections whole (documented).
    fn cut(&self, owner: Owner<'_>) -> Cut {
        let whole = owner.is_none() && self.indexes.iter().any(Index::is_local);
        if whole { Cut::BetweenCollections } else { Cut::Anywhere }
    }

    /// Bytes of the partition at this position; entries of local indexes lie in their table's partitions (documented).
    pub(crate) fn partition_bytes(&self, owner: Owner<'_>, position: usize) -> u64 {
        let bytes = |space: &Space<Arc<Item>>| space.partitions().get(position).map_or(0, Partition::bytes);
        let local = self.indexes.iter().filter(|index| owner.is_none() && index.is_local());
        self.space(owner).map_or(0, bytes) + local.map(|index| bytes(&index.entries)).sum::<u64>()
    }

    /// Splits rows, and entries of local indexes with them.
    fn split(&mut self, owner: Owner<'_>, boundary: &RowKey) -> Option<Division> {
        if let Some(index) = owner {
            return self.index_mut(index)?.entries.split(boundary.clone());
        }
        for index in self.indexes.iter_mut().filter(|index| index.is_local()) {
            index.entries.split(boundary.clone());
        }
        self.items.split(boundary.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_throughput_needs_partitions() {
        let units = |read, write| ProvisionedThroughput { read_capacity_units: read, write_capacity_units: write };
        assert_eq!(for_warm(units(12_000, 4_000)), 4);
        assert_eq!(for_warm(units(12_001, 1)), 5);
        assert_eq!(for_warm(units(1, 6_500)), 7);
    }
}

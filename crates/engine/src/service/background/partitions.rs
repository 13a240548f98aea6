//! Partition splits: for size, for more throughput, and for heat.
//!
//! A split divides only rows; the table stays available (documented: partitions-split). Local indexes are divided with
//! their table. Two new shards and expiry scanners replace those of the split partition.

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
use crate::state::shared_state::SharedState;
use crate::state::table::Table;
use crate::state::task::Task;

/// The owner of partitions: `None` for the table with its local indexes, or the name of a global index.
pub(crate) type Owner<'a> = Option<&'a str>;

/// Plans a split of the full partition at this position.
pub(crate) fn full(table: &mut Table, shared: &mut SharedState, owner: Owner<'_>, position: usize) {
    let bytes = table.partition_bytes(owner, position);
    let partition = table
        .space(owner)
        .and_then(|space| space.partitions().get(position))
        .map(Partition::number);
    let Some(partition) = partition else { return };
    if table
        .lineage_mut(owner)
        .is_some_and(|lineage| lineage.plan_for_size(partition, bytes))
    {
        schedule(table, shared, owner, partition, SplitReason::Size);
    }
}

/// Counts the keys that a request used, and plans splits of partitions that stayed hot.
pub(crate) fn take_in(table: &mut Table, shared: &mut SharedState, used: &mut Consumption) {
    let (now, long) = (shared.now, shared.options.physics.partitions.heat);
    for Touch { index, key, units } in std::mem::take(&mut used.touched) {
        let owner = index.as_deref();
        let Some(partition) = table
            .space(owner)
            .and_then(|space| space.owner(&key))
            .map(Partition::number)
        else {
            continue;
        };
        let Some((heat, key_use)) = table.heat_mut(owner) else {
            continue;
        };
        key_use.count(&key, used.direction, units);
        let hot = heat.touch(partition, &key, used.direction, units, now, long);
        if hot && !long.is_zero() && table.lineage_mut(owner).is_some_and(|lineage| lineage.plan(partition)) {
            schedule(table, shared, owner, partition, SplitReason::Heat);
        }
        match used
            .served
            .iter_mut()
            .find(|served| served.partition == partition && served.index == index)
        {
            Some(served) => served.units += units,
            None => used.served.push(Served {
                index,
                partition,
                units,
            }),
        }
    }
}

/// Schedules a split.
fn schedule(table: &Table, shared: &mut SharedState, owner: Owner<'_>, partition: u32, reason: SplitReason) {
    let due = shared.now + shared.options.physics.partitions.split.draw(&mut shared.random);
    let index = owner.map(Text::from);
    let task = Task::SplitPartition {
        table: table.name.clone(),
        number: table.number,
        index,
        partition,
        reason,
    };
    shared.agenda.schedule(due, task);
}

/// Executes a planned split, if the partition has a suitable boundary.
pub(super) fn split(
    table: &mut Table,
    shared: &mut SharedState,
    owner: Owner<'_>,
    partition: u32,
    reason: SplitReason,
) {
    let Some(lineage) = table.lineage_mut(owner) else {
        return;
    };
    lineage.begin(partition);
    let cut = table.cut(owner);
    let Some(space) = table.space(owner) else { return };
    let Some(position) = space.position(partition) else {
        return;
    };
    let boundary = match reason {
        SplitReason::Size => middle_of_bytes(space, position, cut),
        SplitReason::Throughput => middle_of_slice(space, position),
        SplitReason::Heat => table
            .heat_mut(owner)
            .and_then(|(heat, _)| heat.boundary(partition, cut, shared.now)),
    };
    let bytes = table.partition_bytes(owner, position);
    match boundary {
        Some(boundary) => divide(table, shared, owner, &boundary, reason),
        None if reason != SplitReason::Size => {}
        None => {
            if let Some(lineage) = table.lineage_mut(owner) {
                lineage.leave_whole(partition, bytes);
            }
        }
    }
}

/// Splits the widest slices until the number of partitions suffices for the throughput of a table or index.
///
/// With provisioned throughput, the number doubles until it suffices (published once; a model for today). On demand,
/// there are at least as many partitions as in a new table, and enough for the warm throughput
/// (inferred: on-demand-partitions).
pub(super) fn grow(table: &mut Table, shared: &mut SharedState, owner: Owner<'_>) {
    let Some(wanted) = wanted(table, owner) else { return };
    loop {
        let Some(space) = table.space(owner) else { return };
        let partitions = space.partitions();
        if partitions.len() >= wanted.min(MOST_PARTITIONS) {
            return;
        }
        let width = |position: &usize| {
            let from = partitions
                .get(*position)
                .map_or(0, |partition| partition.from().as_u128());
            let end = space
                .slice_end(*position)
                .map_or(u128::MAX, |key| key.placement().as_u128());
            // Selects the first of equally wide slices, so that the order is the same on every target.
            (end - from, std::cmp::Reverse(*position))
        };
        let Some(widest) = (0..partitions.len()).max_by_key(width) else {
            return;
        };
        let Some(boundary) = middle_of_slice(space, widest) else {
            return;
        };
        divide(table, shared, owner, &boundary, SplitReason::Throughput);
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

/// The number of partitions that can serve these units at once.
fn for_warm(units: ProvisionedThroughput) -> u32 {
    let reads = units.read_capacity_units.div_ceil(PARTITION_READ_UNITS);
    let writes = units.write_capacity_units.div_ceil(PARTITION_WRITE_UNITS);
    u32::try_from(reads.max(writes)).unwrap_or(u32::MAX)
}

/// Splits a partition at a boundary, with everything that depends on partitions.
fn divide(table: &mut Table, shared: &mut SharedState, owner: Owner<'_>, boundary: &RowKey, reason: SplitReason) {
    let Some(division) = table.split(owner, boundary) else {
        return;
    };
    if let Some(lineage) = table.lineage_mut(owner) {
        lineage.record(shared.now, division, reason);
    }
    if let Some((heat, _)) = table.heat_mut(owner) {
        heat.divide(division);
    }
    if let Some(meter) = table.meter_mut(owner) {
        meter.divide(division);
    }
    let Division {
        position,
        parent,
        children,
    } = division;
    if owner.is_none() {
        passes::divide(table, shared, division, boundary);
        if let Some(stream) = table.stream.as_ref().filter(|stream| stream.enabled) {
            streams::divide(shared, &stream.name, position);
        }
    }
    let (name, index) = (table.name.clone(), owner.map(Text::from));
    shared.record(EventKind::PartitionSplit {
        table: name,
        index,
        parent,
        children,
        reason,
    });
    // A half may still be too large.
    let limit = shared.options.limits.partition_bytes;
    for half in [position, position + 1] {
        if table.partition_bytes(owner, half) > limit {
            full(table, shared, owner, half);
        }
    }
}

impl Table {
    /// Where partitions may be split: a table with local indexes keeps its item collections whole
    /// (documented: partitions-of-indexes).
    fn cut(&self, owner: Owner<'_>) -> Cut {
        let whole = owner.is_none() && self.indexes.iter().any(Index::is_local);
        if whole { Cut::BetweenCollections } else { Cut::Anywhere }
    }

    /// Bytes of the partition at this position. A table's partitions contain the entries of its local indexes
    /// (documented: local-indexes).
    pub(crate) fn partition_bytes(&self, owner: Owner<'_>, position: usize) -> u64 {
        let bytes = |space: &Space<Arc<Item>>| space.partitions().get(position).map_or(0, Partition::bytes);
        let local = self.indexes.iter().filter(|index| owner.is_none() && index.is_local());
        self.space(owner).map_or(0, bytes) + local.map(|index| bytes(&index.entries)).sum::<u64>()
    }

    /// Splits rows and their entries in local indexes.
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
        let units = |read, write| ProvisionedThroughput {
            read_capacity_units: read,
            write_capacity_units: write,
        };
        assert_eq!(for_warm(units(12_000, 4_000)), 4);
        assert_eq!(for_warm(units(12_001, 1)), 5);
        assert_eq!(for_warm(units(1, 6_500)), 7);
    }
}

//! Payment: requests consume units from the buckets of tables and indexes.
//!
//! Must not know requests. Does nothing while throttling is off.

use hashrange_capacity::Units;
use hashrange_store::Partition;

use crate::state::bounds::Bounds;
use crate::state::context::Context;
use crate::state::index::Index;
use crate::state::log::consumption::{Consumption, Direction};
use crate::state::meter::Meter;
use crate::state::table::Table;
use crate::state::throughput::Throughput;

/// Charges the used units to the buckets of the table and its indexes.
pub(crate) fn pay(table: &mut Table, context: Context<'_>, used: &Consumption) {
    if used.touched.is_empty() || !context.throttles() {
        return;
    }
    for touch in &used.touched {
        let index = match &touch.index {
            Some(name) => match table.index_mut(name) {
                Some(index) => Some(index),
                None => continue,
            },
            None => None,
        };
        let (throughput, meter, space) = match index {
            Some(index) => (&index.throughput, &mut index.meter, &index.entries),
            None => (&table.throughput, &mut table.meter, &table.items),
        };
        let Some(partition) = space.owner(&touch.key).map(Partition::number) else {
            continue;
        };
        let bounds = Bounds::of(throughput, meter, used.direction, space.partitions().len(), context);
        meter.take(used.direction, &bounds, partition, touch.units, context.now);
    }
}

/// A global index's remaining write throughput, for its backfill; `None` while throttling is off.
pub(crate) fn spare_writes(index: &Index, context: Context<'_>) -> Option<Units> {
    if !context.throttles() {
        return None;
    }
    let partitions = index.entries.partitions().len();
    let bounds = Bounds::of(&index.throughput, &index.meter, Direction::Write, partitions, context);
    Some(index.meter.left(Direction::Write, &bounds, context.now).0)
}

/// Credits the saved units of a table and its global indexes, before their throughput changes.
pub(crate) fn settle(table: &mut Table, context: Context<'_>) {
    if !context.throttles() {
        return;
    }
    let credit = |throughput: &Throughput, meter: &mut Meter, partitions: usize| {
        for direction in [Direction::Read, Direction::Write] {
            let bounds = Bounds::of(throughput, meter, direction, partitions, context);
            meter.settle(direction, &bounds, context.now);
        }
    };
    credit(&table.throughput, &mut table.meter, table.items.partitions().len());
    for index in table.indexes.iter_mut().filter(|index| !index.is_local()) {
        credit(&index.throughput, &mut index.meter, index.entries.partitions().len());
    }
}

//! Payment: requests take what they came to from the buckets of tables and indexes.
//!
//! Must not know requests. While throttling is off nothing here does anything.

use hashrange_capacity::Units;
use hashrange_store::Partition;

use crate::service::engine::Engine;
use crate::state::bounds::Bounds;
use crate::state::log::consumption::{Consumption, Direction};
use crate::state::meter::Meter;
use crate::state::throughput::Throughput;

/// Takes what was used from the buckets of the table and its indexes.
pub(crate) fn pay(engine: &mut Engine, used: &Consumption) {
    if used.touched.is_empty() || !engine.around.context().throttles() {
        return;
    }
    let (options, now) = (&engine.around.options, engine.around.now);
    let Some(table) = engine.catalogue.get_mut(&used.table) else { return };
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
        let Some(partition) = space.owner(&touch.key).map(Partition::number) else { continue };
        let bounds = Bounds::of((throughput, meter), used.direction, space.partitions().len(), options, now);
        meter.take(used.direction, &bounds, (partition, touch.units), now);
    }
}

/// What is left of a global index's write throughput, for filling the index; `None` while nothing is throttled.
pub(crate) fn spare_writes(engine: &Engine, table: &str, index: &str) -> Option<Units> {
    let index = engine.catalogue.get(table).filter(|_| engine.around.context().throttles())?.index(index)?;
    let (metered, now) = ((&index.throughput, &index.meter), engine.around.now);
    let bounds = Bounds::of(metered, Direction::Write, index.entries.partitions().len(), &engine.around.options, now);
    Some(index.meter.left(Direction::Write, &bounds, now).0)
}

/// Credits what a table and its global indexes have saved so far, before their throughput changes.
pub(crate) fn settle(engine: &mut Engine, table: &str) {
    if !engine.around.context().throttles() {
        return;
    }
    let (options, now) = (&engine.around.options, engine.around.now);
    let Some(table) = engine.catalogue.get_mut(table) else { return };
    let credit = |throughput: &Throughput, meter: &mut Meter, partitions: usize| {
        for direction in [Direction::Read, Direction::Write] {
            let bounds = Bounds::of((throughput, meter), direction, partitions, options, now);
            meter.settle(direction, &bounds, now);
        }
    };
    credit(&table.throughput, &mut table.meter, table.items.partitions().len());
    for index in table.indexes.iter_mut().filter(|index| !index.is_local()) {
        credit(&index.throughput, &mut index.meter, index.entries.partitions().len());
    }
}

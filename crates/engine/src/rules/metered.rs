//! A resource with its own throughput, and the bound that throttles a request on it.
//!
//! Must not know requests. Consumes no units.

use std::sync::Arc;

use hashrange_capacity::Units;
use hashrange_store::Space;
use hashrange_values::Item;
use hashrange_wire::{CapacityDirection, ThrottlingReason, Wanted};

use crate::state::bounds::Bounds;
use crate::state::context::Context;
use crate::state::index::Index;
use crate::state::log::consumption::Direction;
use crate::state::meter::Meter;
use crate::state::resource_name::table_arn;
use crate::state::table::Table;
use crate::state::throughput::Throughput;

/// The needs of a request on a table or index, as far as they are known in advance.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked<'a> {
    /// The item or its key.
    pub(crate) item: Option<&'a Item>,
    pub(crate) units: Option<Units>,
}

/// A resource with its own throughput.
#[derive(Clone, Copy)]
pub(crate) enum Metered<'a> {
    Table(&'a Table),
    Index(&'a Table, &'a Index),
}

impl<'a> Metered<'a> {
    pub(crate) fn parts(self) -> (&'a Throughput, &'a Meter, &'a Space<Arc<Item>>) {
        match self {
            Self::Table(table) => (&table.throughput, &table.meter, &table.items),
            Self::Index(_, index) => (&index.throughput, &index.meter, &index.entries),
        }
    }

    /// The bound that throttles a request on the partition at this position.
    pub(crate) fn shortage(
        self,
        context: Context<'_>,
        direction: Direction,
        position: usize,
        asked: Asked<'_>,
    ) -> Option<ThrottlingReason> {
        let (throughput, meter, space) = self.parts();
        let bounds = Bounds::of(throughput, meter, direction, space.partitions().len(), context);
        let partition = space.partitions().get(position)?.number();
        let cause = meter.shortage(direction, &bounds, partition, context.now)?;
        let direction = match direction {
            Direction::Read => CapacityDirection::Read,
            Direction::Write => CapacityDirection::Write,
        };
        let (table, index) = match self {
            Self::Table(table) => (table, None),
            Self::Index(table, index) => (table, Some(index.definition.name.to_string())),
        };
        let arn = table_arn(&table.name, context.options);
        let resource = index
            .as_ref()
            .map_or(arn.clone(), |index| format!("{arn}/index/{index}"));
        let wanted = Wanted {
            partition,
            key: asked.item.map(|item| table.keys.key_of(item)),
            half_units: asked.units.map(Units::as_halves),
        };
        Some(ThrottlingReason {
            cause,
            direction,
            index,
            resource,
            wanted,
        })
    }
}

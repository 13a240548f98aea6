//! A planned read of one item by its full primary key, shared by GetItem, BatchGetItem, TransactGetItems and statements
//! that select one item.
//!
//! The plan needs no table. Must not know how a request spells its parameters.

use std::sync::Arc;

use hashrange_capacity::{CapacityKind, Consistency, Line, Units, What, read_units};
use hashrange_expression::Projection;
use hashrange_store::RowKey;
use hashrange_values::Item;
use hashrange_wire::ServiceError;

use crate::rules::metered::Asked;
use crate::rules::{admission, item_checks};
use crate::state::followers::Sight;
use crate::state::log::consumption::{Consumption, Direction};
use crate::state::log::trace::{Fate, PartitionRead, ReadTrace, Trace, Walked};
use crate::state::rows::ItemRow;
use crate::state::shared_state::SharedState;
use crate::state::table::Table;

/// A read of one item.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'a> {
    pub(crate) key: &'a Item,
    /// The attributes to return; `None` for all.
    pub(crate) projection: Option<&'a Projection>,
    pub(crate) consistency: Consistency,
}

/// The result of a lookup.
pub(crate) struct Found {
    /// The item to return, if there is one.
    pub(crate) item: Option<Arc<Item>>,
    /// The bytes of the complete item.
    pub(crate) bytes: u64,
    pub(crate) consumption: Consumption,
    pub(crate) trace: Option<Trace>,
}

/// The row that a read returned, and its replica; `None` for the leader.
struct Seen<'t> {
    row: Option<&'t ItemRow>,
    sight: Option<Sight>,
    /// The bytes billed for the read.
    billed: u32,
}

impl Lookup<'_> {
    /// Reads the item from its table.
    pub(crate) fn perform(&self, table: &Table, shared: &SharedState) -> Result<Found, ServiceError> {
        let context = shared.context();
        let key = item_checks::key(table, self.key)?;
        item_checks::paths(table, self.projection.into_iter().flat_map(Projection::mentions))?;
        if self.consistency == Consistency::Transactional && shared.transaction_locks.holds(table, &key, context.now) {
            return Err(ServiceError::TransactionConflict);
        }
        let sight = Sight::of_read(context, self.consistency);
        let row = table.followers.row(&table.items, &key, sight);
        // A missing item costs as much as the smallest one (documented: capacity-units).
        let bytes = row.map_or(0, |row| u64::from(row.size));
        let billed = row.map_or(0, |row| table.billed(&row.value, row.size));
        let units = read_units(u64::from(billed), self.consistency);
        let asked = Asked {
            item: Some(self.key),
            units: Some(units),
        };
        admission::admit_read(context, table, None, || table.items.partition_of(&key), asked)?;
        let item = row.map(|row| match self.projection {
            Some(projection) => Arc::new(projection.apply(&row.value)),
            None => Arc::clone(&row.value),
        });
        let seen = Seen { row, sight, billed };
        let trace = context
            .tracing
            .then(|| self.trace(table, &key, seen, units, item.as_deref()));
        let mut consumption = Consumption::of_table(&table.name, Direction::Read, units);
        if context.watches_traffic() {
            consumption.touch(None, key, units);
        }
        Ok(Found {
            item,
            bytes,
            consumption,
            trace,
        })
    }

    fn trace(
        &self,
        table: &Table,
        key: &RowKey,
        Seen { row, sight, billed }: Seen<'_>,
        units: Units,
        item: Option<&Item>,
    ) -> Trace {
        let walked = row.map(|_| Walked {
            key: self.key.clone(),
            size: billed,
            fate: Fate::Returned,
            fetched: None,
        });
        let partition = PartitionRead {
            partition: table.items.partition_of(key),
            line: Line::single(CapacityKind::Read, What::TableItem, u64::from(billed)),
        };
        let answered = table.followers.answered(&table.items, key, self.consistency, sight);
        let trace = ReadTrace::of_one(&table.name, self.consistency, walked, partition, units);
        Trace::Read(Box::new(
            ReadTrace {
                answered: Some(answered),
                ..trace
            }
            .with_first(item),
        ))
    }
}

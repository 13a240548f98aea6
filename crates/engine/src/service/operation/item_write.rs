//! Executes a write of one item: checks, admission, effect, payment.
//!
//! Must not know how a request spells its parameters.

use std::sync::Arc;

use hashrange_capacity::Factor;
use hashrange_wire::{
    ItemCollectionMetrics, Response, ReturnConsumedCapacity, ReturnItemCollectionMetrics, ReturnValues, ServiceError,
    WriteItemResponse,
};

use crate::rules::item_write::ItemWrite;
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Refused};
use crate::rules::read::foreseen::{Foresight, Work};
use crate::rules::validated_write::Validated;
use crate::rules::{admission, collection};
use crate::service::engine::Engine;
use crate::service::payment;
use crate::service::write::{self, Written};
use crate::state::shared_state::SharedState;
use crate::state::table::Table;

/// The conditions of these writes and their current items, if evaluating them is expensive.
pub(crate) fn foresee(engine: &Engine, writes: Vec<ItemWrite>) -> Option<Foresight> {
    let work = |(place, write): (usize, ItemWrite)| {
        let table = engine.catalogue.usable(&write.table_name).ok()?;
        let row = table.items.get(&table.row_key(write.action.key())?)?;
        Some(Work::new(place, write.condition?, vec![Arc::clone(&row.value)]))
    };
    Foresight::of_all(writes.into_iter().enumerate().filter_map(work).collect())
}

/// An executed write with its response.
pub(crate) struct Performed {
    pub(crate) response: WriteItemResponse,
    pub(crate) written: Written,
}

/// The effects of a write in a larger request.
pub(crate) struct Part {
    pub(crate) written: Written,
    pub(crate) metrics: Option<ItemCollectionMetrics>,
}

/// What the response reports about a write.
pub(crate) struct Report {
    pub(crate) values: Option<ReturnValues>,
    pub(crate) capacity: Option<ReturnConsumedCapacity>,
    pub(crate) metrics: Option<ReturnItemCollectionMetrics>,
}

impl ItemWrite {
    /// Finds the table and executes the write, for a single request or statement.
    pub(crate) fn perform(
        self,
        engine: &mut Engine,
        origin: Origin,
        report: &Report,
    ) -> Result<Performed, Box<Refused>> {
        let table = engine.catalogue.usable_mut(&self.table_name)?;
        let shared = &mut engine.shared;
        let table_name = self.table_name.clone();
        let validated = self.validate(table, shared, origin)?;
        admission::admit_write(shared.context(), table, &validated.plan)?;
        let attributes = validated.attributes(report.values);
        let Part { written, metrics } = validated.commit(table, shared, Factor::Write, report.metrics);
        let consumed_capacity = written.consumption.report(&table_name, report.capacity);
        Ok(Performed {
            response: WriteItemResponse {
                attributes,
                consumed_capacity,
                item_collection_metrics: metrics,
            },
            written,
        })
    }

    /// Checks the write against its table and the current item. Changes nothing.
    pub(crate) fn validate(
        self,
        table: &Table,
        shared: &SharedState,
        origin: Origin,
    ) -> Result<Validated, Box<Refused>> {
        let context = shared.context();
        self.check(table, context, origin)?
            .validate(table, &shared.transaction_locks, context, origin)
    }
}

impl Performed {
    /// The result of a request that consists of this write.
    pub(crate) fn done(self, wrap: fn(WriteItemResponse) -> Response) -> Done {
        Done::charged(wrap(self.response), self.written.consumption, self.written.trace)
    }
}

impl Validated {
    /// Refuses a write of an item that a transaction has locked.
    pub(crate) fn check_conflict(&self, table: &Table, shared: &SharedState) -> Result<(), ServiceError> {
        let taken = shared.transaction_locks.holds(table, &self.plan.key, shared.now);
        if taken {
            Err(ServiceError::TransactionConflict)
        } else {
            Ok(())
        }
    }

    /// Executes and charges the write. The caller reports the cost.
    pub(crate) fn commit(
        self,
        table: &mut Table,
        shared: &mut SharedState,
        factor: Factor,
        metrics: Option<ReturnItemCollectionMetrics>,
    ) -> Part {
        let Self {
            plan, key, check_only, ..
        } = self;
        if check_only {
            let written = write::checked(table, shared, &plan, key.as_ref());
            payment::pay(table, shared.context(), &written.consumption);
            return Part { written, metrics: None };
        }
        let after = metrics.and_then(|_| plan.item.after.clone());
        let written = write::apply(table, shared, plan, factor);
        payment::pay(table, shared.context(), &written.consumption);
        let key = key.as_ref().or(after.as_ref().map(|row| &*row.value));
        let limit = shared.options.limits.item_collection_bytes;
        let metrics = key.and_then(|key| collection::metrics(table, key, limit, metrics));
        Part { written, metrics }
    }
}

//! A write of one item, carried out: judged, admitted, applied, paid for.
//!
//! Must not know how a request spells its parameters.

use hashrange_capacity::Factor;
use hashrange_wire::{
    ItemCollectionMetrics, Response, ReturnConsumedCapacity, ReturnItemCollectionMetrics, ReturnValues, ServiceError,
    WriteItemResponse,
};

use crate::rules::item_write::ItemWrite;
use crate::rules::judged_write::Judged;
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Refused};
use crate::rules::{admission, collection};
use crate::service::engine::Engine;
use crate::service::payment;
use crate::service::write::{self, Written};
use crate::state::surroundings::Surroundings;
use crate::state::table::Table;

/// A write that was carried out, with its answer.
pub(crate) struct Performed {
    pub(crate) response: WriteItemResponse,
    pub(crate) written: Written,
}

/// What a write within a larger request did.
pub(crate) struct Part {
    pub(crate) written: Written,
    pub(crate) metrics: Option<ItemCollectionMetrics>,
}

/// What the caller wants to hear of a write.
pub(crate) struct Report {
    pub(crate) values: Option<ReturnValues>,
    pub(crate) capacity: Option<ReturnConsumedCapacity>,
    pub(crate) metrics: Option<ReturnItemCollectionMetrics>,
}

impl ItemWrite {
    /// Finds the table and writes, as a request or a statement of its own.
    pub(crate) fn perform(
        self,
        engine: &mut Engine,
        origin: Origin,
        report: &Report,
    ) -> Result<Performed, Box<Refused>> {
        let table = engine.catalogue.usable_mut(&self.table_name)?;
        let around = &mut engine.around;
        let table_name = self.table_name.clone();
        let judged = self.judge(table, around, origin)?;
        admission::admit_write(around.context(), table, &judged.plan)?;
        let attributes = judged.attributes(report.values);
        let Part { written, metrics } = judged.commit(table, around, Factor::Write, report.metrics);
        let consumed_capacity = written.consumption.report(&table_name, report.capacity);
        Ok(Performed {
            response: WriteItemResponse { attributes, consumed_capacity, item_collection_metrics: metrics },
            written,
        })
    }

    /// Holds the write against its table and the item as it stands, and changes nothing.
    pub(crate) fn judge(self, table: &Table, around: &Surroundings, origin: Origin) -> Result<Judged, Box<Refused>> {
        let context = around.context();
        self.check(table, context, origin)?.judge(table, &around.under_way, context, origin)
    }
}

impl Performed {
    /// The write as all that a request did.
    pub(crate) fn done(self, wrap: fn(WriteItemResponse) -> Response) -> Done {
        Done::charged(wrap(self.response), self.written.consumption, self.written.trace)
    }
}

impl Judged {
    /// Refuses a write of an item that a transaction is at work on.
    pub(crate) fn check_conflict(&self, table: &Table, around: &Surroundings) -> Result<(), ServiceError> {
        let taken = around.under_way.has(table, &self.plan.key, around.now);
        if taken { Err(ServiceError::TransactionConflict) } else { Ok(()) }
    }

    /// Writes. What it cost is reported by whoever asked.
    pub(crate) fn commit(
        self,
        table: &mut Table,
        around: &mut Surroundings,
        factor: Factor,
        metrics: Option<ReturnItemCollectionMetrics>,
    ) -> Part {
        let Self { plan, key, check_only, .. } = self;
        if check_only {
            let written = write::checked(table, around, &plan, key.as_ref());
            payment::pay(table, around.context(), &written.consumption);
            return Part { written, metrics: None };
        }
        let after = metrics.and_then(|_| plan.item.after.clone());
        let written = write::apply(table, around, plan, factor);
        payment::pay(table, around.context(), &written.consumption);
        let key = key.as_ref().or(after.as_ref().map(|row| &*row.value));
        let limit = around.options.limits.item_collection_bytes;
        let metrics = key.and_then(|key| collection::metrics(table, key, limit, metrics));
        Part { written, metrics }
    }
}

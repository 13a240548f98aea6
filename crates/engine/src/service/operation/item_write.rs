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
use crate::rules::outcome::{Done, Outcome, Refused};
use crate::rules::write_plan::WritePlan;
use crate::rules::{admission, collection};
use crate::service::engine::Engine;
use crate::service::payment;
use crate::service::write::{self, Written};

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
    /// Performs a write that is a request of its own.
    pub(crate) fn perform(
        self,
        engine: &mut Engine,
        report: &Report,
        wrap: fn(WriteItemResponse) -> Response,
    ) -> Outcome {
        let table_name = self.table_name.clone();
        let judged = self.judge(engine, Origin::Single)?;
        judged.admit(engine)?;
        let (response, written) = judged.commit(engine, &table_name, report);
        Ok(Done::charged(wrap(response), written.consumption, written.trace))
    }

    /// Holds the write against its table and the item as it stands, and changes nothing.
    pub(crate) fn judge(self, engine: &Engine, origin: Origin) -> Result<Judged, Box<Refused>> {
        let table = engine.catalogue.usable(&self.table_name)?;
        let context = engine.around.context();
        self.check(table, context, origin)?.judge(table, &engine.around.under_way, context, origin)
    }
}

impl Judged {
    /// Refuses a write of an item that a transaction is at work on.
    pub(crate) fn check_conflict(&self, engine: &Engine) -> Result<(), ServiceError> {
        let WritePlan { table, key, .. } = &self.plan;
        let taken =
            engine.catalogue.get(table).is_some_and(|table| engine.around.under_way.has(table, key, engine.around.now));
        if taken { Err(ServiceError::TransactionConflict) } else { Ok(()) }
    }

    /// Refuses a write that there is no throughput for.
    pub(crate) fn admit(&self, engine: &Engine) -> Result<(), ServiceError> {
        match engine.catalogue.get(&self.plan.table) {
            Some(table) => admission::admit_write(engine.around.context(), table, &self.plan),
            None => Ok(()),
        }
    }

    /// Writes, and answers as the caller asked.
    pub(crate) fn commit(self, engine: &mut Engine, table_name: &str, report: &Report) -> (WriteItemResponse, Written) {
        let attributes = self.attributes(report.values);
        let Part { written, metrics } = self.commit_part(engine, Factor::Write, report.metrics);
        let consumed_capacity = written.consumption.report(table_name, report.capacity);
        (WriteItemResponse { attributes, consumed_capacity, item_collection_metrics: metrics }, written)
    }

    /// Writes as one of several: what it cost is reported with the others.
    pub(crate) fn commit_part(
        self,
        engine: &mut Engine,
        factor: Factor,
        metrics: Option<ReturnItemCollectionMetrics>,
    ) -> Part {
        let Self { plan, key, check_only, .. } = self;
        if check_only {
            let written = write::checked(engine, &plan, key.as_ref());
            payment::pay(engine, &written.consumption);
            return Part { written, metrics: None };
        }
        let about = metrics.is_some().then(|| (plan.table.clone(), plan.item.after.clone()));
        let written = write::apply(engine, plan, factor);
        payment::pay(engine, &written.consumption);
        let metrics = about.and_then(|(name, after)| {
            let key = key.as_ref().or(after.as_ref().map(|row| &*row.value))?;
            let limit = engine.around.options.limits.item_collection_bytes;
            collection::metrics(engine.catalogue.get(&name)?, key, limit, metrics)
        });
        Part { written, metrics }
    }
}

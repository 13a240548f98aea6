//! BatchWriteItem: up to 25 puts and deletes, in any tables. Each is a separate write; if one is invalid, nothing is
//! written.

use std::sync::Arc;

use hashrange_capacity::Factor;
use hashrange_values::{List, Text};
use hashrange_wire::{
    BatchWriteItemRequest, BatchWriteItemResponse, Response, ServiceError, ValidationError, WriteRequest,
};
use litemap::LiteMap;

use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::origin::Origin;
use crate::rules::outcome::{Done, Outcome, Refused};
use crate::rules::validated_write::Validated;
use crate::rules::write_plan::WritePlan;
use crate::rules::{admission, item_checks};
use crate::service::engine::Engine;
use crate::service::operation::item_write::Part;
use crate::service::operation::metrics_by_table::MetricsByTable;
use crate::state::log::event::Stop;
use crate::state::log::ledger::Ledger;

pub(super) fn perform(engine: &mut Engine, request: BatchWriteItemRequest) -> Outcome {
    let writes: Vec<ItemWrite> = request
        .request_items
        .into_iter()
        .flat_map(|(name, writes)| planned(name.into(), writes))
        .collect();
    check_sizes(engine, &writes)?;
    for write in &writes {
        engine.catalogue.usable(&write.table_name)?;
    }
    let validated = validate(engine, writes)?;
    let mut ledger = Ledger::default();
    let mut metrics = MetricsByTable::default();
    let mut traces = List::new();
    let mut unprocessed: LiteMap<String, Vec<WriteRequest>> = LiteMap::new();
    let (all, mut throttled, mut stops) = (validated.len(), None, List::new());
    for (name, validated) in validated {
        let (table, shared) = (engine.catalogue.usable_mut(&name)?, &mut engine.shared);
        let admitted = || admission::admit_write(shared.context(), table, &validated.plan);
        // A locked item is returned as unprocessed, like a throttled one. This is a model: it is not documented.
        if let Err(error) = validated.check_conflict(table, shared).and_then(|()| admitted()) {
            stops.extend(Stop::of(&error, &table.name));
            throttled = throttled.or((error != ServiceError::TransactionConflict).then_some(error));
            unprocessed.entry(name.into()).or_default().extend(validated.request());
            continue;
        }
        let Part {
            written,
            metrics: of_part,
        } = validated.commit(table, shared, Factor::Write, request.return_item_collection_metrics);
        ledger.add(&name, &written.consumption);
        metrics.add(&name, &table.name, of_part);
        traces.extend(written.trace);
    }
    // Throttling is an error only if nothing could be written (documented: error-handling).
    let left: usize = unprocessed.values().map(Vec::len).sum();
    if let Some(error) = throttled.filter(|_| left == all) {
        return Err(Refused::with_stops(error, stops));
    }
    let response = Response::BatchWriteItem(BatchWriteItemResponse {
        unprocessed_items: unprocessed,
        item_collection_metrics: metrics.into_map(),
        consumed_capacity: ledger.report(request.return_consumed_capacity, None),
    });
    Ok(Done::charged_all(response, ledger.into_consumption(), traces).with_stops(stops))
}

fn planned(table_name: Text, writes: Vec<WriteRequest>) -> impl Iterator<Item = ItemWrite> {
    let action = |write| match write {
        WriteRequest::Put(item) => Action::Put(item),
        WriteRequest::Delete(key) => Action::Delete { key },
    };
    writes.into_iter().map(move |write| ItemWrite {
        table_name: table_name.clone(),
        action: action(write),
        condition: None,
        foreseen: None,
        on_failure: None,
    })
}

impl Validated {
    /// The write as requested.
    fn request(self) -> Option<WriteRequest> {
        let Self {
            plan: WritePlan { item, entries, .. },
            key,
            ..
        } = self;
        // The entries share the item.
        drop(entries);
        match item.after {
            Some(row) => Some(WriteRequest::Put(Arc::unwrap_or_clone(row.value))),
            None => key.map(WriteRequest::Delete),
        }
    }
}

fn check_sizes(engine: &Engine, writes: &[ItemWrite]) -> Result<(), ServiceError> {
    writes.iter().try_for_each(|write| match &write.action {
        Action::Put(item) => item_checks::size(&engine.shared.options.limits, item),
        _ => Ok(()),
    })
}

/// Checks every write against the state before the first write: no two writes name the same item.
fn validate(engine: &Engine, writes: Vec<ItemWrite>) -> Result<Vec<(Text, Validated)>, Box<Refused>> {
    let keys = writes
        .iter()
        .map(|write| (write.table_name.as_str(), write.action.key()));
    let distinct = item_checks::distinct(&engine.catalogue, keys, ValidationError::BatchDuplicate);
    let mut all = Vec::with_capacity(writes.len());
    for write in writes {
        let name = write.table_name.clone();
        let table = engine.catalogue.usable(&name)?;
        all.push((name, write.validate(table, &engine.shared, Origin::Batch)?));
    }
    // An invalid key is refused before a duplicate key (inferred: batch-write-key-order).
    distinct?;
    Ok(all)
}

//! BatchGetItem: up to 100 items by their keys, from any tables. Each is read separately. Keys beyond the response's
//! size limit are returned as unprocessed.

use std::sync::Arc;

use hashrange_expression::Projection;
use hashrange_values::{Item, List, has_duplicates};
use hashrange_wire::{
    BatchGetItemRequest, BatchGetItemResponse, KeysAndAttributes, Response, ServiceError, ValidationError,
    item_to_json, table_name_of,
};
use litemap::LiteMap;

use crate::rules::expressions::projection_alone;
use crate::rules::outcome::{Done, Outcome, Refused};
use crate::rules::read::target::consistency;
use crate::rules::{item_checks, legacy};
use crate::service::engine::Engine;
use crate::service::operation::lookup::{Found, Lookup};
use crate::service::payment;
use crate::state::log::event::Stop;
use crate::state::log::ledger::Ledger;
use crate::state::log::trace::Trace;

pub(super) fn perform(engine: &mut Engine, request: BatchGetItemRequest) -> Outcome {
    let tables = request.request_items;
    let projections = tables.values().map(projection).collect::<Result<Vec<_>, _>>()?;
    check_distinct(&tables)?;
    for name in tables.keys() {
        engine.catalogue.usable(name)?;
    }
    let tables = merged(tables.into_iter().zip(projections));
    let keys = tables
        .iter()
        .flat_map(|((name, wanted), _)| wanted.keys.iter().map(|key| (name.as_str(), key)));
    item_checks::distinct(&engine.catalogue, keys, ValidationError::BatchDuplicate)?;
    let mut batch = PartialResponse::default();
    for ((name, wanted), projection) in tables {
        batch.read_table(engine, name, wanted, projection.as_ref())?;
    }
    // Throttling is an error only if no key at all could be read (documented: error-handling).
    if let Some(error) = batch.throttled.take().filter(|_| batch.read == 0) {
        return Err(Refused::with_stops(error, batch.stops));
    }
    let consumed_capacity = batch.ledger.report(request.return_consumed_capacity, None);
    let response = Response::BatchGetItem(BatchGetItemResponse {
        responses: batch.responses,
        unprocessed_keys: batch.unprocessed,
        consumed_capacity,
    });
    Ok(Done::charged_all(response, batch.ledger.into_consumption(), batch.traces).with_stops(batch.stops))
}

/// What to read from one table: by its name or ARN as sent.
type OfTable = ((String, KeysAndAttributes), Option<Projection>);

/// Merges the entries that name one table by its name and by its ARN (observed: batch-get-references). The first in
/// the order of their texts stays, with its projection and consistency. Keys of both are read once (a model: the
/// service's choice is unknown).
fn merged(tables: impl Iterator<Item = OfTable>) -> Vec<OfTable> {
    let mut merged: Vec<OfTable> = Vec::new();
    for table in tables {
        let name = table_name_of(&table.0.0);
        match merged.iter_mut().find(|((other, _), _)| table_name_of(other) == name) {
            Some(((_, first), _)) => {
                for key in table.0.1.keys {
                    if !first.keys.contains(&key) {
                        first.keys.push(key);
                    }
                }
            }
            None => merged.push(table),
        }
    }
    merged
}

/// The partial response.
#[derive(Default)]
struct PartialResponse {
    bytes: u64,
    full: bool,
    /// Keys whose items were looked up.
    read: usize,
    /// The error of the first throttled key.
    throttled: Option<ServiceError>,
    /// The throttled keys.
    stops: List<Stop>,
    responses: LiteMap<String, Vec<Arc<Item>>>,
    unprocessed: LiteMap<String, KeysAndAttributes>,
    ledger: Ledger,
    traces: List<Trace>,
}

impl PartialResponse {
    fn read_table(
        &mut self,
        engine: &mut Engine,
        name: String,
        wanted: KeysAndAttributes,
        projection: Option<&Projection>,
    ) -> Result<(), ServiceError> {
        let consistency = consistency(wanted.consistent_read);
        let table = engine.catalogue.usable_mut(&name)?;
        let shared = &engine.shared;
        let mut items = Vec::new();
        let mut left = Vec::new();
        for key in wanted.keys {
            let found = match (Lookup {
                key: &key,
                projection,
                consistency,
            })
            .perform(table, shared)
            {
                Err(error @ ServiceError::Throttled(_)) => {
                    self.stops.extend(Stop::of(&error, &table_name_of(&name).into()));
                    self.throttled.get_or_insert(error);
                    left.push(key);
                    continue;
                }
                found => found?,
            };
            // Whole items count towards the limit, even if only parts are returned. Only returned items are charged (a
            // model: documented: limits-batches, the limit of 16 MB alone).
            self.full |= self.bytes + found.bytes > shared.options.limits.batch_bytes;
            if self.full {
                left.push(key);
                continue;
            }
            payment::pay(table, shared.context(), &found.consumption);
            items.extend(self.take(&name, found));
        }
        if !left.is_empty() {
            self.unprocessed
                .insert(name.clone(), KeysAndAttributes { keys: left, ..wanted });
        }
        self.responses.insert(name, items);
        Ok(())
    }

    /// Adds an item to the response.
    fn take(&mut self, name: &str, found: Found) -> Option<Arc<Item>> {
        self.bytes += found.bytes;
        self.read += 1;
        self.ledger.add(name, &found.consumption);
        self.traces.extend(found.trace);
        found.item
    }
}

/// The attributes to return, from either parameter.
fn projection(wanted: &KeysAndAttributes) -> Result<Option<Projection>, ServiceError> {
    let names = wanted.expression_attribute_names.as_ref();
    let projection = projection_alone(wanted.projection_expression.as_deref(), names)?;
    Ok(projection.or_else(|| legacy::projection(wanted.attributes_to_get.as_deref())))
}

/// Refuses a duplicate key under one table name before the table is looked up (observed: batch-get-duplicates).
fn check_distinct(tables: &LiteMap<String, KeysAndAttributes>) -> Result<(), ValidationError> {
    for wanted in tables.values() {
        let keys: Vec<String> = wanted.keys.iter().map(item_to_json).collect();
        if has_duplicates(&keys) {
            return Err(ValidationError::BatchDuplicate);
        }
    }
    Ok(())
}

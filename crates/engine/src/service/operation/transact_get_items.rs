//! TransactGetItems: up to 100 items, read atomically.

use hashrange_capacity::Consistency;
use hashrange_values::List;
use hashrange_wire::{
    Response, ServiceError, TransactGet, TransactGetItemsRequest, TransactGetItemsResponse, UnitsName,
};

use crate::rules::expressions::projection_alone;
use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::lookup::{Found, Lookup};
use crate::service::operation::transact::{self, Read};
use crate::state::log::ledger::Ledger;

pub(super) fn perform(engine: &mut Engine, request: &TransactGetItemsRequest) -> Outcome {
    let gets = &request.transact_items;
    let projection = |get: &TransactGet| {
        projection_alone(
            get.projection_expression.as_deref(),
            get.expression_attribute_names.as_ref(),
        )
    };
    // Expressions are checked before tables and keys (observed: transaction-check-order).
    let projections = gets.iter().map(projection).collect::<Result<Vec<_>, ServiceError>>()?;
    let reads: Vec<Read<'_>> = gets
        .iter()
        .zip(&projections)
        .map(|(get, projection)| Read {
            table_name: &get.table_name,
            lookup: Lookup {
                key: &get.key,
                projection: projection.as_ref(),
                consistency: Consistency::Transactional,
            },
        })
        .collect();
    let found = transact::read(engine, &reads)?;
    let mut ledger = Ledger::default();
    for (get, found) in gets.iter().zip(&found) {
        ledger.add(&get.table_name, &found.consumption);
    }
    let consumed_capacity = ledger.report(request.return_consumed_capacity, Some(UnitsName::Read));
    let mut traces = List::new();
    let mut responses = Vec::with_capacity(found.len());
    for (Found { item, trace, .. }, projection) in found.into_iter().zip(&projections) {
        // An item without any requested attribute is omitted, like a missing item (observed: transaction-empty-items).
        responses.push(item.filter(|item| projection.is_none() || !item.is_empty()));
        traces.extend(trace);
    }
    let response = Response::TransactGetItems(TransactGetItemsResponse {
        responses,
        consumed_capacity,
    });
    Ok(Done::charged_all(response, ledger.into_consumption(), traces))
}

//! DeleteItem: removes one item. Deleting what is not there succeeds and costs one unit (documented).

use std::sync::Arc;

use hashrange_expression::Condition;
use hashrange_wire::{DeleteItemRequest, DeleteItemResponse, Response, ReturnValues};

use super::put_item::{check_return_values, parse};
use super::{Done, Outcome, condition_failed, holds, item_checks};
use crate::Engine;
use crate::write::{self, Write};

pub(super) fn perform(engine: &mut Engine, request: &DeleteItemRequest) -> Outcome {
    let names = request.expression_attribute_names.as_ref();
    let values = request.expression_attribute_values.as_ref();
    let condition = parse(request.condition_expression.as_deref(), names, values)?;
    check_return_values(request.return_values)?;

    let table = engine.catalogue.usable(&request.table_name)?;
    let key = item_checks::key(table, &request.key)?;
    item_checks::paths(table, condition.iter().flat_map(Condition::mentions))?;
    let before = table.items.get(&key).map(|row| Arc::clone(&row.value));
    let name = table.name.clone();
    if !holds(condition.as_ref(), before.as_deref()) {
        let paid = write::stopped(before.as_deref(), None);
        return Err(condition_failed(before.as_ref(), request.return_values_on_condition_check_failure, name, paid));
    }

    let attributes = before.clone().filter(|_| request.return_values == Some(ReturnValues::AllOld));
    let written = write::apply(engine, Write { table: name.clone(), key, before, after: None });
    let table = engine.catalogue.usable(&name)?;
    let response = DeleteItemResponse {
        attributes,
        consumed_capacity: written.consumption.report(&request.table_name, request.return_consumed_capacity),
        item_collection_metrics: write::collection_metrics(table, &request.key, request.return_item_collection_metrics),
    };
    Ok(Done {
        response: Response::DeleteItem(response),
        table: Some(name),
        consumption: Some(written.consumption),
        trace: written.trace,
    })
}

//! PutItem: writes a whole item over whatever has its key.

use std::sync::Arc;

use hashrange_expression::Condition;
use hashrange_values::Map;
use hashrange_wire::{
    ExpressionAttributeNames, Operation, PutItemRequest, PutItemResponse, Response, ReturnValues, ServiceError,
    ValidationError,
};

use super::{Done, Outcome, all_used, condition, condition_failed, enveloped, holds, item_checks, scope};
use crate::Engine;
use crate::write::{self, Write};

pub(super) fn perform(engine: &mut Engine, mut request: PutItemRequest) -> Outcome {
    let names = request.expression_attribute_names.take();
    let values = request.expression_attribute_values.take();
    let condition = parse(request.condition_expression.as_deref(), names.as_ref(), values.as_ref())
        .map_err(|error| enveloped(Operation::PutItem, error))?;
    check_return_values(request.return_values)?;

    let table = engine.catalogue.usable(&request.table_name)?;
    let key = item_checks::item(table, &request.item, engine.options.limits.item_bytes)?;
    item_checks::paths(table, condition.iter().flat_map(Condition::mentions))?;
    let before = table.items.get(&key).map(|row| Arc::clone(&row.value));
    let name = table.name.clone();
    let mut item = request.item;
    item.shrink();
    let after = Arc::new(item);
    if !holds(condition.as_ref(), before.as_deref()) {
        let paid = write::stopped(before.as_deref(), Some(&after));
        return Err(condition_failed(before.as_ref(), request.return_values_on_condition_check_failure, name, paid));
    }

    let attributes = before.clone().filter(|_| request.return_values == Some(ReturnValues::AllOld));
    let write = Write { table: name.clone(), key, before, after: Some(Arc::clone(&after)) };
    let written = write::apply(engine, write);
    let table = engine.catalogue.usable(&name)?;
    let response = PutItemResponse {
        attributes,
        consumed_capacity: written.consumption.report(&request.table_name, request.return_consumed_capacity),
        item_collection_metrics: write::collection_metrics(table, &after, request.return_item_collection_metrics),
    };
    Ok(Done {
        response: Response::PutItem(response),
        table: Some(name),
        consumption: Some(written.consumption),
        trace: written.trace,
    })
}

/// The condition of a write that has no other expression.
pub(super) fn parse(
    text: Option<&str>,
    names: Option<&ExpressionAttributeNames>,
    values: Option<&Map>,
) -> Result<Option<Condition>, ServiceError> {
    let mut scope = scope(names, values)?;
    let condition = condition(text, &mut scope)?;
    all_used(&scope)?;
    Ok(condition)
}

/// PutItem and DeleteItem know `NONE` and `ALL_OLD` only.
pub(super) fn check_return_values(asked: Option<ReturnValues>) -> Result<(), ValidationError> {
    match asked {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        Some(_) => Err(ValidationError::ReturnValues),
    }
}

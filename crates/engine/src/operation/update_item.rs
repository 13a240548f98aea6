//! UpdateItem: changes attributes of one item, and creates it when it is not there.

use std::sync::Arc;

use hashrange_expression::{ActionCounts, Applied, Condition, Projection, Update, parse_update};
use hashrange_values::{Item, MAX_NESTING, Map, Path};
use hashrange_wire::{
    Operation, Response, ReturnValues, ServiceError, UpdateItemRequest, UpdateItemResponse, ValidationError,
};

use super::{Done, Outcome, all_used, condition, condition_failed, enveloped, holds, item_checks, refuse, scope};
use crate::Engine;
use crate::table::Table;
use crate::write::{self, Write};

pub(super) fn perform(engine: &mut Engine, request: &UpdateItemRequest) -> Outcome {
    let (update, condition) = parse(request).map_err(|error| enveloped(Operation::UpdateItem, error))?;

    let table = engine.catalogue.usable(&request.table_name)?;
    let key = item_checks::key(table, &request.key)?;
    check_keys_untouched(table, update.as_ref())?;
    item_checks::paths(table, update.iter().flat_map(Update::reads))?;
    item_checks::paths(table, condition.iter().flat_map(Condition::mentions))?;
    let before = table.items.get(&key).map(|row| Arc::clone(&row.value));
    let name = table.name.clone();
    if !holds(condition.as_ref(), before.as_deref()) {
        let attempted = apply(before.as_deref(), &request.key, update.as_ref()).ok();
        let paid = write::stopped(before.as_deref(), attempted.as_ref().map(|applied| &applied.item));
        return Err(condition_failed(before.as_ref(), request.return_values_on_condition_check_failure, name, paid));
    }

    let applied = apply(before.as_deref(), &request.key, update.as_ref())?;
    check_result(table, &applied.item, update.as_ref(), engine.options.limits.item_bytes)?;
    let mut item = applied.item;
    item.shrink();
    // Only clearing what is not there creates nothing (observed).
    let creates = before.is_some() || !update.as_ref().is_some_and(Update::only_clears);
    let after = creates.then(|| Arc::new(item));
    let attributes = answer(request.return_values, before.as_ref(), after.as_ref(), &applied.touched);
    let write = Write { table: name.clone(), key, before, after };
    let written = write::apply(engine, write);
    let table = engine.catalogue.usable(&name)?;
    let response = UpdateItemResponse {
        attributes,
        consumed_capacity: written.consumption.report(&request.table_name, request.return_consumed_capacity),
        item_collection_metrics: write::collection_metrics(table, &request.key, request.return_item_collection_metrics),
    };
    Ok(Done {
        response: Response::UpdateItem(response),
        table: Some(name),
        consumption: Some(written.consumption),
        trace: written.trace,
    })
}

fn parse(request: &UpdateItemRequest) -> Result<(Option<Update>, Option<Condition>), ServiceError> {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = scope(names, request.expression_attribute_values.as_ref())?;
    let update = request.update_expression.as_deref().map(|text| parse_update(text, &mut scope)).transpose();
    let update = update.map_err(|error| refuse(&error))?;
    let condition = condition(request.condition_expression.as_deref(), &mut scope)?;
    all_used(&scope)?;
    Ok((update, condition))
}

/// Refuses an update of the primary key, and paths into keys of the table or its indexes.
fn check_keys_untouched(table: &Table, update: Option<&Update>) -> Result<(), ServiceError> {
    for target in update.into_iter().flat_map(Update::targets) {
        if target.path.is_top() && table.keys.contains(&target.path.attribute) {
            return Err(ValidationError::UpdateOfKey(target.path.attribute.clone()).into());
        }
    }
    item_checks::paths(table, update.into_iter().flat_map(Update::targets))
}

/// The item after the update; a missing item starts as its key alone.
fn apply(before: Option<&Item>, key: &Item, update: Option<&Update>) -> Result<Applied, ServiceError> {
    let Some(update) = update else {
        return Ok(Applied { item: before.unwrap_or(key).clone(), touched: Vec::new() });
    };
    match before {
        Some(item) => update.apply(item),
        None => update.apply_new(key),
    }
    .map_err(|error| refuse(&error))
}

fn check_result(table: &Table, item: &Item, update: Option<&Update>, limit: usize) -> Result<(), ServiceError> {
    item_checks::index_keys(table, item, true)?;
    if item.iter().any(|(_, value)| value.nesting() >= MAX_NESTING) {
        return Err(ValidationError::NestingLevels.into());
    }
    // The result is measured without its keys but with the service's own overhead for each action (observed).
    let keys: usize = table.keys.key_of(item).item_size();
    let size = item.item_size();
    let measured = size.saturating_sub(keys) + update.map_or(0, |update| action_bytes(update.counts()));
    if size.max(measured) > limit {
        return Err(ValidationError::ItemSizeToUpdate.into());
    }
    Ok(())
}

/// Bytes the service counts for the actions of an update, whatever they say (observed).
fn action_bytes(counts: ActionCounts) -> usize {
    3 + 19 * counts.sets_and_adds
        + 2 * counts.removes_and_deletes
        + counts.list_index_sets
        + 50 * counts.arithmetic_sets
}

fn answer(
    asked: Option<ReturnValues>,
    before: Option<&Arc<Item>>,
    after: Option<&Arc<Item>>,
    touched: &[Path],
) -> Option<Arc<Item>> {
    let picked = |item: &Map| {
        let picked = Projection::new(touched.to_vec()).apply(item);
        (!picked.is_empty()).then(|| Arc::new(picked))
    };
    match asked? {
        ReturnValues::None => None,
        ReturnValues::AllOld => before.cloned(),
        ReturnValues::AllNew => after.cloned(),
        ReturnValues::UpdatedOld => picked(before?),
        ReturnValues::UpdatedNew => picked(after?),
    }
}

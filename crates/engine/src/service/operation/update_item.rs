//! UpdateItem: changes attributes of one item, and creates it if it does not exist.

use hashrange_expression::{Condition, Update, parse_update};
use hashrange_wire::{Operation, Response, ServiceError, UpdateItemRequest, ValidationError};

use crate::rules::expressions::{all_used, condition, enveloped, refuse, scope};
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::legacy;
use crate::rules::origin::Origin;
use crate::rules::outcome::Outcome;
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::engine::Engine;
use crate::service::operation::item_write::{self, Report};

pub(super) fn perform(engine: &mut Engine, request: UpdateItemRequest, foreseen: &Foreseen) -> Outcome {
    let report = Report {
        values: request.return_values,
        capacity: request.return_consumed_capacity,
        metrics: request.return_item_collection_metrics,
    };
    let write = ItemWrite {
        foreseen: foreseen.of_write(0),
        ..planned(engine, request)?
    };
    Ok(write
        .perform(engine, Origin::Single, &report)?
        .done(Response::UpdateItem))
}

/// The condition and its item, if evaluating it is expensive.
pub(super) fn foresee(engine: &Engine, request: &UpdateItemRequest) -> Option<Foresight> {
    item_write::foresee(engine, vec![planned(engine, request.clone()).ok()?])
}

fn planned(engine: &Engine, request: UpdateItemRequest) -> Result<ItemWrite, ServiceError> {
    let (update, condition) = parse(&request).map_err(|error| enveloped(Operation::UpdateItem, error))?;
    // The size of an expression is checked before the item is read; that of legacy parameters is not
    // (observed: update-charge).
    if update
        .as_ref()
        .is_some_and(|update| update.charge() > engine.shared.options.limits.item_bytes)
    {
        return Err(ValidationError::ItemSizeToUpdate.into());
    }
    let update = update.or_else(|| legacy::update(request.attribute_updates));
    let condition = condition.or_else(|| legacy::expected(request.expected, request.conditional_operator));
    Ok(ItemWrite {
        table_name: request.table_name.into(),
        action: Action::Update {
            key: request.key,
            update,
        },
        condition,
        foreseen: None,
        on_failure: request.return_values_on_condition_check_failure,
    })
}

fn parse(request: &UpdateItemRequest) -> Result<(Option<Update>, Option<Condition>), ServiceError> {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = scope(names, request.expression_attribute_values.as_ref())?;
    let update = request
        .update_expression
        .as_deref()
        .map(|text| parse_update(text, &mut scope))
        .transpose();
    let update = update.map_err(|error| refuse(&error))?;
    let condition = condition(request.condition_expression.as_deref(), &mut scope)?;
    all_used(&scope)?;
    Ok((update, condition))
}

//! PutItem: writes a whole item, and replaces the item with the same key.

use hashrange_wire::{Operation, PutItemRequest, Response, ReturnValues, ServiceError, ValidationError};

use crate::rules::expressions::{condition_alone, enveloped};
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::origin::Origin;
use crate::rules::outcome::Outcome;
use crate::rules::{item_checks, legacy};
use crate::service::engine::Engine;
use crate::service::operation::item_write::Report;

pub(super) fn perform(engine: &mut Engine, request: PutItemRequest) -> Outcome {
    check_return_values(request.return_values)?;
    item_checks::size(&engine.shared.options.limits, &request.item)?;
    let condition = condition_alone(
        request.condition_expression.as_deref(),
        request.expression_attribute_names.as_ref(),
        request.expression_attribute_values.as_ref(),
    )
    .map_err(|error| enveloped(Operation::PutItem, error))?
    .or_else(|| legacy::expected(request.expected, request.conditional_operator));
    let write = ItemWrite {
        table_name: request.table_name.into(),
        action: Action::Put(request.item),
        condition,
        on_failure: request.return_values_on_condition_check_failure,
    };
    let report = Report {
        values: request.return_values,
        capacity: request.return_consumed_capacity,
        metrics: request.return_item_collection_metrics,
    };
    Ok(write.perform(engine, Origin::Single, &report)?.done(Response::PutItem))
}

/// PutItem and DeleteItem support only `NONE` and `ALL_OLD`.
pub(super) fn check_return_values(asked: Option<ReturnValues>) -> Result<(), ServiceError> {
    match asked {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        Some(_) => Err(ValidationError::ReturnValues.into()),
    }
}

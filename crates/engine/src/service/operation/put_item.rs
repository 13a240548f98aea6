//! PutItem: writes a whole item, and replaces the item with the same key.

use hashrange_wire::{Operation, PutItemRequest, Response, ReturnValues, ServiceError, ValidationError};

use crate::rules::expressions::{condition_alone, enveloped};
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::origin::Origin;
use crate::rules::outcome::Outcome;
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::rules::{item_checks, legacy};
use crate::service::engine::Engine;
use crate::service::operation::item_write::{self, Report};

pub(super) fn perform(engine: &mut Engine, request: PutItemRequest, foreseen: &Foreseen) -> Outcome {
    check_return_values(request.return_values)?;
    let report = Report {
        values: request.return_values,
        capacity: request.return_consumed_capacity,
        metrics: request.return_item_collection_metrics,
    };
    let write = ItemWrite {
        foreseen: foreseen.of_write(0),
        ..planned(engine, request)?
    };
    Ok(write.perform(engine, Origin::Single, &report)?.done(Response::PutItem))
}

/// The condition and its item, if evaluating it is expensive.
pub(super) fn foresee(engine: &Engine, request: &PutItemRequest) -> Option<Foresight> {
    item_write::foresee(engine, vec![planned(engine, request.clone()).ok()?])
}

fn planned(engine: &Engine, request: PutItemRequest) -> Result<ItemWrite, ServiceError> {
    item_checks::size(&engine.shared.options.limits, &request.item)?;
    let condition = condition_alone(
        request.condition_expression.as_deref(),
        request.expression_attribute_names.as_ref(),
        request.expression_attribute_values.as_ref(),
    )
    .map_err(|error| enveloped(Operation::PutItem, error))?
    .or_else(|| legacy::expected(request.expected, request.conditional_operator));
    Ok(ItemWrite {
        table_name: request.table_name.into(),
        action: Action::Put(request.item),
        condition,
        foreseen: None,
        on_failure: request.return_values_on_condition_check_failure,
    })
}

/// PutItem and DeleteItem support only `NONE` and `ALL_OLD`.
pub(super) fn check_return_values(asked: Option<ReturnValues>) -> Result<(), ServiceError> {
    match asked {
        None | Some(ReturnValues::None | ReturnValues::AllOld) => Ok(()),
        Some(_) => Err(ValidationError::ReturnValues.into()),
    }
}

//! DeleteItem: deletes one item. Deleting a missing item succeeds and costs one unit (documented: deleting-items).

use hashrange_wire::{DeleteItemRequest, Operation, Response, ServiceError};

use crate::rules::expressions::{condition_alone, enveloped};
use crate::rules::item_write::{Action, ItemWrite};
use crate::rules::legacy;
use crate::rules::origin::Origin;
use crate::rules::outcome::Outcome;
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::engine::Engine;
use crate::service::operation::item_write::{self, Report};
use crate::service::operation::put_item::check_return_values;

pub(super) fn perform(engine: &mut Engine, request: DeleteItemRequest, foreseen: &Foreseen) -> Outcome {
    check_return_values(request.return_values)?;
    let report = Report {
        values: request.return_values,
        capacity: request.return_consumed_capacity,
        metrics: request.return_item_collection_metrics,
    };
    let write = ItemWrite {
        foreseen: foreseen.of_write(0),
        ..planned(request)?
    };
    Ok(write
        .perform(engine, Origin::Single, &report)?
        .done(Response::DeleteItem))
}

/// The condition and its item, if evaluating it is expensive.
pub(super) fn foresee(engine: &Engine, request: &DeleteItemRequest) -> Option<Foresight> {
    item_write::foresee(engine, vec![planned(request.clone()).ok()?])
}

fn planned(request: DeleteItemRequest) -> Result<ItemWrite, ServiceError> {
    let condition = condition_alone(
        request.condition_expression.as_deref(),
        request.expression_attribute_names.as_ref(),
        request.expression_attribute_values.as_ref(),
    )
    .map_err(|error| enveloped(Operation::DeleteItem, error))?
    .or_else(|| legacy::expected(request.expected, request.conditional_operator));
    Ok(ItemWrite {
        table_name: request.table_name.into(),
        action: Action::Delete { key: request.key },
        condition,
        foreseen: None,
        on_failure: request.return_values_on_condition_check_failure,
    })
}

//! GetItem: one item by its full primary key.

use hashrange_wire::{GetItemRequest, GetItemResponse, Response};

use crate::rules::expressions::projection_alone;
use crate::rules::legacy;
use crate::rules::outcome::{Done, Outcome};
use crate::rules::read::target::consistency;
use crate::service::engine::Engine;
use crate::service::operation::lookup::Lookup;
use crate::service::payment;

pub(super) fn perform(engine: &mut Engine, request: &GetItemRequest) -> Outcome {
    let names = request.expression_attribute_names.as_ref();
    let projection = projection_alone(request.projection_expression.as_deref(), names)?;
    let projection = projection.or_else(|| legacy::projection(request.attributes_to_get.as_deref()));
    let lookup = Lookup {
        key: &request.key,
        projection: projection.as_ref(),
        consistency: consistency(request.consistent_read),
    };
    let table = engine.catalogue.usable_mut(&request.table_name)?;
    let found = lookup.perform(table, &engine.shared)?;
    payment::pay(table, engine.shared.context(), &found.consumption);
    let response = GetItemResponse {
        item: found.item,
        consumed_capacity: found
            .consumption
            .report(&request.table_name, request.return_consumed_capacity),
    };
    Ok(Done::charged(
        Response::GetItem(response),
        found.consumption,
        found.trace,
    ))
}

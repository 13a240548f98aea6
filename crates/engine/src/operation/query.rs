//! Query: the items of one partition key value, in sort key order.

use hashrange_expression::{
    Condition, ExpressionKind, KeyCondition, Projection, Scope, parse_condition, parse_key_condition, parse_projection,
};
use hashrange_wire::{QueryRequest, Response, ServiceError, ValidationError};

use super::range_read::{RangeRead, Which};
use super::{Outcome, all_used, refuse};
use crate::Engine;

pub(super) fn perform(engine: &Engine, request: &QueryRequest) -> Outcome {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = super::scope(names, request.expression_attribute_values.as_ref())?;
    let (conditions, filter, projection) = parse(request, &mut scope)?;
    let read = RangeRead {
        table_name: &request.table_name,
        index_name: request.index_name.as_deref(),
        consistent: request.consistent_read,
        which: Which::Collection { conditions: &conditions, forward: request.scan_index_forward != Some(false) },
        filter,
        projection,
        select: request.select,
        limit: request.limit,
        start_key: request.exclusive_start_key.as_ref(),
        capacity: request.return_consumed_capacity,
    };
    read.perform(engine, Response::Query)
}

type Parsed = (KeyCondition, Option<Condition>, Option<Projection>);

fn parse(request: &QueryRequest, scope: &mut Scope<'_>) -> Result<Parsed, ServiceError> {
    let text = request.key_condition_expression.as_deref().ok_or(ValidationError::NoKeyCondition)?;
    let filter = parse_filter(request.filter_expression.as_deref(), scope)?;
    let projection = parse_projection_of(request.projection_expression.as_deref(), scope)?;
    let conditions = match parse_key_condition(text, scope) {
        // The shape of a key condition is judged last of all (observed).
        Err(error) if error.is_deferred() => {
            all_used(scope)?;
            return Err(refuse(&error));
        }
        parsed => parsed.map_err(|error| refuse(&error))?,
    };
    all_used(scope)?;
    Ok((conditions, filter, projection))
}

pub(super) fn parse_filter(text: Option<&str>, scope: &mut Scope<'_>) -> Result<Option<Condition>, ServiceError> {
    let parsed = text.map(|text| parse_condition(ExpressionKind::Filter, text, scope));
    parsed.transpose().map_err(|error| refuse(&error))
}

pub(super) fn parse_projection_of(
    text: Option<&str>,
    scope: &mut Scope<'_>,
) -> Result<Option<Projection>, ServiceError> {
    text.map(|text| parse_projection(text, scope)).transpose().map_err(|error| refuse(&error))
}

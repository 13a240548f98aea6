//! Query: the items of one partition key value, in sort key order.

use hashrange_expression::{
    Condition, ExpressionKind, KeyCondition, Projection, Scope, parse_condition, parse_key_condition, parse_projection,
};
use hashrange_wire::{QueryRequest, Response, ServiceError, ValidationError, check_conditions};

use crate::rules::expressions::{self, all_used, refuse};
use crate::rules::legacy;
use crate::rules::outcome::Outcome;
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::engine::Engine;
use crate::service::operation::range_read::{RangeRead, Which};

pub(super) fn perform(engine: &mut Engine, request: &QueryRequest, foreseen: &Foreseen) -> Outcome {
    let (conditions, filter, projection) = parse(request)?;
    let read = read(request, &conditions, filter, projection);
    read.perform(engine, foreseen, Response::Query).map_err(|mut refused| {
        if let ServiceError::Validation(ValidationError::FilterOnKey(name)) = &refused.error
            && request.query_filter.is_some()
        {
            refused.error = ValidationError::QueryFilterOnKey(name.clone()).into();
        }
        refused
    })
}

/// The filter and the items of the page, if applying it is expensive.
pub(super) fn foresee(engine: &Engine, request: &QueryRequest) -> Option<Foresight> {
    let (conditions, filter, projection) = parse(request).ok()?;
    read(request, &conditions, filter, projection).foresee(engine)
}

fn read<'r>(
    request: &'r QueryRequest,
    conditions: &'r KeyCondition,
    filter: Option<Condition>,
    projection: Option<Projection>,
) -> RangeRead<'r> {
    RangeRead {
        table_name: &request.table_name,
        index_name: request.index_name.as_deref(),
        consistent: request.consistent_read,
        which: Which::Collection {
            conditions,
            forward: request.scan_index_forward != Some(false),
        },
        filter,
        projection,
        select: request.select,
        limit: request.limit,
        start_key: request.exclusive_start_key.as_ref(),
        capacity: request.return_consumed_capacity,
    }
}

type QueryExpressions = (KeyCondition, Option<Condition>, Option<Projection>);

fn parse(request: &QueryRequest) -> Result<QueryExpressions, ServiceError> {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = expressions::scope(names, request.expression_attribute_values.as_ref())?;
    let filter = parse_filter(request.filter_expression.as_deref(), &mut scope)?
        .or_else(|| legacy::filter(request.query_filter.as_ref(), request.conditional_operator));
    let projection = parse_projection_of(request.projection_expression.as_deref(), &mut scope)?
        .or_else(|| legacy::projection(request.attributes_to_get.as_deref()));
    let conditions = parse_keys(request, &mut scope)?;
    Ok((conditions, filter, projection))
}

fn parse_keys(request: &QueryRequest, scope: &mut Scope<'_>) -> Result<KeyCondition, ServiceError> {
    let Some(text) = request.key_condition_expression.as_deref() else {
        all_used(scope)?;
        let conditions = request.key_conditions.as_ref().ok_or(ValidationError::NoKeyCondition)?;
        check_conditions(conditions)?;
        // An index may have more key attributes, also with these legacy parameters (observed: multi-attribute-queries).
        // Later checks then compare them with its keys.
        return if matches!(conditions.len(), 1 | 2) || (request.index_name.is_some() && !conditions.is_empty()) {
            Ok(legacy::key_condition(conditions))
        } else {
            Err(ValidationError::KeyConditionCount.into())
        };
    };
    let parsed = parse_key_condition(text, scope);
    // The shape of a key condition is checked last (observed: key-condition-last).
    if !matches!(&parsed, Err(error) if !error.is_deferred()) {
        all_used(scope)?;
    }
    parsed.map_err(|error| refuse(&error))
}

pub(super) fn parse_filter(text: Option<&str>, scope: &mut Scope<'_>) -> Result<Option<Condition>, ServiceError> {
    let parsed = text.map(|text| parse_condition(ExpressionKind::Filter, text, scope));
    parsed.transpose().map_err(|error| refuse(&error))
}

pub(super) fn parse_projection_of(
    text: Option<&str>,
    scope: &mut Scope<'_>,
) -> Result<Option<Projection>, ServiceError> {
    text.map(|text| parse_projection(text, scope))
        .transpose()
        .map_err(|error| refuse(&error))
}

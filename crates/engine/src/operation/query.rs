//! Query: the items of one partition key value, in sort key order.

use hashrange_expression::{
    Condition, ExpressionKind, KeyCondition, Projection, Scope, parse_condition, parse_key_condition, parse_projection,
};
use hashrange_store::KeyRange;
use hashrange_wire::{QueryRequest, QueryResponse, Response, ServiceError, ValidationError};

use super::{Done, Outcome, all_used, item_checks, refuse};
use crate::Engine;
use crate::read::{Page, Target, Walk, consistency, key_range, read_page, resume_query, select};
use crate::trace::Trace;

pub(super) fn perform(engine: &Engine, request: &QueryRequest) -> Outcome {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = super::scope(names, request.expression_attribute_values.as_ref())?;
    let (conditions, filter, projection) = parse(request, &mut scope)?;

    let table = engine.catalogue.usable(&request.table_name)?;
    let target = Target::find(table, request.index_name.as_deref(), request.consistent_read)?;
    check_count(&conditions, target)?;
    let range = key_range(&conditions, target.keys())?;
    check_filter(filter.as_ref(), target)?;
    item_checks::paths(table, filter.iter().flat_map(Condition::mentions))?;
    let answer = select(target, request.select, projection, filter.as_ref())?;
    let forward = request.scan_index_forward != Some(false);
    let range = resume_query(target, range, &conditions, request.exclusive_start_key.as_ref(), forward)?;
    let collection = collection_range(&conditions, target);
    let walk = Walk {
        target,
        range: &range,
        collection: collection.as_ref(),
        forward,
        limit: request.limit,
        page_bytes: engine.options.limits.page_bytes,
        filter: filter.as_ref(),
        answer: &answer,
        consistency: consistency(request.consistent_read),
        tracing: engine.tracing,
    };
    let page = read_page(&walk);
    let consumed_capacity = page.consumption.report(&request.table_name, request.return_consumed_capacity);
    Ok(done(page, answer.count_only, consumed_capacity, table, Response::Query))
}

/// The answer of a Query or Scan.
pub(super) fn done(
    page: Page,
    count_only: bool,
    consumed_capacity: Option<hashrange_wire::ConsumedCapacity>,
    table: &crate::table::Table,
    wrap: impl Fn(QueryResponse) -> Response,
) -> Done {
    let response = QueryResponse {
        items: (!count_only).then_some(page.items),
        count: page.count,
        scanned_count: page.scanned,
        last_evaluated_key: page.last_key,
        consumed_capacity,
    };
    Done {
        response: wrap(response),
        table: Some(table.name.clone()),
        consumption: Some(page.consumption),
        trace: page.trace.map(|trace| Trace::Read(Box::new(trace))),
    }
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

/// More conditions than the key has attributes are refused before their attributes are looked at (observed).
fn check_count(conditions: &KeyCondition, target: Target<'_>) -> Result<(), ValidationError> {
    let (given, keys) = (conditions.terms.len(), target.keys().len());
    if given > keys.max(2) {
        return Err(ValidationError::KeyConditionCount);
    }
    if given > keys { Err(ValidationError::KeyConditionNotSupported) } else { Ok(()) }
}

/// A Query's filter must leave the keys it reads by to the key condition.
fn check_filter(filter: Option<&Condition>, target: Target<'_>) -> Result<(), ValidationError> {
    let names = filter.into_iter().flat_map(Condition::attributes);
    match names.into_iter().find(|name| target.keys().contains(name)) {
        Some(name) => Err(ValidationError::FilterOnKey(name.clone())),
        None => Ok(()),
    }
}

/// The range of all rows with the same partition key value.
fn collection_range(conditions: &KeyCondition, target: Target<'_>) -> Option<KeyRange> {
    let keys = target.keys();
    let partition = |name: &str| keys.partition.iter().any(|key| key.name == name);
    let terms = conditions.terms.iter().filter(|term| partition(&term.attribute)).cloned().collect();
    key_range(&KeyCondition { terms }, keys).ok()
}

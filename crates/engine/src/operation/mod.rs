//! The operations, one file each: named checks in the service's order, then the effect.
//!
//! Order of checks (observed): shape and constraints (in `wire`, before the engine), expressions, table, keys, sizes,
//! condition. A refusal leaves everything as it was.

mod create_table;
mod delete_item;
mod delete_table;
mod describe_table;
mod get_item;
mod item_checks;
mod item_write;
mod legacy;
mod list_tables;
mod put_item;
mod query;
mod range_read;
mod scan;
mod update_item;

use hashrange_expression::{Condition, ExpressionError, ExpressionKind, Scope, parse_condition};
use hashrange_values::{Item, Map, Text};
use hashrange_wire::{
    ExpressionAttributeNames, Operation, Request, Response, ServiceError, ValidationError, WriteItemResponse,
};

use item_write::{ItemWrite, Report};

use crate::trace::Trace;
use crate::{Consumption, Engine};

pub(crate) use item_checks::{empty_kind, key_size};

/// A request that was answered.
pub(crate) struct Done {
    pub(crate) response: Response,
    pub(crate) table: Option<Text>,
    pub(crate) consumption: Option<Consumption>,
    pub(crate) trace: Option<Trace>,
}

/// A request that was refused.
pub(crate) struct Refused {
    pub(crate) error: ServiceError,
    pub(crate) table: Option<Text>,
    /// A failed condition is paid for (documented).
    pub(crate) consumption: Option<Consumption>,
}

pub(crate) type Outcome = Result<Done, Box<Refused>>;

impl<E: Into<ServiceError>> From<E> for Box<Refused> {
    fn from(error: E) -> Self {
        Self::new(Refused { error: error.into(), table: None, consumption: None })
    }
}

/// Performs the request.
pub(crate) fn perform(engine: &mut Engine, request: Request) -> Outcome {
    match request {
        Request::CreateTable(request) => create_table::perform(engine, request),
        Request::DeleteTable(request) => delete_table::perform(engine, &request),
        Request::DescribeTable(request) => describe_table::perform(engine, &request),
        Request::ListTables(request) => list_tables::perform(engine, &request),
        Request::PutItem(request) => put_item::perform(engine, request),
        Request::GetItem(request) => get_item::perform(engine, &request),
        Request::UpdateItem(request) => update_item::perform(engine, request),
        Request::DeleteItem(request) => delete_item::perform(engine, request),
        Request::Query(request) => query::perform(engine, &request),
        Request::Scan(request) => scan::perform(engine, &request),
    }
}

/// An expression's error in the service's terms.
pub(crate) fn refuse(error: &ExpressionError) -> ServiceError {
    ValidationError::Expression {
        message: error.to_string(),
        parameter: error.kind.map(ExpressionKind::parameter),
        span: error.span.map(|span| (span.start, span.end)),
    }
    .into()
}

/// The condition of a write, if it has one. Placeholders left over are refused here.
fn condition(text: Option<&str>, scope: &mut Scope<'_>) -> Result<Option<Condition>, ServiceError> {
    text.map(|text| parse_condition(ExpressionKind::Condition, text, scope)).transpose().map_err(|error| refuse(&error))
}

/// The condition of a write that has no other expression.
fn condition_alone(
    text: Option<&str>,
    names: Option<&ExpressionAttributeNames>,
    values: Option<&Map>,
) -> Result<Option<Condition>, ServiceError> {
    let mut scope = scope(names, values)?;
    let condition = condition(text, &mut scope)?;
    all_used(&scope)?;
    Ok(condition)
}

/// The placeholders of a request, checked on their own.
fn scope<'a>(names: Option<&'a ExpressionAttributeNames>, values: Option<&'a Map>) -> Result<Scope<'a>, ServiceError> {
    let scope = Scope::new(names, values);
    scope.check().map_err(|error| refuse(&error))?;
    Ok(scope)
}

/// An expression's refusal in the envelope of its operation.
fn enveloped(operation: Operation, error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Validation(ValidationError::Expression { message, parameter, span }) => {
            let message = hashrange_wire::enveloped(operation, message);
            ValidationError::Expression { message, parameter, span }.into()
        }
        error => error,
    }
}

/// Refuses placeholders that no expression used.
fn all_used(scope: &Scope<'_>) -> Result<(), ServiceError> {
    scope.finish().map_err(|error| refuse(&error))
}

/// True when there is no condition, or the item meets it. A missing item is an empty one to a condition.
fn holds(condition: Option<&Condition>, item: Option<&Item>) -> bool {
    let empty = Map::new();
    condition.is_none_or(|condition| condition.matches(item.unwrap_or(&empty)))
}

/// Performs a write of one item on its own.
fn written(engine: &mut Engine, write: ItemWrite, report: &Report, wrap: fn(WriteItemResponse) -> Response) -> Outcome {
    let table_name = write.table_name.clone();
    let judged = write.judge(engine)?;
    let (response, written, table) = judged.commit(engine, &table_name, report);
    Ok(Done {
        response: wrap(response),
        table: Some(table),
        consumption: Some(written.consumption),
        trace: written.trace,
    })
}

//! The expressions of requests, parsed and checked independently of tables, with the service's error texts.
//!
//! Must not know tables or items.

use hashrange_expression::{
    Condition, ExpressionError, ExpressionKind, Projection, Scope, parse_condition, parse_projection,
};
use hashrange_values::{Item, Map};
use hashrange_wire::{ExpressionAttributeNames, Operation, ServiceError, ValidationError};

/// Converts an expression's error to the service's error.
pub(crate) fn refuse(error: &ExpressionError) -> ServiceError {
    ValidationError::Expression {
        message: error.to_string(),
        parameter: error.kind.map(ExpressionKind::parameter),
        span: error.span.map(|span| (span.start, span.end)),
    }
    .into()
}

/// The condition of a write, if it has one. The caller checks for unused placeholders.
pub(crate) fn condition(text: Option<&str>, scope: &mut Scope<'_>) -> Result<Option<Condition>, ServiceError> {
    text.map(|text| parse_condition(ExpressionKind::Condition, text, scope))
        .transpose()
        .map_err(|error| refuse(&error))
}

/// The condition of a write that has no other expression.
pub(crate) fn condition_alone(
    text: Option<&str>,
    names: Option<&ExpressionAttributeNames>,
    values: Option<&Map>,
) -> Result<Option<Condition>, ServiceError> {
    if text.is_none() && names.is_none() && values.is_none() {
        return Ok(None);
    }
    let mut scope = scope(names, values)?;
    let condition = condition(text, &mut scope)?;
    if condition.is_some() {
        all_used(&scope)?;
    }
    Ok(condition)
}

/// The projection of a read that has no other expression.
pub(crate) fn projection_alone(
    text: Option<&str>,
    names: Option<&ExpressionAttributeNames>,
) -> Result<Option<Projection>, ServiceError> {
    if text.is_none() && names.is_none() {
        return Ok(None);
    }
    let mut scope = scope(names, None)?;
    let projection = text.map(|text| parse_projection(text, &mut scope)).transpose();
    let projection = projection.map_err(|error| refuse(&error))?;
    if projection.is_some() {
        all_used(&scope)?;
    }
    Ok(projection)
}

/// The placeholders of a request, checked independently of expressions.
pub(crate) fn scope<'a>(
    names: Option<&'a ExpressionAttributeNames>,
    values: Option<&'a Map>,
) -> Result<Scope<'a>, ServiceError> {
    let scope = Scope::new(names.map(|names| &**names), values);
    scope.check().map_err(|error| refuse(&error))?;
    Ok(scope)
}

/// Adds the operation's prefix to an expression error (see `hashrange_wire::enveloped`). `wire` reports the errors of
/// its second reader, which have no prefix, before expressions are parsed.
pub(crate) fn enveloped(operation: Operation, error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Validation(ValidationError::Expression {
            message,
            parameter,
            span,
        }) => {
            let message = hashrange_wire::enveloped(operation, message);
            ValidationError::Expression {
                message,
                parameter,
                span,
            }
            .into()
        }
        error => error,
    }
}

/// Refuses placeholders that no expression uses. Without any expression, members of transactions may have placeholders
/// (observed: transaction-placeholders); in other requests the codec refuses them.
pub(crate) fn all_used(scope: &Scope<'_>) -> Result<(), ServiceError> {
    scope.finish().map_err(|error| refuse(&error))
}

/// Whether the item satisfies the condition; true without a condition. A missing item counts as an empty item.
pub(crate) fn holds(condition: Option<&Condition>, item: Option<&Item>) -> bool {
    let empty = Map::new();
    condition.is_none_or(|condition| condition.matches(item.unwrap_or(&empty)))
}

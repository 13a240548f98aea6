//! The expressions of requests, read and judged on their own, with the service's words for what is wrong with them.
//!
//! Must not know tables or items.

use hashrange_expression::{
    Condition, ExpressionError, ExpressionKind, Projection, Scope, parse_condition, parse_projection,
};
use hashrange_values::{Item, Map};
use hashrange_wire::{ExpressionAttributeNames, Operation, ServiceError, ValidationError};

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
pub(crate) fn condition(text: Option<&str>, scope: &mut Scope<'_>) -> Result<Option<Condition>, ServiceError> {
    text.map(|text| parse_condition(ExpressionKind::Condition, text, scope)).transpose().map_err(|error| refuse(&error))
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

/// The placeholders of a request, checked on their own.
pub(crate) fn scope<'a>(
    names: Option<&'a ExpressionAttributeNames>,
    values: Option<&'a Map>,
) -> Result<Scope<'a>, ServiceError> {
    let scope = Scope::new(names, values);
    scope.check().map_err(|error| refuse(&error))?;
    Ok(scope)
}

/// An expression's refusal in the envelope of its operation, as the first reader words it: what the second gets has faults
/// that come before expressions.
pub(crate) fn enveloped(operation: Operation, error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Validation(ValidationError::Expression { message, parameter, span }) => {
            let message = hashrange_wire::enveloped(operation, message);
            ValidationError::Expression { message, parameter, span }.into()
        }
        error => error,
    }
}

/// Refuses placeholders that no expression used. Where no expression stands at all, members of transactions may have
/// them (observed), and of requests the codec refuses them.
pub(crate) fn all_used(scope: &Scope<'_>) -> Result<(), ServiceError> {
    scope.finish().map_err(|error| refuse(&error))
}

/// True when there is no condition, or the item meets it. A missing item is an empty one to a condition.
pub(crate) fn holds(condition: Option<&Condition>, item: Option<&Item>) -> bool {
    let empty = Map::new();
    condition.is_none_or(|condition| condition.matches(item.unwrap_or(&empty)))
}

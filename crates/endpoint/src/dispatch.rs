//! From a target and a body to the engine and back.
//!
//! Owns the order in which a request can be turned away before the engine sees it.

use hashrange_engine::{Budget, Engine};
use hashrange_time::Timestamp;
use hashrange_wire::{Operation, Rejection, SerializationReason, decode};

use crate::Answer;

/// The version every target starts with, before the dot and the operation.
pub const API_VERSION: &str = "DynamoDB_20120810";

/// The operation a target header asks for: `DynamoDB_20120810.GetItem` for example. `None` for any other version, and
/// for operations that are not simulated.
#[must_use]
pub fn operation_of(target: &str) -> Option<Operation> {
    let (version, name) = target.split_once('.')?;
    if version == API_VERSION { Operation::from_name(name) } else { None }
}

/// Answers the request with this target header (empty where there is none) and this body, at a point of virtual time.
///
/// Never fails: what is refused is an answer too.
pub fn dispatch(engine: &mut Engine, at: Timestamp, target: &str, body: &[u8]) -> Answer {
    match operation_of(target) {
        Some(operation) => perform(engine, at, operation, body),
        None => refuse_unknown(body),
    }
}

/// Answers a request for a known operation.
///
/// A body that is turned away leaves no event behind, but time passes all the same.
pub fn perform(engine: &mut Engine, at: Timestamp, operation: Operation, body: &[u8]) -> Answer {
    match decode(operation, body) {
        Ok(request) => match engine.handle(at, request) {
            Ok(response) => Answer::from(&response),
            Err(error) => Answer::from(&error),
        },
        Err(rejection) => {
            engine.advance(at, Budget::UNBOUNDED);
            Answer::from(&rejection)
        }
    }
}

/// A body that is no JSON is reported before the operation is looked at; no body at all is not (observed).
fn refuse_unknown(body: &[u8]) -> Answer {
    if body.is_empty() {
        return Answer::unknown_operation();
    }
    // Any operation will do: whether a body is JSON does not depend on it.
    match decode(Operation::ListTables, body) {
        Err(Rejection::Serialization(error)) if matches!(error.reason, SerializationReason::Syntax(_)) => {
            Answer::from(&Rejection::Serialization(error))
        }
        _ => Answer::unknown_operation(),
    }
}

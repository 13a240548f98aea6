//! Dispatches a request from its target and body to the engine, and returns the response.
//!
//! Owns the order of checks that refuse a request before the engine sees it.

use std::sync::Arc;

use hashrange_engine::{Budget, Engine, Foreseen, RequestEvent, first_fault};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Operation, Rejection, SerializationReason, decode, is_absent, refuse_absent};

use crate::Answer;
use crate::front::{Front, Handled};

/// The API version at the start of a target, before the dot and the operation.
pub const API_VERSION: &str = "DynamoDB_20120810";
/// The API version of the operations that read streams. Clients see them as a separate service (documented: api-model).
pub const STREAMS_API_VERSION: &str = "DynamoDBStreams_20120810";
/// The API version of the operations that scale throughput. AWS runs them as a separate service.
pub const SCALING_API_VERSION: &str = "AnyScaleFrontendService";

/// The operations of DynamoDB Streams.
const STREAMS_OPERATIONS: [&str; 4] = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
/// The operations of Application Auto Scaling.
const SCALING_OPERATIONS: [&str; 7] = [
    "RegisterScalableTarget",
    "DeregisterScalableTarget",
    "PutScalingPolicy",
    "DeleteScalingPolicy",
    "DescribeScalableTargets",
    "DescribeScalingPolicies",
    "DescribeScalingActivities",
];

/// The target header of an operation, for example `DynamoDB_20120810.GetItem`, whether it is simulated or not.
#[must_use]
pub fn target_of(operation: &str) -> String {
    format!("{}.{operation}", version_of(operation))
}

fn version_of(operation: &str) -> &'static str {
    if STREAMS_OPERATIONS.contains(&operation) {
        STREAMS_API_VERSION
    } else if SCALING_OPERATIONS.contains(&operation) {
        SCALING_API_VERSION
    } else {
        API_VERSION
    }
}

/// The operation of a target header. `None` if the version does not have the operation, and for operations that are not
/// simulated.
#[must_use]
pub fn operation_of(target: &str) -> Option<Operation> {
    let (version, name) = target.split_once('.')?;
    if version == version_of(name) {
        Operation::from_name(name)
    } else {
        None
    }
}

/// A handled request and its effects.
#[derive(Clone, Debug)]
pub struct Dispatched {
    /// The response to the client.
    pub answer: Answer,
    /// Its cost, its effects, and the reasons why it was stopped. `None` if the engine did not receive it. If an
    /// accelerator split the request, this is the event of the last part.
    pub event: Option<Arc<RequestEvent>>,
    /// The number of its record, if a timeline recorded it.
    pub record: Option<u64>,
}

impl Front<'_> {
    /// Handles the request with this target header (empty if there is none) and this body, at a virtual time.
    ///
    /// Never fails: a refusal is a response too.
    pub fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Dispatched {
        self.dispatch_foreseen(at, target, body, &Foreseen::default())
    }

    /// Handles a request as `dispatch` does, with what was foreseen of it.
    pub fn dispatch_foreseen(&mut self, at: Timestamp, target: &str, body: &[u8], foreseen: &Foreseen) -> Dispatched {
        match operation_of(target) {
            Some(operation) => self.perform_foreseen(at, operation, body, foreseen),
            None => {
                let unread = refuse_unread(target, body);
                unread.unwrap_or_else(|| refuse_known(self.engine, target, body)).into()
            }
        }
    }

    /// Handles a request for a known operation.
    ///
    /// A refused body causes no event, but time advances.
    pub fn perform(&mut self, at: Timestamp, operation: Operation, body: &[u8]) -> Dispatched {
        self.perform_foreseen(at, operation, body, &Foreseen::default())
    }

    fn perform_foreseen(
        &mut self,
        at: Timestamp,
        operation: Operation,
        body: &[u8],
        foreseen: &Foreseen,
    ) -> Dispatched {
        match read(operation, body) {
            Ok(request) => {
                let Handled { outcome, event } = self.handle_foreseen(at, request, None, foreseen);
                let answer = match outcome {
                    Ok(response) => Answer::from(&response),
                    Err(error) => Answer::from(&error),
                };
                Dispatched {
                    answer,
                    event,
                    record: None,
                }
            }
            Err(rejection) => {
                self.pass(at, Budget::UNBOUNDED);
                Answer::from(&rejection).into()
            }
        }
    }
}

impl From<Answer> for Dispatched {
    /// A response to a request that did not reach the engine.
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            event: None,
            record: None,
        }
    }
}

/// Reads a body as [`decode`] does. If several actions of a transaction are invalid, it returns the error that the
/// service reports.
///
/// # Errors
/// As [`decode`], but never [`Rejection::Transaction`].
pub fn read(operation: Operation, body: &[u8]) -> Result<Checked, Rejection> {
    Checked::decode(operation, body).map_err(|rejection| match rejection {
        Rejection::Transaction(rejection) => first_fault(*rejection).into(),
        rejection => rejection,
    })
}

/// The response to a request that is refused for its body or its target, before authentication. `None` for every other
/// request. A body that is not JSON is refused before the operation is checked, but an empty body is not
/// (observed: body-before-operation).
#[must_use]
pub fn refuse_unread(target: &str, body: &[u8]) -> Option<Answer> {
    // Any operation works: whether a body is JSON does not depend on it.
    let syntax = if body.is_empty() {
        None
    } else {
        decode(Operation::ListTables, body).err()
    };
    match syntax {
        Some(Rejection::Serialization(error)) if matches!(error.reason, SerializationReason::Syntax(_)) => {
            Some(Answer::from(&Rejection::Serialization(error)))
        }
        _ => {
            let known = operation_of(target).is_some() || absent_of(target).is_some();
            (!known).then(Answer::unknown_operation)
        }
    }
}

/// The operation of a target, if this endpoint knows it only to refuse it.
fn absent_of(target: &str) -> Option<&str> {
    target
        .strip_prefix(API_VERSION)?
        .strip_prefix('.')
        .filter(|operation| is_absent(operation))
}

/// The refusal of an operation on resources that cannot exist here.
fn refuse_known(engine: &Engine, target: &str, body: &[u8]) -> Answer {
    let rejection = absent_of(target).and_then(|operation| refuse_absent(engine.account_scope(), operation, body));
    rejection.as_ref().map_or_else(Answer::unknown_operation, Answer::from)
}

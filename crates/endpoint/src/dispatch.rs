//! From a target and a body to the engine and back.
//!
//! Owns the order in which a request can be turned away before the engine sees it.

use std::sync::Arc;

use hashrange_engine::{Budget, Engine, RequestEvent, first_fault};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Operation, Rejection, SerializationReason, decode, is_absent, refuse_absent};

use crate::Answer;
use crate::front::{Front, Handled};

/// The version that targets start with, before the dot and the operation.
pub const API_VERSION: &str = "DynamoDB_20120810";
/// The same for the operations that read streams: a service of its own to its clients (documented).
pub const STREAMS_API_VERSION: &str = "DynamoDBStreams_20120810";
/// The same for the operations that scale throughput: again a service of its own.
pub const SCALING_API_VERSION: &str = "AnyScaleFrontendService";

/// The operations of the streams' service.
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

/// The target header of an operation: `DynamoDB_20120810.GetItem` for example, whether it is simulated or not.
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

/// The operation a target header asks for. `None` for a version that does not have it, and for operations that are not
/// simulated.
#[must_use]
pub fn operation_of(target: &str) -> Option<Operation> {
    let (version, name) = target.split_once('.')?;
    if version == version_of(name) { Operation::from_name(name) } else { None }
}

/// A request that was answered, and what it came to.
#[derive(Clone, Debug)]
pub struct Dispatched {
    /// What its client sees.
    pub answer: Answer,
    /// What it cost, touched and stopped in the engine; `None` where it did not get there. Of several requests that an
    /// accelerator made of it, the last.
    pub event: Option<Arc<RequestEvent>>,
    /// The number of its record, where a timeline holds one.
    pub record: Option<u64>,
}

impl Front<'_> {
    /// Answers the request with this target header (empty where there is none) and this body, at a point of virtual time.
    ///
    /// Never fails: what is refused is an answer too.
    pub fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Dispatched {
        match operation_of(target) {
            Some(operation) => self.perform(at, operation, body),
            None => {
                let unread = refuse_unread(target, body);
                unread.unwrap_or_else(|| refuse_known(self.engine, target, body)).into()
            }
        }
    }

    /// Answers a request for a known operation.
    ///
    /// A body that is turned away leaves no event behind, but time passes all the same.
    pub fn perform(&mut self, at: Timestamp, operation: Operation, body: &[u8]) -> Dispatched {
        match read(operation, body) {
            Ok(request) => {
                let Handled { outcome, event } = self.handle(at, request, None);
                let answer = match outcome {
                    Ok(response) => Answer::from(&response),
                    Err(error) => Answer::from(&error),
                };
                Dispatched { answer, event, record: None }
            }
            Err(rejection) => {
                self.pass(at, Budget::UNBOUNDED);
                Answer::from(&rejection).into()
            }
        }
    }
}

impl From<Answer> for Dispatched {
    /// An answer to a request that did not get to the engine.
    fn from(answer: Answer) -> Self {
        Self { answer, event: None, record: None }
    }
}

/// Reads a body as [`decode`] does; of the faults of a transaction's actions, the one the service tells.
///
/// # Errors
/// As [`decode`], but never [`Rejection::Transaction`].
pub fn read(operation: Operation, body: &[u8]) -> Result<Checked, Rejection> {
    Checked::decode(operation, body).map_err(|rejection| match rejection {
        Rejection::Transaction(rejection) => first_fault(*rejection).into(),
        rejection => rejection,
    })
}

/// The answer to a request that is turned away before anybody asks who sent it: for its body, or for its target; `None`
/// for any other. A body that is no JSON is reported before the operation is looked at; no body at all is not (observed).
#[must_use]
pub fn refuse_unread(target: &str, body: &[u8]) -> Option<Answer> {
    // Any operation will do: whether a body is JSON does not depend on it.
    let syntax = if body.is_empty() { None } else { decode(Operation::ListTables, body).err() };
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

/// The operation a target asks for, when it is one that is only ever refused here.
fn absent_of(target: &str) -> Option<&str> {
    target.strip_prefix(API_VERSION)?.strip_prefix('.').filter(|operation| is_absent(operation))
}

/// The refusal of an operation about what cannot exist here.
fn refuse_known(engine: &Engine, target: &str, body: &[u8]) -> Answer {
    let rejection = absent_of(target).and_then(|operation| refuse_absent(engine.home(), operation, body));
    rejection.as_ref().map_or_else(Answer::unknown_operation, Answer::from)
}

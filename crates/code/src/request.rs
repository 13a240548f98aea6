//! What a program is written from: requests with their operations, services and members.
//!
//! Must not know languages.

use hashrange_wire::JsonTree;

use crate::reason::Reason;
use crate::shapes;
use crate::value::Value;

/// A service of AWS with operations on tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// DynamoDB.
    Tables,
    /// DynamoDB Streams.
    Streams,
    /// Application Auto Scaling.
    Scaling,
}

/// A request.
pub(crate) struct Request<'a> {
    /// The operation.
    pub(crate) operation: &'a str,
    /// The service that has it.
    pub(crate) service: Service,
    /// The members, as a structure.
    pub(crate) value: Value<'a>,
}

impl<'a> Request<'a> {
    /// Reads the request from its body.
    ///
    /// # Errors
    /// When the operation is unknown, or the body is not one of its requests.
    pub(crate) fn read(operation: &'a str, body: &'a JsonTree) -> Result<Self, Reason> {
        let Some(structure) = shapes::input(operation) else {
            return Err(Reason::Operation(operation.to_owned()));
        };
        Ok(Self {
            operation,
            service: service(operation),
            value: Value::read(structure, "the request", body)?,
        })
    }
}

/// What a program is written from.
pub(crate) struct Task<'a> {
    /// The request whose answer the program shows.
    pub(crate) first: Request<'a>,
    /// The requests after it.
    pub(crate) others: Vec<Request<'a>>,
    /// Whether the program waits for the table of the first request before it goes on.
    pub(crate) waits: bool,
    /// The address of the service, if it is not that of AWS.
    pub(crate) endpoint: Option<&'a str>,
}

impl Task<'_> {
    /// Whether a value of a request has the property.
    pub(crate) fn has(&self, property: &dyn Fn(Value<'_>) -> bool) -> bool {
        self.first.value.has(property) || self.others.iter().any(|request| request.value.has(property))
    }
}

fn service(operation: &str) -> Service {
    match operation {
        "ListStreams" | "DescribeStream" | "GetShardIterator" | "GetRecords" => Service::Streams,
        _ if operation.contains("Scaling") || operation.contains("Scalable") => Service::Scaling,
        _ => Service::Tables,
    }
}

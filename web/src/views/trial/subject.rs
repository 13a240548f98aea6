//! The subject of a trial, as passed between views.

use hashrange_protocol::trial::Happened;
use hashrange_protocol::{LogCategory, LogLine};
use hashrange_wire::{Operation, Request};

use crate::state::trial::About;

/// A request or load that can be run again.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// Identifies the request or load.
    pub of: Happened,
    /// The subject.
    pub about: About,
}

impl Tested {
    /// A request by its record.
    #[must_use]
    pub fn of_request(record: u64, request: Request) -> Self {
        Self {
            of: Happened::Record(record),
            about: About::Request(Box::new(request)),
        }
    }

    /// A manual request. `None` if no trial can run it.
    #[must_use]
    pub fn read(record: u64, operation: Operation, body: &str) -> Option<Self> {
        Some(Self {
            of: Happened::Record(record),
            about: About::read(operation, body)?,
        })
    }
}

/// Exceptions of throttled requests.
const THROTTLING: [&str; 3] = [
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "RequestLimitExceeded",
];

/// Whether an exception means that a request was throttled.
#[must_use]
pub fn is_throttling(exception: &str) -> bool {
    THROTTLING.contains(&exception)
}

/// Whether a line of the event log is about a throttled request.
#[must_use]
pub fn reports_of_throttling(line: &LogLine) -> bool {
    let names = |exception: &&str| line.words.contains(&format!(" refused: {exception}: "));
    line.kind == LogCategory::Refusal && THROTTLING.iter().any(names)
}

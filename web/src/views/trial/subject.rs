//! What a trial is about, as views hand it over.

use hashrange_protocol::trial::Happened;
use hashrange_protocol::{Happening, HappeningKind};
use hashrange_wire::{Operation, Request};

use crate::state::trial::About;

/// A request or load that can be run again.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// Which one it is.
    pub of: Happened,
    /// What it is.
    pub about: About,
}

impl Tested {
    /// A request by its record.
    #[must_use]
    pub fn of_request(record: u64, request: Request) -> Self {
        Self { of: Happened::Record(record), about: About::Request(Box::new(request)) }
    }

    /// A request written by hand; `None` for one that no trial can run.
    #[must_use]
    pub fn read(record: u64, operation: Operation, body: &str) -> Option<Self> {
        Some(Self { of: Happened::Record(record), about: About::read(operation, body)? })
    }
}

/// Exceptions of throttled requests.
const THROTTLING: [&str; 3] = ["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"];

/// Whether an exception says that a request was throttled.
#[must_use]
pub fn is_throttling(exception: &str) -> bool {
    THROTTLING.contains(&exception)
}

/// Whether a line of the event log tells of a request that was throttled.
#[must_use]
pub fn tells_of_throttling(line: &Happening) -> bool {
    let names = |exception: &&str| line.words.contains(&format!(" refused: {exception}: "));
    line.kind == HappeningKind::Refusal && THROTTLING.iter().any(names)
}

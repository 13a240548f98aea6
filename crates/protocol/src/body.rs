//! Validates request bodies during typing: reports the service's errors that do not depend on a table.
//!
//! Must not know who edits the body, nor how an error is shown.

use hashrange_endpoint::read;
use hashrange_wire::{Checked, Operation, Rejection, Request};

/// Reads a body as the service would, without sending it.
///
/// # Errors
/// The service's error for a body that it refuses in any case.
pub fn check_body(operation: Operation, text: &str) -> Result<Request, Rejection> {
    read(operation, text.as_bytes()).map(Checked::into_request)
}

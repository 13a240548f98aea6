//! Bodies of requests while they are being typed: what the service says of one before it looks at any table.
//!
//! Must not know who types, nor how a fault is shown.

use hashrange_endpoint::read;
use hashrange_wire::{Checked, Operation, Rejection, Request};

/// Reads a body as the service would, without sending it.
///
/// # Errors
/// The service's answer to a body that it refuses, whatever the tables hold.
pub fn check_body(operation: Operation, text: &str) -> Result<Request, Rejection> {
    read(operation, text.as_bytes()).map(Checked::into_request)
}

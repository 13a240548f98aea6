//! Requests that satisfy the service's constraints. The engine accepts no others.
//!
//! Owns only this guarantee. Such a request results from reading a body, or from checking a request built from values.
//! Must not know the constraints.

use std::ops::Deref;

use crate::json::{check, decode};
use crate::operation::Operation;
use crate::rejection::Rejection;
use crate::request::Request;

/// A request that satisfies the constraints of its shape and does not contradict itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked(Request);

impl Checked {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// As [`decode`].
    pub fn decode(operation: Operation, body: &[u8]) -> Result<Self, Rejection> {
        decode(operation, body).map(Self)
    }

    /// Checks a request that was created from values.
    ///
    /// # Errors
    /// As [`check`].
    pub fn of(request: impl Into<Request>) -> Result<Self, Rejection> {
        let request = request.into();
        check(&request).map(|()| Self(request))
    }

    /// Returns the request for a change. It must be checked again before the engine accepts it.
    #[must_use]
    pub fn into_request(self) -> Request {
        self.0
    }
}

impl Deref for Checked {
    type Target = Request;

    fn deref(&self) -> &Request {
        &self.0
    }
}

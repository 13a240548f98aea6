//! Requests that keep the rules: the engine takes no others.
//!
//! Owns the promise only: reading a body makes one, and so does the check of a request that never was a body. Must not
//! know the rules.

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

    /// Checks a request that was made of values.
    ///
    /// # Errors
    /// As [`check`].
    pub fn of(request: impl Into<Request>) -> Result<Self, Rejection> {
        let request = request.into();
        check(&request).map(|()| Self(request))
    }

    /// Takes a request of the program itself: of a sample or the welcome, never of a user. A release build does not check it,
    /// so that a first look at the page needs no rules. Tests check every request of every sample, and run the welcome.
    ///
    /// # Panics
    /// In builds with debug assertions, when the request breaks a constraint.
    #[must_use]
    pub fn own(request: Request) -> Self {
        debug_assert!(check(&request).is_ok(), "a request of the program's own breaks a constraint");
        Self(request)
    }

    /// The request, to be changed. It is checked again before the engine takes it.
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

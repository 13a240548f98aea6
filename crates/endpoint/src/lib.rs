//! One request as bytes in, one answer as bytes out.
//!
//! Owns the way from a target header and a body to the engine, and from what the engine says to a status and a body: the
//! HTTP server, the JavaScript package, the page and the suites all go it. Must not know where the bytes come from, nor
//! headers other than the target, nor the wall clock.

mod answer;
mod dispatch;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use dispatch::{API_VERSION, dispatch, operation_of, perform};

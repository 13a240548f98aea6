//! A worker: its pending request, and the time at which it may send the next one.
//!
//! Must not know what is sent.

use hashrange_time::Timestamp;

use crate::request::Side;

/// A worker, which has at most one pending request.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    /// The pending request, with its side and its estimated units.
    pub(crate) in_flight: Option<Sent>,
    /// The time at which it may send again.
    pub(crate) until: Timestamp,
    /// Number of attempts of its request without success.
    pub(crate) tries: u32,
}

/// A pending request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) side: Side,
    pub(crate) operation: &'static str,
    pub(crate) units: f64,
}

impl Worker {
    pub(crate) fn new() -> Self {
        Self {
            in_flight: None,
            until: Timestamp::from_micros(0),
            tries: 0,
        }
    }
}

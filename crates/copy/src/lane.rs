//! A lane: one request at a time, and when it may send the next one.
//!
//! Must not know what is sent.

use hashrange_time::Timestamp;

use crate::request::Side;

/// One request at a time.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    /// What is under way: whose account it is charged to, and the units it took when it went out.
    pub(crate) under_way: Option<Sent>,
    /// When it may send again.
    pub(crate) until: Timestamp,
    /// How often its request was sent without success.
    pub(crate) tries: u32,
}

/// A request under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) side: Side,
    pub(crate) operation: &'static str,
    pub(crate) units: f64,
}

impl Lane {
    pub(crate) fn new() -> Self {
        Self { under_way: None, until: Timestamp::from_micros(0), tries: 0 }
    }
}

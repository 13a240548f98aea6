//! A request of a copy, and its result.
//!
//! Must not know the content of a body.

use std::fmt;

/// One of the two endpoints of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The source of the items.
    From,
    /// The target of the items.
    To,
}

impl fmt::Display for Side {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::From => "the source",
            Self::To => "the target",
        })
    }
}

/// A request to be sent. Its worker has no other request until the reply arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The worker that waits for the reply, counted from 0.
    pub worker: usize,
    /// Its endpoint.
    pub side: Side,
    /// The operation's name: `Scan`.
    pub operation: &'static str,
    /// The body, as JSON.
    pub body: String,
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The endpoint responded.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body, as JSON.
        body: String,
    },
    /// There was no response. The endpoint may have executed the request.
    Lost(String),
}

/// A request before it has a worker, with its estimated units.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) side: Side,
    pub(crate) operation: &'static str,
    pub(crate) body: String,
    pub(crate) units: f64,
}

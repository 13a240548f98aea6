//! A request that a copy asks for, and what became of it.
//!
//! Must not know what a body says.

use std::fmt;

/// One of the two endpoints of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Where the items come from.
    From,
    /// Where they go.
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

/// A request to be sent. Its lane has no other request until the reply is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The lane that waits for the reply, counted from 0.
    pub lane: usize,
    /// Which endpoint it goes to.
    pub side: Side,
    /// The operation's name: `Scan`.
    pub operation: &'static str,
    /// The body, as JSON.
    pub body: String,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The endpoint answered.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The body, as JSON.
        body: String,
    },
    /// No answer came. The endpoint may have done what the request asks for.
    Lost(String),
}

/// A request before it has a lane, with the units it is likely to take.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) side: Side,
    pub(crate) operation: &'static str,
    pub(crate) body: String,
    pub(crate) units: f64,
}

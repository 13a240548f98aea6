//! What the page asks for: it has a number, one answer, and possibly progress before it.
//!
//! Must not know who asks, nor how the answer is found.

use serde::{Deserialize, Serialize};

use crate::call::{Call, CallResult};
use crate::trial::{Tried, Wanted};
use crate::{Answered, Refused};

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// A request to the service, answered by [`Answer::Request`].
    Request {
        /// The operation.
        operation: String,
        /// DynamoDB JSON.
        body: String,
    },
    /// A call, answered by [`Answer::Call`]. A long call has progress.
    Call(Call),
    /// A trial, answered by [`Answer::Trial`]. It ends with its workspace.
    Trial(Wanted),
}

/// How far an answer is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Progress {
    /// The progress of a call, in words.
    Call(String),
    /// The result of a trial so far.
    Trial(Tried),
}

/// An answer.
#[allow(clippy::large_enum_variant, reason = "an answer crosses in a box")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// The response, or the refusal.
    Request(Result<Answered, Refused>),
    /// The result of a call.
    Call(CallResult),
    /// The result of a trial.
    Trial(Tried),
}

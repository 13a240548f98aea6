//! What the judge says: passed or not, with the state of every condition, and what speaks against the file.
//!
//! Must not know how it was found.

use serde::{Deserialize, Serialize};

/// A condition of the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The condition in words.
    pub words: String,
    /// Whether it holds.
    pub holds: bool,
    /// What there is.
    pub now: String,
}

/// What speaks against a file, whatever its goal came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Doubt {
    /// The journal cannot be read.
    #[error("The journal cannot be read: {0}.")]
    Journal(String),
    /// It was played from another text.
    #[error("The learner played another text of this assignment.")]
    OtherText,
    /// It does not begin as the assignment does.
    #[error("The journal does not begin as the assignment does: record {0} differs.")]
    Beginning(u64),
    /// Physics or limits were changed.
    #[error("Record {0} changes physics or limits.")]
    Settings(u64),
    /// A record says it changed something else than it does.
    #[error("Record {0} does not do what the journal says it did.")]
    Outcome(u64),
    /// The file ends with a broken record.
    #[error("The end of the journal is damaged.")]
    Torn,
    /// The assignment's own beginning fails.
    #[error("The assignment cannot be played: {0}.")]
    Assignment(String),
}

/// What the judge says of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether the goal was reached and nothing speaks against the file.
    pub passed: bool,
    /// The conditions, as they were when the goal was reached, or else at the end.
    pub reasons: Vec<Reason>,
    /// What speaks against the file.
    pub doubts: Vec<Doubt>,
    /// Requests that the learner made by hand.
    pub requests: u64,
    /// Units that these requests consumed, reads and writes together, in halves.
    pub half_units: u64,
    /// Virtual time from the task to the goal, or to the end, in milliseconds.
    pub millis: u64,
}

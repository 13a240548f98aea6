//! The judge's verdict: passed or not, with the state of every condition, and reasons to doubt the file.
//!
//! Must not know how it was found.

use serde::{Deserialize, Serialize};

/// A condition of the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The condition in words.
    pub words: String,
    /// Whether it is true.
    pub holds: bool,
    /// The current value.
    pub now: String,
}

/// A reason to doubt a file, whatever the result of its goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Doubt {
    /// The journal cannot be read.
    #[error("The journal cannot be read: {0}.")]
    Journal(String),
    /// It was played with another text.
    #[error("The learner played a different version of this assignment.")]
    OtherText,
    /// Its start differs from the assignment's.
    #[error("The start of the journal differs from the assignment at record {0}.")]
    Beginning(u64),
    /// Physics or limits were changed.
    #[error("Record {0} changes physics or limits.")]
    Settings(u64),
    /// The recorded changes of a record differ from its real ones.
    #[error("Record {0} does not have the effect that the journal records.")]
    Outcome(u64),
    /// The file ends with a broken record.
    #[error("The end of the journal is damaged.")]
    Torn,
    /// The assignment's own start fails.
    #[error("The assignment cannot be played: {0}.")]
    Assignment(String),
}

/// The verdict on one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether the goal was reached and there are no doubts about the file.
    pub passed: bool,
    /// The conditions, as they were when the goal was reached, or else at the end.
    pub reasons: Vec<Reason>,
    /// Doubts about the file.
    pub doubts: Vec<Doubt>,
    /// Requests that the learner made by hand.
    pub requests: u64,
    /// Units that these requests consumed, reads and writes together, in halves.
    pub half_units: u64,
    /// Virtual time from the task to the goal, or to the end, in milliseconds.
    pub millis: u64,
}

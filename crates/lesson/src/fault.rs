//! What is wrong with a lesson's file: a line, what is wrong there, what is expected.
//!
//! Must not know how a line is read.

use std::fmt;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub wrong: Wrong,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.line, self.wrong)
    }
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A line that begins with no known word.
    #[error("no line begins with `{word}`{}", meant(near))]
    Word {
        /// The word.
        word: String,
        /// What may be meant.
        near: Option<String>,
    },
    /// A line of a step before the first step.
    #[error("`{word}` belongs into a step; write `step <name>` before it")]
    OutsideStep {
        /// The word.
        word: String,
    },
    /// A line of the head after a step began.
    #[error("`{word}` belongs before the first step; in a step, make a table by `> CreateTable {{…}}`")]
    InsideStep {
        /// The word.
        word: String,
    },
    /// A line that may stand once only.
    #[error("`{word}` stands here a second time")]
    Twice {
        /// The word.
        word: String,
    },
    /// Something that must be there.
    #[error("{what} is missing; write `{example}`")]
    Missing {
        /// What.
        what: &'static str,
        /// A line that would do.
        example: &'static str,
    },
    /// A line that is not of its form.
    #[error("`{word}` is written `{form}`")]
    Form {
        /// Its first word.
        word: &'static str,
        /// How it is written.
        form: &'static str,
    },
    /// JSON that cannot be read.
    #[error("the JSON cannot be read: {reason}")]
    Json {
        /// Why.
        reason: String,
    },
    /// A request that the service would not take, where it must be answered.
    #[error("the service refuses this request: {reason}; write `!` before a request that is meant to be refused")]
    Request {
        /// The service's words.
        reason: String,
    },
    /// No operation.
    #[error("DynamoDB has no operation `{name}`{}", meant(near))]
    Operation {
        /// The name.
        name: String,
        /// What may be meant.
        near: Option<String>,
    },
    /// No figure.
    #[error("there is no figure `{name}`{}", meant(near))]
    Figure {
        /// The name.
        name: String,
        /// What may be meant.
        near: Option<String>,
    },
    /// A figure that lacks what it is of, or has too much.
    #[error("the figure `{name}` {}", of_what(of))]
    FigureOf {
        /// The figure.
        name: &'static str,
        /// What it is of.
        of: &'static str,
    },
    /// A sum that cannot be read.
    #[error("`{words}` cannot be read: {reason}")]
    Sum {
        /// The words.
        words: String,
        /// Why.
        reason: &'static str,
    },
    /// A condition that cannot be read.
    #[error(
        "`{words}` is no condition; write `figure = value` (or != < <= > >=), `answer Query {{…}}` or `refused Exception`"
    )]
    Condition {
        /// The words.
        words: String,
    },
    /// A brace that is not closed, or a closing one without the other.
    #[error("a brace is not closed: a figure is written `{{throttled = 200}}`")]
    Brace,
    /// No part of the stage.
    #[error("the stage has no part `{name}`{}", meant(near))]
    Part {
        /// The name.
        name: String,
        /// What may be meant.
        near: Option<String>,
    },
    /// A member of a load.
    #[error("in a load: {reason}")]
    Load {
        /// Why.
        reason: String,
    },
    /// `<text*count>` without a count.
    #[error("`<{inside}>` is written `<x*900>`, with a number")]
    Repeat {
        /// What stands there.
        inside: String,
    },
    /// A name that two steps have.
    #[error("two steps are called `{name}`")]
    SameStep {
        /// The name.
        name: String,
    },
    /// Two tasks in one step.
    #[error("a step has one task: `{word}` does not go with the other one")]
    TwoTasks {
        /// The word.
        word: String,
    },
    /// More than a file may have.
    #[error("too many {what}: {found}; a lesson has {most} at most")]
    TooMuch {
        /// What.
        what: &'static str,
        /// How many.
        found: u64,
        /// How many there may be.
        most: u64,
    },
}

fn meant(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn of_what(of: &str) -> String {
    if of.is_empty() { "stands alone".to_owned() } else { format!("is followed by {of}") }
}

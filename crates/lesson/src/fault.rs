//! Errors of a lesson file: the line, what is wrong, what is expected.
//!
//! Must not know how a line is read.

use std::fmt;

/// Maximum characters of a file that an error quotes.
const MOST_QUOTED: usize = 120;

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

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A line that begins with an unknown word.
    #[error("no line begins with `{word}`{}", meant(near))]
    Word {
        /// The word.
        word: String,
        /// A similar known word.
        near: Option<String>,
    },
    /// A line of a step before the first step.
    #[error("`{word}` belongs in a step; write `step <name>` before it")]
    OutsideStep {
        /// The word.
        word: String,
    },
    /// A line of the head after a step began.
    #[error("`{word}` belongs before the first step; in a step, create a table with `> CreateTable {{…}}`")]
    InsideStep {
        /// The word.
        word: String,
    },
    /// A line that is allowed only once.
    #[error("`{word}` appears twice")]
    Twice {
        /// The word.
        word: String,
    },
    /// A missing part.
    #[error("{what} is missing; write `{example}`")]
    Missing {
        /// The part.
        what: &'static str,
        /// An example of a valid line.
        example: &'static str,
    },
    /// A line of the wrong form.
    #[error("`{word}` is written `{form}`")]
    Form {
        /// Its first word.
        word: &'static str,
        /// Its correct form.
        form: &'static str,
    },
    /// JSON that cannot be read.
    #[error("the JSON cannot be read: {reason}")]
    Json {
        /// Why.
        reason: String,
    },
    /// An invalid request where it must succeed.
    #[error("the service refuses this request: {reason}; write `!` before a request that is meant to be refused")]
    Request {
        /// The service's error text.
        reason: String,
    },
    /// An unknown operation.
    #[error("DynamoDB has no operation `{name}`{}", meant(near))]
    Operation {
        /// The name.
        name: String,
        /// A similar known word.
        near: Option<String>,
    },
    /// An unknown figure.
    #[error("there is no figure `{name}`{}", meant(near))]
    Figure {
        /// The name.
        name: String,
        /// A similar known word.
        near: Option<String>,
    },
    /// A figure with a missing or superfluous argument.
    #[error("the figure `{name}` {}", of_what(of))]
    FigureOf {
        /// The figure.
        name: &'static str,
        /// The argument.
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
        "`{words}` is not a condition; write `figure = value` (or != < <= > >=), `answer Query {{…}}` or `refused Exception`"
    )]
    Condition {
        /// The words.
        words: String,
    },
    /// An opening or closing brace without its counterpart.
    #[error("a brace is not closed: a figure is written `{{throttled = 200}}`")]
    Brace,
    /// An unknown part of the stage.
    #[error("the stage has no part `{name}`{}", meant(near))]
    Part {
        /// The name.
        name: String,
        /// A similar known word.
        near: Option<String>,
    },
    /// An invalid load.
    #[error("in a load: {reason}")]
    Load {
        /// Why.
        reason: String,
    },
    /// `<text*count>` without a count.
    #[error("`<{inside}>` is written `<x*900>`, with a number")]
    Repeat {
        /// The text in it.
        inside: String,
    },
    /// A name shared by two steps.
    #[error("two steps are called `{name}`")]
    SameStep {
        /// The name.
        name: String,
    },
    /// Two tasks in one step.
    #[error("a step has one task; `{word}` adds another one")]
    TwoTasks {
        /// The word.
        word: String,
    },
    /// More than a file may contain.
    #[error("too many {what}: {found}; the limit of a lesson is {most}")]
    TooMuch {
        /// What.
        what: &'static str,
        /// How many.
        found: u64,
        /// The maximum.
        most: u64,
    },
}

/// The start of a text from a file, as an error quotes it.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn meant(near: &Option<String>) -> String {
    near.as_ref()
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn of_what(of: &str) -> String {
    if of.is_empty() {
        "takes no argument".to_owned()
    } else {
        format!("is followed by {of}")
    }
}

//! Why a command stopped: the task, the attempts, the reason of the failure, and what to type instead.

use std::fmt;

/// A complete description of a failure, for a person at a terminal.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    what: String,
    why: String,
    tried: Vec<String>,
    by_hand: Option<String>,
}

impl Failure {
    /// `what` completes "failed while ...". `why` is a separate sentence.
    pub(crate) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            why: why.into(),
            tried: Vec::new(),
            by_hand: None,
        }
    }

    /// The failure in one line.
    pub(crate) fn brief(&self) -> String {
        format!("{}: {}", self.what, self.why.trim().lines().last().unwrap_or_default())
    }

    /// Adds a command line that was tried.
    pub(crate) fn tried(mut self, line: impl Into<String>) -> Self {
        self.tried.push(line.into());
        self
    }

    /// Sets the command that a person can run instead.
    pub(crate) fn by_hand(mut self, line: impl Into<String>) -> Self {
        self.by_hand = Some(line.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "failed while {}\n  why: {}",
            self.what,
            self.why.trim_end().replace('\n', "\n       ")
        )?;
        for line in &self.tried {
            write!(formatter, "\n  tried: {line}")?;
        }
        if let Some(line) = &self.by_hand {
            write!(formatter, "\n  by hand: {line}")?;
        }
        Ok(())
    }
}

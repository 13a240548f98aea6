//! A finding of a rule: the place, the rule and a message, on one line.
//!
//! Must not know which rules exist.

use std::fmt;

/// A violation of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// A file, or a file and a line.
    pub(super) place: String,
    rule: &'static str,
    pub(super) message: String,
}

impl Finding {
    pub(super) fn new(rule: &'static str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            rule,
            message: message.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {} [{}]", self.place, self.message, self.rule)
    }
}

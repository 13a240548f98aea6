//! The error of a statement: the problem, and its position in the text.
//!
//! Owns the position. `problem.rs` has the texts. Must not know how an error is found.

use std::fmt;

use crate::{Malformed, Position, Problem, Source, Span};

/// The reason why a statement was refused. It displays as the service's complete message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementError {
    /// The range of the error in the text.
    pub span: Span,
    /// The same position as the service prints it; `None` for problems that the service prints without a position.
    pub position: Option<Position>,
    /// The problem.
    pub problem: Problem,
    /// The source of a statement whose only error is in its columns. An index that statements cannot read has
    /// precedence over this error (observed: statement-check-order).
    pub source: Option<Box<Source>>,
}

impl StatementError {
    pub(crate) fn new(text: &str, span: Span, problem: Problem) -> Self {
        let position = problem.names_place().then(|| Position::of(text, span));
        Self {
            span,
            position,
            problem,
            source: None,
        }
    }

    pub(crate) fn malformed(text: &str, span: Span, what: Malformed) -> Self {
        Self::new(text, span, Problem::Malformed(what))
    }
}

impl std::error::Error for StatementError {}

impl fmt::Display for StatementError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.problem)?;
        match self.position {
            Some(position) => write!(out, " at {position}"),
            None => Ok(()),
        }
    }
}

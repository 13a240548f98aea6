//! The refusal of a statement: why, and where in its text.
//!
//! Owns the place; the words are in `problem.rs`. Must not know how a refusal is found.

use std::fmt;

use crate::{Malformed, Position, Problem, Source, Span};

/// Why a statement was refused. Displays as the service's whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementError {
    /// The part of the text to point at.
    pub span: Span,
    /// The same place as the service prints it, for the problems it prints it with.
    pub position: Option<Position>,
    /// What is wrong.
    pub problem: Problem,
    /// Where the statement reads from, when only its columns are at fault: an index that statements cannot read at all is
    /// refused first (observed).
    pub source: Option<Box<Source>>,
}

impl StatementError {
    pub(crate) fn new(text: &str, span: Span, problem: Problem) -> Self {
        let position = problem.names_place().then(|| Position::of(text, span));
        Self { span, position, problem, source: None }
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

//! The refusal of an expression: which expression, where in its text, and why.
//!
//! Owns the envelope and the places; the words themselves are in `problem.rs`. Must not know how a refusal is found.

use std::fmt;

use hashrange_values::Path;

use crate::Problem;

/// The kinds of expression a request can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExpressionKind {
    /// What must hold for a write to happen.
    Condition,
    /// What must hold for an item read by a query or scan to be returned.
    Filter,
    /// Which items a query reads.
    KeyCondition,
    /// Which attributes are returned.
    Projection,
    /// How an item changes.
    Update,
    /// Which entries of a vector index a search looks at.
    SearchCondition,
}

impl ExpressionKind {
    /// The name of the request parameter that carries it, such as `ConditionExpression`.
    #[must_use]
    pub fn parameter(self) -> &'static str {
        match self {
            Self::Condition => "ConditionExpression",
            Self::Filter => "FilterExpression",
            Self::KeyCondition => "KeyConditionExpression",
            Self::Projection => "ProjectionExpression",
            Self::Update => "UpdateExpression",
            Self::SearchCondition => "SearchConditionExpression",
        }
    }
}

impl fmt::Display for ExpressionKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.parameter())
    }
}

/// A range of bytes in the text of an expression, always on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte. Equal to `start` at the end of the text.
    pub end: usize,
}

impl Span {
    /// The range from the start of this one to the end of the other.
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }

    /// The part of the text it covers.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A document path an expression mentions, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The path, placeholders replaced.
    pub path: Path,
    /// Where it is written.
    pub span: Span,
}

/// Why an expression, or the placeholders that go with it, was refused. Displays as the service's whole message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ExpressionError {
    /// The expression at fault; `None` when the placeholders are.
    pub kind: Option<ExpressionKind>,
    /// The part of its text to point at; `None` when the placeholders are at fault.
    pub span: Option<Span>,
    /// What is wrong.
    pub problem: Problem,
}

impl ExpressionError {
    pub(crate) fn new(kind: ExpressionKind, span: Span, problem: Problem) -> Self {
        Self { kind: Some(kind), span: Some(span), problem }
    }

    pub(crate) fn of_placeholders(problem: Problem) -> Self {
        Self { kind: None, span: None, problem }
    }

    /// True for the shape rules of key conditions. The service raises them only after every other expression of the
    /// request was read and every placeholder was found used (observed), so a caller keeps them back until then.
    #[must_use]
    pub fn is_deferred(&self) -> bool {
        self.problem.is_key_condition_shape()
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.kind.filter(|_| self.problem.names_expression()) {
            write!(out, "Invalid {kind}: ")?;
        }
        write!(out, "{}", self.problem)
    }
}

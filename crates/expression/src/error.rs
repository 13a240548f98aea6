//! The error of an expression: the expression, the position in its text, and the problem.
//!
//! Owns the envelope and the positions. `problem.rs` has the texts. Must not know how an error is found.

use std::fmt;

use hashrange_values::Path;

use crate::Problem;

/// The kinds of expression that a request can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExpressionKind {
    /// The condition of a write.
    Condition,
    /// The filter of a query or scan.
    Filter,
    /// The selection of the items that a query reads.
    KeyCondition,
    /// The selection of the returned attributes.
    Projection,
    /// The changes of an item.
    Update,
    /// The filter of a vector search.
    SearchCondition,
}

impl ExpressionKind {
    /// The name of its request parameter, such as `ConditionExpression`.
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
        Self {
            start: self.start,
            end: other.end,
        }
    }

    /// The part of the text in this range.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A document path in an expression, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The path, with placeholders replaced.
    pub path: Path,
    /// The position in the text.
    pub span: Span,
}

/// The reason why an expression or its placeholders were refused. It displays as the service's complete message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ExpressionError {
    /// The expression with the error; `None` for an error in the placeholders.
    pub kind: Option<ExpressionKind>,
    /// The range of the error in the text; `None` for an error in the placeholders.
    pub span: Option<Span>,
    /// The problem.
    pub problem: Problem,
}

impl ExpressionError {
    pub(crate) fn new(kind: ExpressionKind, span: Span, problem: Problem) -> Self {
        Self {
            kind: Some(kind),
            span: Some(span),
            problem,
        }
    }

    pub(crate) fn of_placeholders(problem: Problem) -> Self {
        Self {
            kind: None,
            span: None,
            problem,
        }
    }

    /// True for the shape rules of key conditions. The service reports them only after it has read all other
    /// expressions and found all placeholders used (observed: key-condition-last). Therefore a caller delays them
    /// until then.
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

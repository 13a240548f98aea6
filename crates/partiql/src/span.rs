//! Positions in a statement: as bytes for editors, and as line and column for error texts.

use std::fmt;

/// A range of bytes in the text of a statement, always on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte. Equal to `start` at the end of the text.
    pub end: usize,
}

impl Span {
    /// The part of the text in this range.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A position as the service prints it: line, column and length in characters, for example `1:8:5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Character on the line, from 1.
    pub column: usize,
    /// Characters of the token.
    pub length: usize,
}

impl Position {
    pub(crate) fn of(text: &str, span: Span) -> Self {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
        Self {
            line,
            column,
            length: span.of(text).chars().count(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.line, self.column, self.length)
    }
}

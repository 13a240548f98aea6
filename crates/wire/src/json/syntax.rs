//! Why and where a text is not JSON. Must not know who parses.

use std::fmt;

/// Why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntaxReason {
    /// The text ends in the middle of a value.
    UnexpectedEnd,
    /// A character in a wrong position.
    UnexpectedCharacter,
    /// Characters after the value.
    TrailingCharacters,
    /// An invalid backslash sequence, or half of a surrogate pair.
    BadEscape,
    /// A raw control character inside a string.
    ControlCharacter,
    /// Digits that are not a JSON number, for example `01`.
    BadNumber,
    /// Lists and objects nested deeper than the parser's limit.
    TooDeep,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// The text has four gigabytes or more.
    TooLong,
}

impl fmt::Display for SyntaxReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::UnexpectedEnd => "the JSON ends too early",
            Self::UnexpectedCharacter => "this character cannot stand here",
            Self::TrailingCharacters => "something follows the end of the JSON",
            Self::BadEscape => "this escape sequence means nothing",
            Self::ControlCharacter => "control characters must be escaped inside a string",
            Self::BadNumber => "this is not a JSON number",
            Self::TooDeep => "the JSON is nested too deeply",
            Self::NotUtf8 => "the text is not UTF-8",
            Self::TooLong => "the text is too long",
        })
    }
}

/// An error of parsing, with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// Byte offset in the text.
    pub(crate) offset: usize,
    /// The reason.
    pub(crate) reason: SyntaxReason,
}

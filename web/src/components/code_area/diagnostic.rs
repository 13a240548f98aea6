//! An error at a span of a text. Must not know how a text is shown.

/// An error at a span of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// First byte of the span.
    pub from: usize,
    /// The byte after the span.
    pub to: usize,
    /// The error.
    pub message: String,
}

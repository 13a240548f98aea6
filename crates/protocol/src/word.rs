//! Words with figures in them, as a page shows them.

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Word {
    /// Words.
    Text(String),
    /// A figure.
    Figure {
        /// As it was read.
        found: String,
        /// As it is when nothing but the lesson happened; the same where the file does not say.
        expected: String,
    },
}

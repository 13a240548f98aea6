//! Text with figures in it, as a page shows it.

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Word {
    /// Words.
    Text(String),
    /// A figure.
    Figure {
        /// The current value.
        found: String,
        /// The value if only the lesson's own requests had happened; equal to `found` if the file gives no value.
        expected: String,
    },
}

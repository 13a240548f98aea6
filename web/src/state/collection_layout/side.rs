//! The two sides of a collections picture. Must not know their content.

/// The side of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The table.
    Table,
    /// The indexes.
    Index,
}

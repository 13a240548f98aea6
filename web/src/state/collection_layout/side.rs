//! The two sides of a collections picture. Must not know what stands on them.

/// The side of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The table.
    Table,
    /// The indexes.
    Index,
}

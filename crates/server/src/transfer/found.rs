//! What a reader finds in an object, whatever it is written in.
//!
//! Must not know how it is written.

use hashrange_values::Item;

/// Something read from an object.
pub(super) enum Found {
    Item(Item),
    /// What should be an item is none; what follows is read on.
    Fault(String),
    /// Nothing that follows can be read.
    End(String),
}

/// Reads what follows in an object; nothing at its end. With the line it begins on, from 1.
pub(super) trait Reader {
    fn next(&mut self) -> Option<(u64, Found)>;
    /// Bytes read since this was asked last.
    fn bytes(&mut self) -> u64;
}

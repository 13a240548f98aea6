//! The results of a reader, in any format.
//!
//! Must not know the format.

use hashrange_values::Item;

/// Something read from an object.
pub(super) enum Found {
    Item(Item),
    /// An invalid item; reading continues after it.
    Fault(String),
    /// The rest cannot be read.
    End(String),
}

/// Reads the next item in an object, with its first line (from 1); `None` at the end.
pub(super) trait Reader {
    fn next(&mut self) -> Option<(u64, Found)>;
    /// Bytes read since the last call.
    fn bytes(&mut self) -> u64;
}

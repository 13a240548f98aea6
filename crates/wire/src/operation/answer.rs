//! What each operation's answer says of itself as a body.
//!
//! Must not know which answers there are.

use crate::json::Writer;

/// Bytes that most answers fit in.
pub(super) const ROOM: usize = 400;

/// An answer as a body.
pub(crate) trait Answer {
    /// Writes its members.
    fn write(&self, out: &mut Writer);

    /// Bytes it takes, as a guess, so that a large one is not copied from one buffer to the next.
    fn room(&self) -> usize {
        ROOM
    }

    /// Whether there is a body at all.
    fn has_body(&self) -> bool {
        true
    }
}

//! The conversion of each operation's response to a body.
//!
//! Must not know any single response.

use crate::json::Writer;

/// A buffer capacity that suffices for most responses, in bytes.
pub(super) const ROOM: usize = 400;

/// A response as a body.
pub(crate) trait Answer {
    /// Writes its members.
    fn write(&self, out: &mut Writer);

    /// The estimated size of the body in bytes. It avoids copies of a large body from one buffer to the next.
    fn room(&self) -> usize {
        ROOM
    }

    /// Whether there is a body.
    fn has_body(&self) -> bool {
        true
    }
}

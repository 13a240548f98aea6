//! What bringing a workspace back came to.

use crate::core::Core;
use crate::workspace::Keeping;

/// A workspace that was brought back from a checkpoint.
pub(crate) struct Restored {
    pub(crate) core: Core,
    pub(crate) keeping: Keeping,
}

/// How far a journal is replayed.
pub(crate) enum Replayed {
    /// To its end.
    Whole,
    /// To the first record that does not do again what it did.
    Broken(String),
    /// Somebody stopped it.
    Stopped,
}

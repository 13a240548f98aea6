//! The result of restoring a workspace.

use crate::core::Core;
use crate::workspace::Keeping;

/// A workspace restored from a checkpoint.
pub(crate) struct Restored {
    pub(crate) core: Core,
    pub(crate) keeping: Keeping,
}

/// How far a journal was replayed.
pub(crate) enum Replayed {
    /// To its end.
    Whole,
    /// Replayed up to the first record that does not have its recorded outcome.
    Broken(String),
    /// The reader stopped it.
    Stopped,
}

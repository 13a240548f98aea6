//! An errand that takes long: how far it is, and whether it is to stop.
//!
//! Must not know what it does.

/// The errand that is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running {
    /// How far it is, in words.
    pub(crate) words: String,
    /// Whether it is to stop.
    pub(crate) stop: bool,
}

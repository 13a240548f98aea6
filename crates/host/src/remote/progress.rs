//! How far a copy is.
//!
//! Must not know what is copied.

/// The copy that is under way: how far it is in words, and whether it is to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copying {
    pub(super) words: String,
    pub(super) stop: bool,
}

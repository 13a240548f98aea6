//! A long call: its progress, and whether to stop it.
//!
//! Must not know the work of the call.

/// The running call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running {
    /// Its progress, in words.
    pub(crate) words: String,
    /// Whether to stop.
    pub(crate) stop: bool,
}

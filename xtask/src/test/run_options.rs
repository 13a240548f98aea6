//! The options of a run of stages. Must not know which stages exist.

/// The options of a run of stages.
#[derive(Clone, Copy, Default)]
pub(crate) struct RunOptions {
    /// Shows the output of every stage at once.
    pub(crate) verbose: bool,
    /// Whether this is the longer tier.
    pub(crate) full: bool,
}

//! How stages are run. Must not know which stages there are.

/// How stages are run.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manner {
    /// With the output of every stage as it comes.
    pub(crate) verbose: bool,
    /// The longer tier.
    pub(crate) full: bool,
}

//! The modes of throttling, and their names.
//!
//! Must not know what a request consumes.

/// Whether a partition can use the throughput that other partitions do not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttling {
    /// Throttling is off.
    Off,
    /// Any partition can use the table's throughput, up to the limit of a partition (documented: partition-ceilings).
    Adaptive,
    /// Each partition has an equal share of provisioned throughput and no more, as before 2019
    /// (documented: partitions-2017).
    Split,
}

hashrange_checkpoint::variants!(Throttling { Off, Adaptive, Split });

impl Throttling {
    /// The mode of this name: `off`, `adaptive` or `split`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Off, Self::Adaptive, Self::Split]
            .into_iter()
            .find(|mode| mode.name() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Adaptive => "adaptive",
            Self::Split => "split",
        }
    }
}

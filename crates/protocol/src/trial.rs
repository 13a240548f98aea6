//! What can be tried aside: a load or request again with one change, advice on it, and an index before it is created.
//!
//! Owns what crosses for that; the data of outcomes are `hashrange_trial`'s. Must not know how anything is tried.

pub use hashrange_trial::{
    Advice, Advised, Bytes, Change, Difference, Figures, Held, IndexChoice, LeftOut, NotApplicable, Note, Outcome,
    Preview, Throttle, Turned, Used,
};
/// What outcomes and changes are made of.
pub use hashrange_wire::ThrottleCause;

use hashrange_insight::KeySchema;
use hashrange_wire::Projection;

/// A load or request that happened, as the page knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Happened {
    /// The request of this record, which its answer names.
    Record(u64),
    /// The request that an event of this number reports, or the load that sent it.
    Event(u64),
    /// A load at the present place: 0 is the newest, 1 the one before it.
    Load(u32),
}

/// What is wanted of a trial.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Wanted {
    /// The same once more with one change.
    Change {
        /// What is run again.
        of: Happened,
        /// What is changed.
        change: Change,
    },
    /// Why it was throttled, and what helps.
    Advice {
        /// What is run again.
        of: Happened,
    },
    /// What a global index would be.
    Preview {
        /// The table.
        table: String,
        /// The keys of the index.
        keys: KeySchema,
        /// What it projects.
        projection: Projection,
    },
}

/// What a trial has come to.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Tried {
    /// It is on its way: so many thousandths are done.
    UnderWay(u32),
    /// Both sides, with the change and without.
    Outcome(Box<Outcome>),
    /// Why something was throttled and what helps, as far as that is known.
    Advised {
        /// Thousandths of the candidates that were tried.
        permille: u32,
        /// What is known.
        advised: Box<Advised>,
    },
    /// What the index would be.
    Preview(Box<Preview>),
    /// It does not apply, for this reason.
    NotApplicable(String),
}

impl Tried {
    /// Whether nothing more comes.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self {
            Self::UnderWay(_) => false,
            Self::Advised { permille, .. } => *permille >= 1_000,
            Self::Outcome(_) | Self::Preview(_) | Self::NotApplicable(_) => true,
        }
    }
}

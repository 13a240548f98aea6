//! Trials: a repeated load or request with one change, advice on it, and the preview of an index.
//!
//! Owns the messages for trials; the outcome types are those of `hashrange_trial`. Must not know how a trial runs.

pub use hashrange_trial::{
    Advice, Advised, Bytes, Change, Difference, Figures, Held, IndexChoice, LeftOut, NotApplicable, Note, Outcome,
    Preview, Throttle, Turned, Used,
};
/// Types of outcomes and changes.
pub use hashrange_wire::ThrottleCause;

use hashrange_insight::KeySchema;
use hashrange_wire::Projection;

/// A past load or request, as the page identifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Happened {
    /// The request of this record. Its response contains the record number.
    Record(u64),
    /// The request of the event with this number, or the load that sent it.
    Event(u64),
    /// A load, counted back from the present: 0 is the latest, 1 the previous one.
    Load(u32),
}

/// The subject of a trial.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Wanted {
    /// A repeated run with one change.
    Change {
        /// The load or request to run again.
        of: Happened,
        /// The change.
        change: Change,
    },
    /// Why a load or request was throttled, and what helps.
    Advice {
        /// The load or request to run again.
        of: Happened,
    },
    /// A preview of a global index.
    Preview {
        /// The table.
        table: String,
        /// The keys of the index.
        keys: KeySchema,
        /// The projection of the index.
        projection: Projection,
    },
}

/// The result of a trial so far.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Tried {
    /// The trial is running; the finished share in parts per thousand.
    Running(u32),
    /// The results with the change and without.
    Outcome(Box<Outcome>),
    /// The causes of throttling and what helps, as far as they are known.
    Advised {
        /// The share of the candidates tried so far, in parts per thousand.
        permille: u32,
        /// The advice so far.
        advised: Box<Advised>,
    },
    /// The preview of the index.
    Preview(Box<Preview>),
    /// The trial does not apply; the reason.
    NotApplicable(String),
}

impl Tried {
    /// Whether the trial is complete.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self {
            Self::Running(_) => false,
            Self::Advised { permille, .. } => *permille >= 1_000,
            Self::Outcome(_) | Self::Preview(_) | Self::NotApplicable(_) => true,
        }
    }
}

//! Which checkpoint of a workspace is good, and when the next one may be written.
//!
//! Must not know how one is written or read.

use crate::store::Paper;

/// What of a workspace is kept as checkpoints.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checkpoints {
    /// The one that is good: its paper, the number of the record it was taken after, and the work that led there.
    pub(crate) kept: Option<(Paper, u64, u64)>,
    /// Whether one is being written.
    pub(crate) writing: bool,
    /// Real time before which no other is begun.
    pub(crate) rest_until: f64,
}

impl Checkpoints {
    /// The paper that is not the good one.
    pub(crate) fn next_paper(&self) -> Paper {
        match self.kept {
            Some((Paper::Checkpoint, ..)) => Paper::OtherCheckpoint,
            _ => Paper::Checkpoint,
        }
    }
}

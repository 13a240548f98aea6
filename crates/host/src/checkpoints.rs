//! Which checkpoint of a workspace is valid, and when the next one may be written.
//!
//! Must not know how a checkpoint is written or read.

use crate::store::Document;

/// The stored checkpoints of a workspace.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checkpoints {
    /// The valid checkpoint: its document, the number of its last record, and the work that led there.
    pub(crate) kept: Option<(Document, u64, u64)>,
    /// Whether a checkpoint is being written.
    pub(crate) writing: bool,
    /// The real time before which no other checkpoint is started.
    pub(crate) rest_until: f64,
}

impl Checkpoints {
    /// The document that does not hold the valid checkpoint.
    pub(crate) fn next_document(&self) -> Document {
        match self.kept {
            Some((Document::Checkpoint, ..)) => Document::OtherCheckpoint,
            _ => Document::Checkpoint,
        }
    }
}

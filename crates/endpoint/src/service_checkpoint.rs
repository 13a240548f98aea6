//! Checkpoints of a service without a timeline. A server stores them instead of its history.
//!
//! Must not know where frames are stored, nor what else is stored with them.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Saving};
use hashrange_engine::Engine;

use crate::Replayed;

/// A checkpoint that is being written.
pub struct ServiceCheckpoint(Saving<Replayed>);

impl ServiceCheckpoint {
    /// Starts a checkpoint of this service. It omits events, because no response depends on them.
    #[must_use]
    pub fn of(mut service: Replayed) -> Self {
        service.engine.forget_events();
        Self(Saving::new(service, Engine::checkpoint_kinds()))
    }

    /// The next frame, after a bounded amount of work; `None` after the last.
    pub fn frame(&mut self) -> Option<Vec<u8>> {
        self.0.frame()
    }
}

/// A service that is being restored from the frames of a checkpoint.
pub struct ServiceRestoring(hashrange_checkpoint::Restoring<Replayed>);

impl ServiceRestoring {
    /// Starts to restore a checkpoint of this version.
    #[must_use]
    pub fn of_version(version: u32) -> Self {
        Self(hashrange_checkpoint::Restoring::of_version(
            Engine::checkpoint_kinds(),
            version,
        ))
    }

    /// Reads the next frame.
    ///
    /// # Errors
    /// When the frame is damaged, or is not the next one.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Damaged> {
        self.0.take(frame)
    }

    /// Returns the service after the last frame.
    ///
    /// # Errors
    /// When frames are missing, or their content is inconsistent.
    pub fn finish(self) -> Result<Replayed, Damaged> {
        self.0.finish()
    }
}

/// The forms of everything in such a checkpoint, as text.
#[must_use]
pub fn forms_of_service() -> String {
    let mut forms = Forms::default();
    Replayed::form(&mut forms);
    forms.text()
}

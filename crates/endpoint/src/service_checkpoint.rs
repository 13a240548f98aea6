//! Checkpoints of a service alone, without a line of time: what a server keeps in the place of its history.
//!
//! Must not know where frames are kept, nor what is written around them.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Saving};
use hashrange_engine::Engine;

use crate::Replayed;

/// A checkpoint that is being written.
pub struct ServiceCheckpoint(Saving<Replayed>);

impl ServiceCheckpoint {
    /// Begins with a copy of a service. Its events are left out: no answer depends on them.
    #[must_use]
    pub fn of(mut service: Replayed) -> Self {
        service.engine.forget_events();
        Self(Saving::new(service, Engine::checkpoint_kinds()))
    }

    /// The next frame, after a bounded stretch of work; `None` after the last.
    pub fn frame(&mut self) -> Option<Vec<u8>> {
        self.0.frame()
    }
}

/// A service that is being brought back from the frames of a checkpoint.
pub struct ServiceRestoring(hashrange_checkpoint::Restoring<Replayed>);

impl ServiceRestoring {
    /// Begins with a checkpoint of this version.
    #[must_use]
    pub fn of_version(version: u32) -> Self {
        Self(hashrange_checkpoint::Restoring::of_version(Engine::checkpoint_kinds(), version))
    }

    /// Takes the next frame.
    ///
    /// # Errors
    /// Where it is damaged, or not the one that follows.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Damaged> {
        self.0.take(frame)
    }

    /// The service, after the last frame.
    ///
    /// # Errors
    /// Where frames are missing, or what they hold does not fit together.
    pub fn finish(self) -> Result<Replayed, Damaged> {
        self.0.finish()
    }
}

/// The forms of everything that such a checkpoint holds, as text.
#[must_use]
pub fn forms_of_service() -> String {
    let mut forms = Forms::default();
    Replayed::form(&mut forms);
    forms.text()
}

//! What the stage and its inspector share: the reading that is followed, and the subject that is looked at.
//!
//! Must not know how either draws.

use hashrange_protocol::Stage;
use leptos::prelude::*;

use crate::stage::Subject;

/// The handle to what is looked at.
#[derive(Clone, Copy)]
pub struct StageDesk {
    /// The subject that was selected.
    pub chosen: RwSignal<Option<Subject>>,
    /// The reading of the stage, while one is drawn.
    pub reading: RwSignal<Option<ReadSignal<Option<Stage>>>>,
}

impl StageDesk {
    /// Looks at what is on the stage, as long as one is drawn.
    pub fn with<T>(self, look: impl FnOnce(&Stage) -> T) -> Option<T> {
        let reading = self.reading.get()?;
        reading.try_with(|stage| stage.as_ref().map(look)).flatten()
    }
}

/// Provides the desk to the page.
pub fn provide_stage() -> StageDesk {
    let desk = StageDesk { chosen: RwSignal::new(None), reading: RwSignal::new(None) };
    provide_context(desk);
    desk
}

/// The desk, or one that is shared with nobody where none was provided.
#[must_use]
pub fn use_stage() -> StageDesk {
    use_context().unwrap_or_else(provide_stage)
}

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
    /// The subject that is to be looked at once this table is on the stage.
    expected: StoredValue<Option<(String, Subject)>>,
}

impl StageDesk {
    /// Looks at a subject of a table, which may come to the stage a moment later.
    pub fn expect(self, table: &str, subject: Subject) {
        self.expected.set_value(Some((table.to_owned(), subject.clone())));
        self.chosen.set(Some(subject));
    }

    /// Another table is on the stage: nothing of the one before is looked at.
    pub(super) fn turn_to(self, table: Option<&str>) {
        let expected = self.expected.try_update_value(Option::take).flatten();
        let subject = expected.filter(|(of, _)| Some(of.as_str()) == table).map(|(_, subject)| subject);
        self.chosen.set(subject);
    }

    /// Looks at what is on the stage, as long as one is drawn.
    pub fn with<T>(self, look: impl FnOnce(&Stage) -> T) -> Option<T> {
        let reading = self.reading.get()?;
        reading.try_with(|stage| stage.as_ref().map(look)).flatten()
    }
}

/// Provides the desk to the page.
pub fn provide_stage() -> StageDesk {
    let desk =
        StageDesk { chosen: RwSignal::new(None), reading: RwSignal::new(None), expected: StoredValue::new(None) };
    provide_context(desk);
    desk
}

/// The desk, or one that is shared with nobody where none was provided.
#[must_use]
pub fn use_stage() -> StageDesk {
    use_context().unwrap_or_else(provide_stage)
}

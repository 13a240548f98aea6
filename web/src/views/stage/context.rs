//! The shared state of the stage and its inspector: the followed reading, and the selected subject.
//!
//! Must not know how either draws.

use hashrange_protocol::{Part, Stage};
use hashrange_time::Timestamp;
use leptos::prelude::*;

use crate::signal::{ReadSignal, RwSignal};
use crate::stage::Subject;

/// The handle to the selected subject.
#[derive(Clone, Copy)]
pub struct StageContext {
    /// The selected subject.
    pub chosen: RwSignal<Option<Subject>>,
    /// The parts that the step of a lesson shows, and when the step began.
    pub step: RwSignal<(Vec<Part>, Timestamp)>,
    /// The keys of those parts, as a reading asks for them.
    pub keys: RwSignal<Vec<(Option<String>, String)>>,
    /// The number of the latest request whose effect the reader dismissed.
    pub dismissed: RwSignal<Option<u64>>,
    /// The reading of the stage, while it is drawn.
    pub reading: RwSignal<Option<ReadSignal<Option<Stage>>>>,
    /// The subject to select when this table is on the stage.
    expected: StoredValue<Option<(String, Subject)>>,
}

impl StageContext {
    /// Selects a subject of a table, which may come to the stage later.
    pub fn expect(self, table: &str, subject: Subject) {
        self.expected.set_value(Some((table.to_owned(), subject.clone())));
        self.chosen.set(Some(subject));
    }

    /// Sets the parts that a step of a lesson shows, and when the step began.
    pub fn show(self, step: (Vec<Part>, Timestamp)) {
        let key = |part: &Part| match part {
            Part::Partition(key) | Part::Key(key) => Some((None, key.clone())),
            Part::Entry(index, key) => Some((Some(index.clone()), key.clone())),
            _ => None,
        };
        self.keys.set(step.0.iter().filter_map(key).collect());
        self.step.set(step);
    }

    /// Handles another table on the stage: drops the selection of the previous one.
    pub(super) fn turn_to(self, table: Option<&str>) {
        let expected = self.expected.try_update_value(Option::take).flatten();
        let subject = expected
            .filter(|(of, _)| Some(of.as_str()) == table)
            .map(|(_, subject)| subject);
        self.chosen.set(subject);
    }

    /// Reads the stage's reading, while it is drawn.
    pub fn with<T>(self, look: impl FnOnce(&Stage) -> T) -> Option<T> {
        let reading = self.reading.get()?;
        reading.try_with(|stage| stage.as_ref().map(look)).flatten()
    }
}

/// Provides the context to the page.
pub fn provide_stage() -> StageContext {
    let context = StageContext {
        chosen: RwSignal::new(None),
        step: RwSignal::new((Vec::new(), Timestamp::EPOCH)),
        keys: RwSignal::new(Vec::new()),
        dismissed: RwSignal::new(None),
        reading: RwSignal::new(None),
        expected: StoredValue::new(None),
    };
    provide_context(context);
    context
}

/// The context, or a separate one if none was provided.
#[must_use]
pub fn use_stage() -> StageContext {
    use_context().unwrap_or_else(provide_stage)
}

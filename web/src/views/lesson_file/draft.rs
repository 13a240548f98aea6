//! The state of the lesson file editor: the text, and its errors as last reported by the engine.
//!
//! Must not know how it is shown.

use std::time::Duration;

use hashrange_protocol::LessonFault;
use hashrange_protocol::call::{Call, CallResult};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::offer_download;
use crate::effect::effect;
use crate::lessons::{Lessons, use_lessons};
use crate::session::{Session, use_session};
use crate::signal::RwSignal;

/// Real time without a change after which the text is checked.
const DEBOUNCE: Duration = Duration::from_millis(300);

/// The handle to the file.
#[derive(Clone, Copy)]
pub struct LessonFileDraft {
    session: Session,
    lessons: Option<Lessons>,
    /// Whether its editor is open.
    pub open: RwSignal<bool>,
    /// The text.
    pub text: RwSignal<String>,
    /// Its errors; `None` while they are unknown.
    pub faults: RwSignal<Option<Vec<LessonFault>>>,
    /// A number that identifies a version of the text.
    number: StoredValue<u64>,
}

/// Provides the draft to all views below.
pub fn provide_lesson_file() -> LessonFileDraft {
    let draft = LessonFileDraft {
        session: use_session(),
        lessons: use_lessons(),
        open: RwSignal::new(false),
        text: RwSignal::new(String::new()),
        faults: RwSignal::new(None),
        number: StoredValue::new(0),
    };
    provide_context(draft);
    draft
}

/// The draft of the page. Outside the page, as in a test of one view, a separate one.
#[must_use]
pub fn use_lesson_file() -> LessonFileDraft {
    use_context().unwrap_or_else(provide_lesson_file)
}

impl LessonFileDraft {
    /// Opens the editor with a text.
    pub fn edit(self, text: String) {
        self.text.set(text);
        self.open.set(true);
    }

    /// Checks the text now and at every change, until the calling view is removed.
    pub(super) fn check_changes(self) {
        effect(move || {
            self.text.track();
            self.check_soon();
        });
    }

    /// Checks the text after a short pause in typing.
    fn check_soon(self) {
        self.faults.set(None);
        let number = self.number.try_update_value(|number| {
            *number += 1;
            *number
        });
        set_timeout(
            move || {
                if self.number.try_get_value() == number {
                    self.check(number);
                }
            },
            DEBOUNCE,
        );
    }

    fn check(self, number: Option<u64>) {
        let Some(text) = self.text.try_get_untracked() else {
            return;
        };
        spawn_local(async move {
            let done = self.session.run(Call::CheckLesson { text }).await;
            if self.number.try_get_value() != number {
                return;
            }
            match done {
                Some(CallResult::Faults(faults)) => self.faults.set(Some(faults)),
                // Another workspace has come to the front since.
                _ => self.check_soon(),
            }
        });
    }

    /// Plays the lesson, if it has no errors.
    pub fn play(self) {
        if let Some(lessons) = self.lessons {
            self.open.set(false);
            lessons.begin_own(&self.text.get_untracked());
        }
    }

    /// Offers the text as a file, named after the lesson.
    pub fn save(self) {
        self.text.with_untracked(|text| {
            let name = format!("{}.txt", id_of(text).unwrap_or("lesson"));
            offer_download(&name, "text/plain", text.as_bytes());
        });
    }
}

/// The id of the lesson in a text.
fn id_of(text: &str) -> Option<&str> {
    let id = text.lines().find_map(|line| line.strip_prefix("lesson "))?.trim();
    let is_name = !id.is_empty()
        && id
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == b'-');
    is_name.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::id_of;

    #[test]
    fn a_file_is_named_after_its_lesson() {
        assert_eq!(id_of("# words\nlesson library-1\ncourse gsi\n"), Some("library-1"));
        assert_eq!([id_of(""), id_of("lesson "), id_of("lesson ../x")], [None; 3]);
    }
}

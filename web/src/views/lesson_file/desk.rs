//! What the editor of a lesson's file works on: the text, and what is wrong in it as the engine said last.
//!
//! Must not know how it is shown.

use std::time::Duration;

use hashrange_protocol::LessonFault;
use hashrange_protocol::errand::{Done, Errand};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::offer_download;
use crate::lessons::{Lessons, use_lessons};
use crate::session::{Session, use_session};

/// Real time without a change after which the text is checked.
const REST: Duration = Duration::from_millis(300);

/// The handle on the file.
#[derive(Clone, Copy)]
pub struct LessonFileDesk {
    session: Session,
    lessons: Option<Lessons>,
    /// Whether its editor is open.
    pub open: RwSignal<bool>,
    /// The text.
    pub text: RwSignal<String>,
    /// What is wrong in it; `None` while that is not known.
    pub faults: RwSignal<Option<Vec<LessonFault>>>,
    /// Tells one text from the next.
    number: StoredValue<u64>,
}

/// Makes the desk and gives it to everything below.
pub fn provide_lesson_file() -> LessonFileDesk {
    let desk = LessonFileDesk {
        session: use_session(),
        lessons: use_lessons(),
        open: RwSignal::new(false),
        text: RwSignal::new(String::new()),
        faults: RwSignal::new(None),
        number: StoredValue::new(0),
    };
    Effect::new(move || {
        desk.text.track();
        if desk.open.get() {
            desk.check_soon();
        }
    });
    provide_context(desk);
    desk
}

/// The desk of the page; one of its own outside the page, as in a test of one view.
#[must_use]
pub fn use_lesson_file() -> LessonFileDesk {
    use_context().unwrap_or_else(provide_lesson_file)
}

impl LessonFileDesk {
    /// Opens the editor with a text.
    pub fn edit(self, text: String) {
        self.text.set(text);
        self.open.set(true);
    }

    /// Checks the text when it has rested for a moment.
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
            REST,
        );
    }

    fn check(self, number: Option<u64>) {
        let Some(text) = self.text.try_get_untracked() else { return };
        spawn_local(async move {
            let done = self.session.run(Errand::CheckLesson { text }).await;
            if self.number.try_get_value() != number {
                return;
            }
            match done {
                Some(Done::Faults(faults)) => self.faults.set(Some(faults)),
                // Another workspace came to the front meanwhile.
                _ => self.check_soon(),
            }
        });
    }

    /// Plays the lesson, where nothing is wrong in it.
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

/// The id that a text gives its lesson.
fn id_of(text: &str) -> Option<&str> {
    let id = text.lines().find_map(|line| line.strip_prefix("lesson "))?.trim();
    let is_name = !id.is_empty() && id.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'-');
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

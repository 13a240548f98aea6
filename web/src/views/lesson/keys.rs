//! The keys of a lesson on its stage: arrows go back and forward, Space continues, digits pick. In a text field they
//! type.
//!
//! Must not know the content of steps.

use hashrange_protocol::{Lesson, LessonCommand, Task};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::learner::{LearnerState, step};
use crate::components::focus::is_within;
use crate::sections::{Screen, use_sections};

/// Elements that handle letters and arrows themselves.
const TYPED_INTO: &str = "input, textarea, select, summary, dialog, .editor-host, [contenteditable], [popover], \
                          [role=grid], [role=tablist], [tabindex='0']";
/// Elements that Space activates.
const PRESSED: &str = "button, a, label";

/// Listens while the panel exists. The listener is on the document, and the clock's is on the window. The clock ignores
/// keys that were used here.
pub(super) fn follow_keys(learner: LearnerState) {
    let sections = use_sections();
    let take = Closure::<dyn FnMut(KeyboardEvent)>::new(move |event: KeyboardEvent| {
        let on_stage = sections.is_none_or(|sections| sections.screen.try_get_untracked() == Some(Screen::Lesson));
        if on_stage && !event.default_prevented() && take(learner, &event) {
            event.prevent_default();
        }
    });
    let listen = document().add_event_listener_with_callback("keydown", take.as_ref().unchecked_ref());
    let kept = StoredValue::new_local(Some(take));
    on_cleanup(move || {
        if let Some(Some(take)) = kept.try_update_value(Option::take)
            && listen.is_ok()
        {
            // A missing listener need not be removed.
            let _ = document().remove_event_listener_with_callback("keydown", take.as_ref().unchecked_ref());
        }
    });
}

/// The meaning of a key for the current lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Back,
    Forward,
    Pick(usize),
    /// The move is not allowed. The clock must not use the key.
    Stay,
}

fn take(learner: LearnerState, event: &KeyboardEvent) -> bool {
    let held = event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key();
    let key = event.key();
    if held || is_within(event, TYPED_INTO) || (key == " " && is_within(event, PRESSED)) {
        return false;
    }
    let lesson = learner.session.lesson();
    let means = lesson.with_untracked(|lesson| lesson.as_ref().and_then(|lesson| meaning(&key, lesson)));
    match means {
        Some(Meaning::Back) => learner.ask(LessonCommand::Back),
        Some(Meaning::Forward) => learner.ask(LessonCommand::Forward),
        Some(Meaning::Pick(place)) => return learner.pick_at(place),
        Some(Meaning::Stay) => {}
        None => return false,
    }
    true
}

fn meaning(key: &str, lesson: &Lesson) -> Option<Meaning> {
    // If time may run, Space pauses it, as in the other views.
    let runs = lesson.playing || step(lesson).is_some_and(|step| matches!(step.task, Task::Do(_) | Task::Drag { .. }));
    match key {
        "ArrowLeft" if lesson.can_go_back => Some(Meaning::Back),
        "ArrowRight" if lesson.can_go_on || lesson.playing => Some(Meaning::Forward),
        " " if lesson.can_go_on && !lesson.playing => Some(Meaning::Forward),
        " " if runs => None,
        "ArrowLeft" | "ArrowRight" | " " => Some(Meaning::Stay),
        _ => {
            let digit = key.parse::<usize>().ok().filter(|digit| (1..=5).contains(digit))?;
            Some(Meaning::Pick(digit - 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_where_the_lesson_may_go() {
        let still = Lesson {
            can_go_back: true,
            can_go_on: true,
            ..Lesson::default()
        };
        assert_eq!(meaning("ArrowLeft", &still), Some(Meaning::Back));
        assert_eq!(
            [meaning("ArrowRight", &still), meaning(" ", &still)],
            [Some(Meaning::Forward); 2]
        );
        let plays = Lesson {
            playing: true,
            ..still.clone()
        };
        assert_eq!(
            [meaning("ArrowRight", &plays), meaning(" ", &plays)],
            [Some(Meaning::Forward), None]
        );
        let waits = Lesson {
            can_go_on: false,
            can_go_back: false,
            ..still
        };
        assert_eq!(
            ["ArrowLeft", "ArrowRight", " "].map(|key| meaning(key, &waits)),
            [Some(Meaning::Stay); 3]
        );
        assert_eq!(
            [meaning("1", &waits), meaning("5", &waits)],
            [Some(Meaning::Pick(0)), Some(Meaning::Pick(4))]
        );
        assert_eq!(
            [meaning("0", &waits), meaning("6", &waits), meaning("x", &waits)],
            [None; 3]
        );
    }
}

//! The buttons of a lesson, always in the same place: back, next, and skip.
//!
//! Must not know what is shown.

use hashrange_protocol::LessonCommand;
use hashrange_words::t;
use leptos::prelude::*;

use super::learner::LearnerState;
use crate::components::{Button, ButtonKind};
use crate::derived::Signal;

/// The buttons.
#[component]
pub fn Navigation(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let playing = learner.part(|lesson| Some(lesson.playing));
    let back = learner.part(|lesson| Some(lesson.can_go_back));
    let next = learner.part(|lesson| Some(lesson.can_go_on && !lesson.playing));
    view! {
        <div class="lesson-ways" role="group" aria-label=t!("Ways")>
            <Button disabled=Signal::derive(move || !back.get()) on_press=move |()| learner.ask(LessonCommand::Back)>{t!("Back")}</Button>
            <Button
                kind=ButtonKind::Primary
                disabled=Signal::derive(move || !next.get())
                on_press=move |()| learner.ask(LessonCommand::Forward)
            >
                {t!("Next")}
            </Button>
            <Button
                kind=ButtonKind::Quiet
                disabled=Signal::derive(move || !playing.get())
                on_press=move |()| learner.ask(LessonCommand::Finish)
            >
                {t!("Finish this step at once")}
            </Button>
        </div>
    }
}

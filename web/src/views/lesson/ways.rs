//! The ways through a lesson, always in the same place: back, next, and to the end of what plays.
//!
//! Must not know what is shown.

use hashrange_protocol::LessonCommand;
use leptos::prelude::*;

use super::desk::LessonDesk;
use crate::components::{Button, ButtonKind};

/// The buttons.
#[component]
pub fn Ways(
    /// What the learner holds.
    desk: LessonDesk,
) -> impl IntoView {
    let playing = desk.part(|lesson| Some(lesson.playing));
    let back = desk.part(|lesson| Some(lesson.can_go_back));
    let next = desk.part(|lesson| Some(lesson.can_go_on && !lesson.playing));
    view! {
        <div class="lesson-ways" role="group" aria-label="Ways">
            <Button disabled=Signal::derive(move || !back.get()) on_press=move |()| desk.ask(LessonCommand::Back)>"Back"</Button>
            <Button
                kind=ButtonKind::Primary
                disabled=Signal::derive(move || !next.get())
                on_press=move |()| desk.ask(LessonCommand::Forward)
            >
                "Next"
            </Button>
            <Button
                kind=ButtonKind::Quiet
                disabled=Signal::derive(move || !playing.get())
                on_press=move |()| desk.ask(LessonCommand::Finish)
            >
                "Finish this step at once"
            </Button>
        </div>
    }
}

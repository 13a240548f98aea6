//! Commands for a whole lesson: copy a link to it, begin it again in another language, edit it, save the result, leave it.
//!
//! Must not know its steps.

use hashrange_protocol::WorkspaceCommand;
use hashrange_words::t;
use leptos::prelude::*;

use super::learner::{LearnerState, step};
use super::result_card::ResultButton;
use crate::components::{Button, ButtonKind, When, use_toasts};
use crate::language::{ENGLISH, Spoken};
use crate::lessons::catalogue::{LessonEntry, entry};
use crate::lessons::{Lessons, Link, use_lessons};
use crate::memo::Memo;
use crate::section::Section;
use crate::sections::{Screen, use_sections};
use crate::views::copy_text::copy_text;
use crate::views::lesson_file::use_lesson_file;

/// The row at the end of the panel.
#[component]
pub fn Foot(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let (sections, lessons) = (use_sections(), use_lessons());
    // In Learn, the list of lessons takes the place of the lesson. In the workbench, the workspace before it does.
    let leave = move |()| {
        if let Some(lessons) = lessons {
            lessons.leave();
        }
        if sections.is_none_or(|sections| sections.screen.get_untracked() == Screen::Bench) {
            learner.session.run_workspace_command(WorkspaceCommand::Back);
        }
    };
    let all = move |()| {
        if let Some(sections) = sections {
            sections.go(Section::Learn);
        }
        learner.session.run_workspace_command(WorkspaceCommand::Welcome);
    };
    let id = learner.part(|lesson| Some(lesson.id.clone()));
    // The ending has the card, and an assignment is handed in instead.
    let unfinished = learner.part(|lesson| Some(lesson.steps > 1 && step(lesson).is_some()));
    let own = Memo::new(move |_| lessons.is_some_and(|lessons| lessons.own_file.with(|text| !text.is_empty())));
    let known = Memo::new(move |_| id.with(|id| entry(id)).filter(|_| !own.get()));
    view! {
        <footer class="lesson-foot">
            {move || known.get().map(|entry| view! { <LinkButton learner entry /> <AgainButton learner entry /> })}
            {move || lessons.filter(|_| own.get()).map(|lessons| view! { <EditButton lessons /> })}
            <When holds=move || unfinished.get()><ResultButton /></When>
            <Button kind=ButtonKind::Quiet on_press=leave>{t!("Leave the lesson")}</Button>
            <Button kind=ButtonKind::Quiet on_press=all>{t!("All lessons")}</Button>
        </footer>
    }
}

/// Copies the address of the step that is shown.
#[component]
fn LinkButton(learner: LearnerState, entry: &'static LessonEntry) -> impl IntoView {
    let toasts = use_toasts();
    let copy = move |()| {
        let step = learner.session.lesson().with_untracked(|lesson| {
            let step = step(lesson.as_ref()?)?;
            // The lesson starts at the first step anyway.
            (step.number > 0).then(|| step.name.clone())
        });
        copy_text(
            toasts,
            &Link {
                id: entry.id.to_owned(),
                step,
                ..Link::default()
            }
            .address(),
        );
    };
    view! { <Button kind=ButtonKind::Quiet on_press=copy>{t!("Copy link")}</Button> }
}

/// Begins the lesson again in the language of the page, if the lesson has it and was begun in another one.
#[component]
fn AgainButton(learner: LearnerState, entry: &'static LessonEntry) -> impl IntoView {
    let spoken = expect_context::<Spoken>();
    let shown = learner.part(|lesson| Some(lesson.language.clone()));
    let differs = move || {
        let tag = spoken.tag.get();
        tag != shown.get() && (tag == ENGLISH || entry.languages.contains(&tag.as_str()))
    };
    let lessons = use_lessons();
    let again = move |()| {
        if let Some(lessons) = lessons {
            lessons.start(entry.id);
        }
    };
    view! {
        <When holds=differs>
            <Button kind=ButtonKind::Quiet on_press=again>{t!("Begin again in {language}", language = spoken.name())}</Button>
        </When>
    }
}

/// Opens the editor of a lesson from the reader's own file.
#[component]
fn EditButton(lessons: Lessons) -> impl IntoView {
    let draft = use_lesson_file();
    let edit = move |()| draft.edit(lessons.own_file.get_untracked());
    view! { <Button kind=ButtonKind::Quiet on_press=edit>{t!("Edit this lesson")}</Button> }
}

//! Commands for a whole lesson: copy a link to it, change its language, edit it, save the result, leave it.
//!
//! Must not know its steps.

use hashrange_protocol::WorkspaceCommand;
use leptos::prelude::*;

use super::learner::{LearnerState, step};
use super::result_card::ResultButton;
use crate::components::{Button, ButtonKind, Menu, MenuItem, Tone, When, use_toasts};
use crate::derived::Signal;
use crate::lessons::catalogue::{LessonEntry, entry, language};
use crate::lessons::{Lessons, Link, use_lessons};
use crate::memo::Memo;
use crate::preferences::Preferences;
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
            {move || known.get().map(|entry| view! { <LinkButton learner entry /> <LanguageMenu learner entry /> })}
            {move || lessons.filter(|_| own.get()).map(|lessons| view! { <EditButton lessons /> })}
            <When holds=move || unfinished.get()><ResultButton /></When>
            <Button kind=ButtonKind::Quiet on_press=leave>"Leave the lesson"</Button>
            <Button kind=ButtonKind::Quiet on_press=all>"All lessons"</Button>
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
    view! { <Button kind=ButtonKind::Quiet on_press=copy>"Copy link"</Button> }
}

/// The languages of a translated lesson.
#[component]
fn LanguageMenu(learner: LearnerState, entry: &'static LessonEntry) -> impl IntoView {
    let preferred = expect_context::<Preferences>().language;
    let toasts = use_toasts();
    let shown = learner.part(|lesson| Some(lesson.language.clone()));
    let choose = move |code: &'static str| {
        preferred.set(code.to_owned());
        if shown.with_untracked(|shown| shown != code) {
            let words = format!(
                "Lessons that you begin from now on are in {} if a translation exists.",
                language(code)
            );
            toasts.say(Tone::Notice, words);
        }
    };
    let item = move |code: &'static str| {
        view! {
            <MenuItem
                checked=Signal::derive(move || preferred.with(|preferred| preferred == code))
                on_choose=move |()| choose(code)
            >
                <span lang=code>{language(code)}</span>
            </MenuItem>
        }
    };
    let codes = || std::iter::once("en").chain(entry.languages.iter().copied());
    (!entry.languages.is_empty()).then(|| {
        view! {
            <Menu
                label=Signal::derive(move || shown.with(|code| language(code).to_owned()))
                description=Signal::derive(move || shown.with(|code| format!("{}: language of lessons", language(code))))
                kind=ButtonKind::Quiet
            >
                {codes().map(item).collect_view()}
                <Again entry />
            </Menu>
        }
    })
}

/// Restarts the lesson in the preferred language.
#[component]
fn Again(entry: &'static LessonEntry) -> impl IntoView {
    let lessons = use_lessons();
    let again = move |()| {
        if let Some(lessons) = lessons {
            lessons.start(entry.id);
        }
    };
    view! { <MenuItem on_choose=again>"Begin this lesson again"</MenuItem> }
}

/// Opens the editor of a lesson from the reader's own file.
#[component]
fn EditButton(lessons: Lessons) -> impl IntoView {
    let draft = use_lesson_file();
    let edit = move |()| draft.edit(lessons.own_file.get_untracked());
    view! { <Button kind=ButtonKind::Quiet on_press=edit>"Edit this lesson"</Button> }
}

//! A lesson that is being opened: its progress, or why it fails and what to do.
//!
//! Must not know how a lesson is downloaded.

use hashrange_words::{t, translated};
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, EmptyState, Progress};
use crate::derived::Signal;
use crate::lessons::catalogue::entry;
use crate::lessons::{Coming, ComingState, Lessons, use_lessons};
use crate::memo::Memo;
use crate::section::Section;
use crate::sections::use_sections;

/// The placeholder of a lesson until it is loaded.
#[component]
pub fn LessonComing() -> impl IntoView {
    let lessons = use_lessons();
    let coming = Memo::new(move |_| lessons.and_then(|lessons| lessons.coming.get()));
    let title = Memo::new(move |_| coming.with(|coming| coming.as_ref().map(title).unwrap_or_default()));
    let failed = Memo::new(move |_| {
        coming.with(|coming| match coming {
            Some(Coming {
                state: ComingState::Failed(words),
                ..
            }) => Some(words.clone()),
            _ => None,
        })
    });
    let label = move || {
        let downloads = coming.with(|coming| {
            matches!(
                coming,
                Some(Coming {
                    state: ComingState::Downloading,
                    ..
                })
            )
        });
        format!(
            "{} {}",
            if downloads { t!("Downloading") } else { t!("Beginning") },
            title.get()
        )
    };
    view! {
        {move || match (failed.get(), lessons) {
            (Some(words), Some(lessons)) => view! { <Failed lessons words /> }.into_any(),
            _ => view! { <Progress label=Signal::derive(label) share=Signal::stored(None) /> }.into_any(),
        }}
    }
}

fn title(coming: &Coming) -> String {
    entry(&coming.link.id).map_or_else(
        || t!("the lesson").to_owned(),
        |entry| t!("the lesson {title}", title = translated(entry.title)),
    )
}

/// Why it was not loaded, with a button to retry.
#[component]
fn Failed(lessons: Lessons, words: String) -> impl IntoView {
    let sections = use_sections();
    let is_known = |coming: &Coming| coming.link.assignment.is_some() || entry(&coming.link.id).is_some();
    let again = lessons
        .coming
        .with_untracked(|coming| coming.as_ref().is_some_and(is_known));
    let all = move |()| {
        lessons.coming.set(None);
        if let Some(sections) = sections {
            sections.go(Section::Learn);
        }
    };
    view! {
        <div role="alert">
            <EmptyState title=t!("The lesson did not load") text=words>
                {again.then(|| view! {
                    <Button kind=ButtonKind::Primary on_press=move |()| lessons.try_again()>{t!("Try again")}</Button>
                })}
                <Button on_press=all>{t!("All lessons")}</Button>
            </EmptyState>
        </div>
    }
}

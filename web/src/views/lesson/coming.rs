//! A lesson on its way to the front: how far it is, or why it does not come and what can be done.
//!
//! Must not know how a lesson is downloaded.

use leptos::prelude::*;

use crate::components::{Button, ButtonKind, EmptyState, Progress};
use crate::door::Door;
use crate::doors::use_doors;
use crate::lessons::catalogue::entry;
use crate::lessons::{Coming, Lessons, Way, use_lessons};

/// What stands in the place of a lesson until it is there.
#[component]
pub fn LessonComing() -> impl IntoView {
    let lessons = use_lessons();
    let coming = Memo::new(move |_| lessons.and_then(|lessons| lessons.coming.get()));
    let title = Memo::new(move |_| coming.with(|coming| coming.as_ref().map(title).unwrap_or_default()));
    let failed = Memo::new(move |_| {
        coming.with(|coming| match coming {
            Some(Coming { way: Way::Failed(words), .. }) => Some(words.clone()),
            _ => None,
        })
    });
    let label = move || {
        let downloads = coming.with(|coming| matches!(coming, Some(Coming { way: Way::Downloading, .. })));
        format!("{} {}", if downloads { "Downloading" } else { "Beginning" }, title.get())
    };
    view! {
        {move || match (failed.get(), lessons) {
            (Some(words), Some(lessons)) => view! { <Failed lessons words /> }.into_any(),
            _ => view! { <Progress label=Signal::derive(label) share=Signal::stored(None) /> }.into_any(),
        }}
    }
}

fn title(coming: &Coming) -> String {
    entry(&coming.link.id).map_or_else(|| "the lesson".to_owned(), |entry| format!("the lesson {}", entry.title))
}

/// Why it did not come, with another try.
#[component]
fn Failed(lessons: Lessons, words: String) -> impl IntoView {
    let doors = use_doors();
    let link = lessons.coming.with_untracked(|coming| coming.as_ref().map(|coming| coming.link.clone()));
    let again = link.filter(|link| entry(&link.id).is_some());
    let all = move |()| {
        lessons.coming.set(None);
        if let Some(doors) = doors {
            doors.go(Door::Learn);
        }
    };
    view! {
        <div role="alert">
            <EmptyState title="The lesson did not come" text=words>
                {again.map(|link| view! {
                    <Button kind=ButtonKind::Primary on_press=move |()| lessons.begin(link.clone())>"Try again"</Button>
                })}
                <Button on_press=all>"All lessons"</Button>
            </EmptyState>
        </div>
    }
}

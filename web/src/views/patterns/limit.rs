//! The multiple of their rates at which the patterns hold together, and what throttles first beyond it.
//!
//! Must not know how patterns are played.

use hashrange_protocol::WorkspaceCommand;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::pattern::PatternList;
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::keeper::Patterns;
use crate::components::{Button, ModelTag, When, use_toasts};
use crate::selection::{Tab, use_selection};
use crate::session::{Calling, use_session};
use crate::signal::RwSignal;
use crate::state::patterns::found_words;
use crate::views::files::progress::CallProgress;

fn model() -> &'static str {
    t!(
        "All patterns are played together for 120 s of virtual time at the rates of the busiest hour, at even distances, \
                     without saved burst credit and without retries. Real traffic comes unevenly."
    )
}

/// Said when the moment is in front.
fn copied() -> &'static str {
    t!("This is a copy of the workspace, paused at the first call that is throttled.")
}

/// Where the search ended.
#[derive(Clone, Debug)]
struct Beyond {
    patterns: PatternList,
    /// In hundredths.
    multiple: u32,
    table: String,
    index: Option<String>,
}

/// The search, below the board.
#[component]
pub fn LimitPane(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let (session, selection, toasts) = (use_session(), use_selection(), use_toasts());
    let calling = Calling::new();
    let (words, beyond) = (RwSignal::new(String::new()), RwSignal::new(None::<Beyond>));
    on_cleanup(move || calling.stop());
    let find = move |()| {
        let kept = patterns.kept.get_untracked();
        let call = Call::LimitOfPatterns {
            patterns: patterns.list(),
            what_if: patterns.what_if.get_untracked(),
        };
        spawn_local(async move {
            let result = calling.run(call).await;
            let text = match result {
                Some(CallResult::Held(found)) => {
                    beyond.try_set(found.throttled.as_ref().map(|(multiple, first)| Beyond {
                        patterns: PatternList::of(&kept),
                        multiple: *multiple,
                        table: first.table.to_string(),
                        index: first.index.as_ref().map(ToString::to_string),
                    }));
                    found_words(&found, &kept)
                }
                Some(CallResult::Refused(words)) => words,
                _ => t!("The engine did not respond. Try again.").to_owned(),
            };
            words.try_set(text);
        });
    };
    let show = move |()| {
        let Some(beyond) = beyond.get_untracked() else { return };
        let before = session.workspace().get_untracked();
        spawn_local(async move {
            let Beyond {
                patterns,
                multiple,
                table,
                index,
            } = beyond;
            match calling.run(Call::StageOfPatterns { patterns, multiple }).await {
                Some(CallResult::Refused(reason)) => drop(words.try_set(reason)),
                // Its workspace is in front.
                _ => {
                    selection.choose(&table, index.as_deref());
                    let back = move || {
                        session.run_workspace_command(WorkspaceCommand::Open(before));
                        selection.tab.set(Tab::Patterns);
                    };
                    toasts.offer(copied().to_owned(), t!("Back to the patterns"), back);
                }
            }
        });
    };
    let running = calling.is_running();
    view! {
        <section class="patterns-limit" aria-label=t!("At the peak")>
            <h3>{t!("At the peak")} " " <ModelTag reason=model() /></h3>
            <p role="status">{move || words.get()}</p>
            <When holds=move || running.get() fallback=move || {
                let label = move || if words.with(String::is_empty) { t!("Find the multiple that holds") } else { t!("Find again") };
                view! { <Button on_press=find>{label}</Button> }
            }>
                <CallProgress calling />
            </When>
            <When holds=move || beyond.with(Option::is_some) && !running.get() && patterns.what_if.with(Option::is_none)>
                <Button on_press=show>{t!("Show this moment on the stage")}</Button>
            </When>
        </section>
    }
}

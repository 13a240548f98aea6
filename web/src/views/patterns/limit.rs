//! The multiple of their rates at which the patterns hold together, and what throttles first beyond it.
//!
//! Must not know how patterns are played.

use hashrange_protocol::call::{Call, CallResult};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::keeper::Patterns;
use crate::components::{Button, ModelTag, When};
use crate::selection::{Tab, use_selection};
use crate::session::Calling;
use crate::signal::RwSignal;
use crate::state::patterns::found_words;
use crate::views::files::progress::CallProgress;

const MODEL: &str = "All patterns are played together for 120 s of virtual time at the rates of the busiest hour, at even distances, \
                     without saved burst credit and without retries. Real traffic comes unevenly.";

/// The search, below the board.
#[component]
pub fn LimitPane(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let selection = use_selection();
    let calling = Calling::new();
    let (words, table) = (
        RwSignal::new(String::new()),
        RwSignal::new(None::<(String, Option<String>)>),
    );
    on_cleanup(move || calling.stop());
    let find = move |()| {
        let kept = patterns.kept.get_untracked();
        let call = Call::LimitOfPatterns {
            patterns: kept.clone(),
            what_if: patterns.what_if.get_untracked(),
        };
        spawn_local(async move {
            let result = calling.run(call).await;
            let text = match result {
                Some(CallResult::Held(found)) => {
                    let first = found.throttled.as_ref().map(|(_, first)| first);
                    let place = |index: Option<&str>| index.map(str::to_owned);
                    table.try_set(first.map(|first| (first.table.to_string(), place(first.index.as_deref()))));
                    found_words(&found, &kept)
                }
                Some(CallResult::Refused(words)) => words,
                _ => "The engine did not respond. Try again.".to_owned(),
            };
            words.try_set(text);
        });
    };
    let show = move |()| {
        if let Some((name, index)) = table.get_untracked() {
            selection.choose(&name, index.as_deref());
            selection.tab.set(Tab::Workload);
        }
    };
    let running = calling.is_running();
    view! {
        <section class="patterns-limit" aria-label="At the peak">
            <h3>"At the peak " <ModelTag reason=MODEL /></h3>
            <p role="status">{move || words.get()}</p>
            <When holds=move || running.get() fallback=move || {
                view! { <Button on_press=find>"Find the multiple that holds"</Button> }
            }>
                <CallProgress calling />
            </When>
            <When holds=move || table.with(Option::is_some) && !running.get()>
                <Button on_press=show>"Run a load on this table"</Button>
            </When>
        </section>
    }
}

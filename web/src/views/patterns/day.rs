//! The measurement of a day, from which the bill is made instead of single runs.
//!
//! Must not know how a day is played.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::keeper::Patterns;
use crate::components::{Button, When};
use crate::session::Calling;
use crate::views::files::progress::CallProgress;

/// What the bill is made from, and the button that measures a day.
#[component]
pub fn DayPane(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let calling = Calling::new();
    on_cleanup(move || calling.stop());
    let measure = move |()| {
        let call = Call::DayOfPatterns {
            patterns: patterns.list(),
            what_if: patterns.what_if.get_untracked(),
        };
        let asked = (patterns.list(), patterns.what_if.get_untracked());
        spawn_local(async move {
            match calling.run(call).await {
                // A day of patterns or a design that have changed meanwhile is none of these.
                Some(CallResult::Day(days))
                    if patterns.list() == asked.0 && patterns.what_if.try_get_untracked() == Some(asked.1) =>
                {
                    patterns.days.set(Some(*days));
                }
                Some(CallResult::Refused(words)) => patterns.trouble.set(words),
                _ => {}
            }
        });
    };
    let running = calling.is_running();
    let from = move || match patterns.days.with(Option::is_some) {
        true => t!("From a day on the clock, a minute of each hour."),
        false => t!("From one run of each pattern."),
    };
    view! {
        <div class="bill-day">
            <p>{from}</p>
            <When holds=move || running.get() fallback=move || {
                view! { <Button on_press=measure>{t!("Measure a day")}</Button> }
            }>
                <CallProgress calling />
            </When>
        </div>
    }
}

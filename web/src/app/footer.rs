//! The bottom of the page: the Region, the pace of time, and whether everything is kept.

use leptos::prelude::*;

use crate::components::ModelTag;
use crate::session::{SaveState, use_session};
use crate::views::figures;

/// The footer.
#[component]
pub fn Footer() -> impl IntoView {
    let session = use_session();
    let region = session.with_insight(|_, engine| engine.options().region.clone());
    let state = move || match session.saved().get() {
        SaveState::Saved => ("saved in this browser".to_owned(), "save"),
        SaveState::Saving => ("saving…".to_owned(), "save"),
        SaveState::MemoryOnly(reason) => (format!("kept in memory only: {reason}"), "save save-warn"),
        SaveState::Behind(reason) => (format!("newest changes in memory only: {reason}"), "save save-warn"),
    };
    let steps = move || match session.steps().get() {
        1 => "1 step".to_owned(),
        steps => format!("{} steps", figures::count(steps)),
    };
    view! {
        <footer class="foot">
            <span>{region}</span>
            <span class="foot-pace">
                "classroom time: waits are shortened "
                <ModelTag reason="a table takes under a second to become active, and a global index follows 0.2 to 0.5 s behind" />
            </span>
            <span class="foot-space"></span>
            <span role="status">{move || { let (words, class) = state(); view! { <span class=class>{words}</span> } }}</span>
            <span class="foot-steps">{steps}</span>
        </footer>
    }
}

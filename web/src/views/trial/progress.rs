//! How far a trial is, with a way to stop it.

use leptos::prelude::*;

use crate::components::{Button, ButtonKind, Progress};
use crate::session::Trying;

/// A bar while a trial is under way, nothing otherwise.
#[component]
pub fn TrialProgress(
    /// The trial.
    trying: Trying,
    /// What is being done.
    label: &'static str,
) -> impl IntoView {
    let under_way = trying.is_under_way();
    view! {
        <Show when=move || under_way.get()>
            <div class="trial-progress">
                <Progress label=label share=trying.share() />
                <Button kind=ButtonKind::Quiet on_press=move |()| trying.stop()>"Stop"</Button>
            </div>
        </Show>
    }
}

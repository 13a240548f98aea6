//! The progress of a trial, and the button to stop it.

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, Progress, When};
use crate::session::Trying;

/// A bar while a trial is running.
#[component]
pub fn TrialProgress(
    /// The trial.
    trying: Trying,
    /// The work in progress.
    label: &'static str,
) -> impl IntoView {
    let running = trying.is_running();
    view! {
        <When holds=move || running.get()>
            <div class="trial-progress">
                <Progress label=label share=trying.share() />
                <Button kind=ButtonKind::Quiet on_press=move |()| trying.stop()>{t!("Stop")}</Button>
            </div>
        </When>
    }
}

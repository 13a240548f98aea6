//! The progress of a long task, with a button to cancel it.

use hashrange_words::t;
use leptos::prelude::*;

use super::Button;

use crate::derived::Signal;

/// A labelled bar. Without a share the end is unknown.
#[component]
pub fn Progress(
    /// The task in progress.
    #[prop(into)]
    label: Signal<String>,
    /// The finished share, 0 to 1.
    #[prop(into)]
    share: Signal<Option<f64>>,
    /// Figures beside the bar.
    #[prop(optional, into)]
    note: Signal<String>,
    /// Called when the reader cancels. Without it there is no button.
    #[prop(optional, into)]
    on_cancel: Option<Callback<()>>,
) -> impl IntoView {
    view! {
        <div class="progress" role="status">
            <span class="progress-label">{move || label.get()}</span>
            // One element for both cases. Without a value the bar itself shows that the end is unknown.
            <progress max="1" value=move || share.get().map(|share| share.to_string()) aria-label=move || label.get()></progress>
            <span class="progress-note">{move || note.get()}</span>
            {on_cancel.map(|on_cancel| view! { <Button on_press=on_cancel>{t!("Cancel")}</Button> })}
        </div>
    }
}

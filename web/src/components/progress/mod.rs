//! How far a long piece of work has come, with a way to stop it.

use leptos::prelude::*;

use super::Button;

/// A labelled bar. Without a share the end is not known.
#[component]
pub fn Progress(
    /// What is being done.
    #[prop(into)]
    label: Signal<String>,
    /// The share that is done, 0 to 1.
    #[prop(into)]
    share: Signal<Option<f64>>,
    /// Figures beside the bar.
    #[prop(optional, into)]
    note: Signal<String>,
    /// Called when the reader wants it stopped; without it there is no button.
    #[prop(optional, into)]
    on_cancel: Option<Callback<()>>,
) -> impl IntoView {
    view! {
        <div class="progress" role="status">
            <span class="progress-label">{label}</span>
            // One element for both: without a value the bar itself says that the end is not known.
            <progress max="1" value=move || share.get().map(|share| share.to_string()) aria-label=move || label.get()></progress>
            <span class="progress-note">{note}</span>
            {on_cancel.map(|on_cancel| view! { <Button on_press=on_cancel>"Cancel"</Button> })}
        </div>
    }
}

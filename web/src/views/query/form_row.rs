//! A row of the request form: its word at the left, its chips, its message below.

use leptos::prelude::*;

/// A labelled row.
#[component]
pub fn FormRow(
    /// The word at the left.
    label: &'static str,
    /// What is wrong in the row, if anything.
    #[prop(optional, into)]
    message: MaybeProp<String>,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="form-row" role="group" aria-label=label>
            <span class="form-row-label" aria-hidden="true">{label}</span>
            <div class="form-row-chips">{children()}</div>
            <p class="field-error" aria-live="polite">{move || message.get()}</p>
        </div>
    }
}

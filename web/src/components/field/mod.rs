//! A labelled place in a form, with a hint and the error of what it holds.
//!
//! The control inside must carry the id given here, and `aria-describedby` of `describedby(id)`; `TextInput` and `Select`
//! do so by themselves when given the id.

use leptos::prelude::*;

/// What describes a control with this id: its hint and its error.
#[must_use]
pub fn describedby(id: &str) -> String {
    format!("{id}-hint {id}-error")
}

/// A label above a control, a hint and an error below.
#[component]
pub fn Field(
    /// The id of the control inside.
    #[prop(into)]
    id: String,
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// What to enter, when that is not plain.
    #[prop(optional, into)]
    hint: MaybeProp<String>,
    /// What is wrong with what was entered.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    children: Children,
) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    let error_id = format!("{id}-error");
    view! {
        <div class="field" class:field-invalid=move || error.get().is_some()>
            <label class="field-label" for=id>
                {label}
            </label>
            {children()}
            <p class="field-hint" id=hint_id>{move || hint.get()}</p>
            <p class="field-error" id=error_id aria-live="polite">{move || error.get()}</p>
        </div>
    }
}

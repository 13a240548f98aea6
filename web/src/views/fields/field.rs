//! The frame of a control: its label above, hint and message below.

use leptos::prelude::*;

/// What describes the control with this id: its hint and its message.
#[must_use]
pub fn described_by(id: &str) -> String {
    format!("{id}-hint {id}-error")
}

/// A label, the control, a hint and a message. The control inside carries the id.
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
            <label class="field-label" for=id>{move || label.get()}</label>
            {children()}
            <p class="field-hint" id=hint_id>{move || hint.get()}</p>
            <p class="field-error" id=error_id aria-live="polite">{move || error.get()}</p>
        </div>
    }
}

/// A message that belongs to a group of controls. The element stays, so that it is announced when its text comes.
#[component]
pub fn GroupMessage(
    /// What is wrong, if anything.
    #[prop(into)]
    text: MaybeProp<String>,
) -> impl IntoView {
    view! { <p class="field-error" aria-live="polite">{move || text.get()}</p> }
}

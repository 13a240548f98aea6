//! The frame of a control: its label above, hint and message below.

use leptos::prelude::*;

use crate::derived::{MaybeProp, Signal};

/// The ids that describe this control: its hint and its message.
#[must_use]
pub fn described_by(id: &str) -> String {
    format!("{id}-hint {id}-error")
}

/// A label, the control, a hint and a message. The control inside has the id.
#[component]
pub fn Field(
    /// The id of the control inside.
    #[prop(into)]
    id: String,
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// What to enter, if that is not obvious.
    #[prop(optional, into)]
    hint: MaybeProp<String>,
    /// The error of the entered text.
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

/// A message for a group of controls. The element always exists, so that its text is announced when it appears.
#[component]
pub fn GroupMessage(
    /// The error, if any.
    #[prop(into)]
    text: MaybeProp<String>,
) -> impl IntoView {
    view! { <p class="field-error" aria-live="polite">{move || text.get()}</p> }
}

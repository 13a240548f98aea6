//! One line of text with label and message.

use leptos::prelude::*;

use super::{Message, fresh_id};

/// A text field. The value is always the signal's; typing only tells `on_input`.
#[component]
pub fn TextField(
    /// Visible label; with `bare` it is only spoken.
    #[prop(into)]
    label: Signal<String>,
    /// The text.
    #[prop(into)]
    value: Signal<String>,
    /// Told on every change.
    #[prop(into)]
    on_input: Callback<String>,
    /// Told when the field is left.
    #[prop(optional, into)]
    on_leave: Option<Callback<()>>,
    /// What is wrong, if anything.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// Shown while the field is empty.
    #[prop(optional, into)]
    placeholder: String,
    /// Id of a list of suggestions.
    #[prop(optional, into)]
    list: Option<String>,
    /// True for a field without visible label.
    #[prop(optional)]
    bare: bool,
    /// True for values: monospace.
    #[prop(optional)]
    mono: bool,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// `numeric` or `decimal` bring up that keyboard on a phone.
    #[prop(optional, into)]
    keyboard: Option<&'static str>,
) -> impl IntoView {
    let id = fresh_id("text");
    let message = format!("{id}-message");
    view! {
        <div class="field" class:bare=bare class:wrong=move || error.get().is_some()>
            <label for=id.clone() class:visually-hidden=bare>
                {move || label.get()}
            </label>
            <input
                id=id
                type="text"
                class:mono=mono
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                inputmode=keyboard
                placeholder=placeholder
                list=list
                aria-describedby=message.clone()
                aria-invalid=move || error.get().is_some().to_string()
                prop:value=move || value.get()
                prop:disabled=move || disabled.get()
                on:input=move |event| on_input.run(event_target_value(&event))
                on:blur=move |_| {
                    if let Some(leave) = on_leave {
                        leave.run(());
                    }
                }
            />
            <Message id=message text=error />
        </div>
    }
}

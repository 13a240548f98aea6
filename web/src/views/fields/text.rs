//! One line of text.

use leptos::prelude::*;

use super::Field;
use super::field::described_by;
use crate::components::element_id;
use crate::derived::{MaybeProp, Signal};

/// A bare text control. It shows `value` and reports every change.
#[component]
pub fn TextInput(
    /// Its id, when a `Field` labels it.
    #[prop(optional, into)]
    id: Option<String>,
    /// Its accessible name, when no `Field` labels it.
    #[prop(optional, into)]
    label: MaybeProp<String>,
    /// The text.
    #[prop(into)]
    value: Signal<String>,
    /// Called on every change.
    #[prop(into)]
    on_input: Callback<String>,
    /// Called when Enter is pressed without modifiers.
    #[prop(optional, into)]
    on_enter: Option<Callback<()>>,
    /// Shown while the field is empty.
    #[prop(optional, into)]
    placeholder: MaybeProp<String>,
    /// Id of a list of suggestions.
    #[prop(optional, into)]
    list: Option<String>,
    /// Whether it uses the monospace font, as for names and values.
    #[prop(optional)]
    mono: bool,
    /// The error, if any. It becomes the description if no `Field` shows it.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let described = id.as_deref().map(described_by);
    let alone = id.is_none();
    view! {
        <input
            type="text"
            class=if mono { "input input-mono" } else { "input" }
            id=id
            list=list
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-label=move || label.get()
            aria-describedby=described
            aria-invalid=move || error.get().is_some().then_some("true")
            title=move || error.get().filter(|_| alone)
            placeholder=move || placeholder.get()
            prop:value=move || value.get()
            prop:disabled=move || disabled.get()
            on:input=move |event| on_input.run(event_target_value(&event))
            on:keydown=move |event| {
                let plain = !event.is_composing() && !event.ctrl_key() && !event.meta_key();
                if event.key() == "Enter" && plain && let Some(on_enter) = on_enter {
                    event.prevent_default();
                    on_enter.run(());
                }
            }
        />
    }
}

/// A labelled text field.
#[component]
pub fn TextField(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// The text.
    #[prop(into)]
    value: Signal<String>,
    /// Called on every change.
    #[prop(into)]
    on_input: Callback<String>,
    /// Called when the field is left.
    #[prop(optional, into)]
    on_leave: Option<Callback<()>>,
    /// The error, if any.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// What to enter, if that is not obvious.
    #[prop(optional, into)]
    hint: MaybeProp<String>,
    /// Shown while the field is empty.
    #[prop(optional, into)]
    placeholder: MaybeProp<String>,
    /// Id of a list of suggestions.
    #[prop(optional, into)]
    list: String,
    /// Whether it uses the monospace font, as for names and values.
    #[prop(optional)]
    mono: bool,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let id = element_id("text");
    let leave = move |_| {
        // A browser reports a lost focus even when the field is removed from the page with its view.
        if let Some(leave) = on_leave {
            leave.try_run(());
        }
    };
    view! {
        <div class="text-field" on:focusout=leave>
            <Field id=id.clone() label hint error>
                <TextInput id value placeholder mono error disabled list on_input />
            </Field>
        </div>
    }
}

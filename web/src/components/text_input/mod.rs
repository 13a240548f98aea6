//! One line of text.

use leptos::prelude::*;

use super::field::describedby;

/// Shows `value` and reports every change. `mono` is for values, numbers and names of attributes.
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
    /// What to enter, shown while it is empty.
    #[prop(optional, into)]
    placeholder: MaybeProp<String>,
    /// Whether it is set in the monospaced face.
    #[prop(optional)]
    mono: bool,
    /// Width in characters; the width of its place without it.
    #[prop(optional)]
    characters: Option<u32>,
    /// Whether what it holds is wrong.
    #[prop(optional, into)]
    invalid: Signal<bool>,
    /// Whether it cannot be changed now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// The id of a `datalist` with suggestions.
    #[prop(optional, into)]
    list: Option<String>,
    /// Called with the text after every change.
    #[prop(into)]
    on_input: Callback<String>,
    /// Called when Enter is pressed.
    #[prop(optional, into)]
    on_enter: Option<Callback<()>>,
) -> impl IntoView {
    let described = id.as_deref().map(describedby);
    view! {
        <input
            type="text"
            class=if mono { "input input-mono" } else { "input" }
            id=id
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            size=characters
            list=list
            aria-label=move || label.get()
            aria-describedby=described
            aria-invalid=move || invalid.get().then_some("true")
            placeholder=move || placeholder.get()
            prop:value=value
            prop:disabled=disabled
            on:input=move |event| on_input.run(event_target_value(&event))
            on:keydown=move |event| {
                if event.key() == "Enter" && !event.is_composing() && let Some(on_enter) = on_enter {
                    event.prevent_default();
                    on_enter.run(());
                }
            }
        />
    }
}

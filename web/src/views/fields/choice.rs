//! A choice from a short list, as a native select element.

use leptos::prelude::*;

use super::Field;
use super::field::described_by;
use crate::components::element_id;
use crate::derived::{MaybeProp, Signal};

/// Values with their labels.
pub type Options = Vec<(String, String)>;

/// Options whose labels are their values.
pub fn options<'a>(words: impl IntoIterator<Item = &'a str>) -> Options {
    words
        .into_iter()
        .map(|word| (word.to_owned(), word.to_owned()))
        .collect()
}

/// A bare select element.
#[component]
pub fn Select(
    /// Its id, when a `Field` labels it.
    #[prop(optional, into)]
    id: Option<String>,
    /// Its accessible name, when no `Field` labels it.
    #[prop(optional, into)]
    label: MaybeProp<String>,
    /// The options.
    #[prop(into)]
    options: Signal<Options>,
    /// The chosen value.
    #[prop(into)]
    value: Signal<String>,
    /// Receives the chosen value.
    #[prop(into)]
    on_change: Callback<String>,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let described = id.as_deref().map(described_by);
    // The options themselves mark the chosen one: the element's value cannot be set before they exist.
    let list = move || {
        let entries = options.get().into_iter().map(|(key, word)| {
            let mark = key.clone();
            view! { <option value=key prop:selected=move || value.get() == mark>{word}</option> }
        });
        entries.collect_view()
    };
    view! {
        <select
            class="select"
            id=id
            aria-label=move || label.get()
            aria-describedby=described
            prop:disabled=move || disabled.get()
            on:change=move |event| on_change.run(event_target_value(&event))
        >
            {list}
        </select>
    }
}

/// A labelled select element.
#[component]
pub fn Choice(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// The options.
    #[prop(into)]
    options: Signal<Options>,
    /// Its accessible name, if the label needs context. Starts with the label.
    #[prop(optional, into)]
    spoken: MaybeProp<String>,
    /// The chosen value.
    #[prop(into)]
    value: Signal<String>,
    /// Receives the chosen value.
    #[prop(into)]
    on_change: Callback<String>,
    /// The error, if any.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let id = element_id("choice");
    view! {
        <Field id=id.clone() label error>
            <Select id label=spoken options value disabled on_change />
        </Field>
    }
}

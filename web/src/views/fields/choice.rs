//! A choice from a short list, as a native select element.

use leptos::prelude::*;

use super::{Message, fresh_id};

/// Values with the words shown for them.
pub type Options = Vec<(String, String)>;

/// Options whose words are their values.
pub fn options<'a>(words: impl IntoIterator<Item = &'a str>) -> Options {
    words.into_iter().map(|word| (word.to_owned(), word.to_owned())).collect()
}

/// A select element.
#[component]
pub fn Choice(
    /// Visible label; with `bare` it is only spoken.
    #[prop(into)]
    label: Signal<String>,
    /// What can be chosen.
    #[prop(into)]
    options: Signal<Options>,
    /// The value chosen.
    #[prop(into)]
    value: Signal<String>,
    /// Told the value chosen.
    #[prop(into)]
    on_change: Callback<String>,
    /// What is wrong, if anything.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// True for a field without visible label.
    #[prop(optional)]
    bare: bool,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let id = fresh_id("choice");
    let message = format!("{id}-message");
    // The chosen option is marked on the options themselves: the element's value cannot be set before they are there.
    let list = move || {
        let entries = options.get().into_iter().map(|(key, word)| {
            let mark = key.clone();
            view! { <option value=key prop:selected=move || value.get() == mark>{word}</option> }
        });
        entries.collect_view()
    };
    view! {
        <div class="field" class:bare=bare class:wrong=move || error.get().is_some()>
            <label for=id.clone() class:visually-hidden=bare>
                {move || label.get()}
            </label>
            <select
                id=id
                aria-describedby=message.clone()
                prop:disabled=move || disabled.get()
                on:change=move |event| on_change.run(event_target_value(&event))
            >
                {list}
            </select>
            <Message id=message text=error />
        </div>
    }
}

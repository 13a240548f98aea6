//! A labelled choice from a short list.

use leptos::prelude::*;

use crate::components::{Field, Select, element_id};

/// Values with the words shown for them.
pub type Options = Vec<(String, String)>;

/// Options whose words are their values.
pub fn options<'a>(words: impl IntoIterator<Item = &'a str>) -> Options {
    words.into_iter().map(|word| (word.to_owned(), word.to_owned())).collect()
}

/// A labelled select element.
#[component]
pub fn Choice(
    /// The label.
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
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let id = element_id("choice");
    view! {
        <Field id=id.clone() label error>
            <Select id options value disabled on_change />
        </Field>
    }
}

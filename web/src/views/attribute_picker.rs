//! Picks attributes: chips of those picked, and a field that suggests those seen and takes any other.

use leptos::prelude::*;

use super::fields::{Field, TextInput};
use crate::components::{Each, element_id};

/// A list of attribute names or paths.
#[component]
pub fn AttributePicker(
    /// The label.
    #[prop(into)]
    label: String,
    /// What is picked.
    #[prop(into)]
    picked: Signal<Vec<String>>,
    /// Told the new list.
    #[prop(into)]
    on_change: Callback<Vec<String>>,
    /// Id of the list of suggestions.
    #[prop(into)]
    list: String,
    /// What is wrong, if anything.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// A word beside a picked attribute, such as where its value comes from.
    #[prop(optional, into)]
    note: Option<Callback<String, Option<&'static str>>>,
) -> impl IntoView {
    let id = element_id("picker");
    let typed = RwSignal::new(String::new());
    let add = move || {
        let name = typed.get_untracked().trim().to_owned();
        let mut names = picked.get_untracked();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
            on_change.run(names);
        }
        typed.set(String::new());
    };
    let drop = move |name: &str| {
        let mut names = picked.get_untracked();
        names.retain(|other| other != name);
        on_change.run(names);
    };
    let chips = move |name: String| {
        let spoken = format!("Remove {name}");
        let mark = note.and_then(|note| note.run(name.clone())).map(|note| view! { <small>{note}</small> });
        let gone = name.clone();
        view! {
            <li class="chip">
                <span class="mono">{name}</span>
                {mark}
                <button type="button" class="chip-remove" aria-label=spoken on:click=move |_| drop(&gone)>
                    "×"
                </button>
            </li>
        }
    };
    // Choosing a suggestion fires `change`, and so does leaving the field: either way what was typed is taken.
    view! {
        <Field id=id.clone() label error>
            <div class="picker" on:change=move |_| add()>
                <ul class="chips" hidden=move || picked.with(Vec::is_empty)>
                    <Each each=move || picked.get() key=Clone::clone children=chips />
                </ul>
                <TextInput
                    id
                    value=typed
                    mono=true
                    list
                    placeholder="add attribute"
                    on_input=move |text| typed.set(text)
                    on_enter=Callback::new(move |()| add())
                />
            </div>
        </Field>
    }
}

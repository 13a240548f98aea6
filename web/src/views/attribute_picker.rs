//! A control to choose attributes: chips for the chosen ones, and a field with suggestions that accepts any name.

use hashrange_words::t;
use leptos::prelude::*;

use super::fields::{Field, TextInput};
use crate::components::{Each, element_id};
use crate::derived::{MaybeProp, Signal};
use crate::signal::RwSignal;

/// A list of attribute names or paths.
#[component]
pub fn AttributePicker(
    /// The label.
    #[prop(into)]
    label: String,
    /// The chosen attributes.
    #[prop(into)]
    picked: Signal<Vec<String>>,
    /// Receives the new list.
    #[prop(into)]
    on_change: Callback<Vec<String>>,
    /// Id of the list of suggestions.
    #[prop(into)]
    list: String,
    /// The error, if any.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// A note beside a chosen attribute, such as the source of its value.
    #[prop(optional, into)]
    note: Option<Callback<String, Option<&'static str>>>,
) -> impl IntoView {
    let id = element_id("picker");
    let typed = RwSignal::new(String::new());
    let names = Names { picked, on_change };
    let add = move || {
        names.add(typed.get_untracked().trim());
        typed.set(String::new());
    };
    let chips = move |name: String| {
        let note = note.and_then(|note| note.run(name.clone()));
        chip(name, note, names)
    };
    // Choosing a suggestion fires `change`, and so does leaving the field. Both add the typed text.
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
                    placeholder=t!("add attribute")
                    on_input=move |text| typed.set(text)
                    on_enter=Callback::new(move |()| add())
                />
            </div>
        </Field>
    }
}

/// The chosen names, and the callback for changes.
#[derive(Clone, Copy)]
struct Names {
    picked: Signal<Vec<String>>,
    on_change: Callback<Vec<String>>,
}

impl Names {
    fn add(self, name: &str) {
        let mut names = self.picked.get_untracked();
        if !name.is_empty() && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
            self.on_change.run(names);
        }
    }

    fn remove(self, name: &str) {
        let mut names = self.picked.get_untracked();
        names.retain(|other| other != name);
        self.on_change.run(names);
    }
}

/// A chosen name with its note, and the button that removes it.
fn chip(name: String, note: Option<&'static str>, names: Names) -> impl IntoView {
    let spoken = t!("Remove {name}", name);
    let mark = note.map(|note| view! { <small>{note}</small> });
    let gone = name.clone();
    view! {
        <li class="chip">
            <span class="mono">{name}</span>
            {mark}
            <button type="button" class="chip-remove" aria-label=spoken on:click=move |_| names.remove(&gone)>
                "×"
            </button>
        </li>
    }
}

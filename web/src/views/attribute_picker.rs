//! Picks attributes: chips of those picked, and a field that suggests those seen and takes any other.

use leptos::prelude::*;

use super::fields::{Message, fresh_id};

/// A list of attribute names or paths.
#[component]
pub fn AttributePicker(
    /// The visible label.
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
    /// True for a picker whose label is only spoken.
    #[prop(optional)]
    bare: bool,
) -> impl IntoView {
    let id = fresh_id("picker");
    let message = format!("{id}-message");
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
        let gone = name.clone();
        view! {
            <li class="chip">
                <span class="mono">{name}</span>
                <button type="button" class="chip-remove" aria-label=spoken on:click=move |_| drop(&gone)>"×"</button>
            </li>
        }
    };
    view! {
        <div class="field picker" class:bare=bare class:wrong=move || error.get().is_some()>
            <label for=id.clone() class:visually-hidden=bare>{label}</label>
            <div class="picker-row">
                <ul class="chips"><For each=move || picked.get() key=Clone::clone children=chips /></ul>
                <input
                    id=id
                    type="text"
                    class="mono"
                    list=list
                    autocomplete="off"
                    placeholder="add attribute"
                    aria-describedby=message.clone()
                    prop:value=move || typed.get()
                    on:input=move |event| typed.set(event_target_value(&event))
                    on:change=move |_| add()
                    on:keydown=move |event| {
                        if event.key() == "Enter" && !event.ctrl_key() && !event.meta_key() {
                            event.prevent_default();
                            add();
                        }
                    }
                />
            </div>
            <Message id=message text=error />
        </div>
    }
}

//! A card of the live dock: a title, what it is about, a sentence that says what is being seen, and a picture.
//! Folds by its title.

use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// A card that folds. `open` is the caller's, so that it can be remembered.
#[component]
pub fn Card(
    /// Its title.
    title: &'static str,
    /// What it is about, beside the title.
    #[prop(optional, into)]
    subject: Signal<String>,
    /// What is being seen, in one sentence.
    #[prop(optional, into)]
    sentence: Signal<String>,
    /// Whether it is unfolded.
    open: RwSignal<bool>,
    children: Children,
) -> impl IntoView {
    let follow = move |event: Event| {
        let details = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(details) = details {
            open.try_set(details.has_attribute("open"));
        }
    };
    view! {
        <details class="card" prop:open=move || open.get() on:toggle=follow>
            <summary class="card-title">
                <h2>{title}</h2>
                <span class="card-subject">{subject}</span>
            </summary>
            <p class="card-sentence">{sentence}</p>
            {children()}
        </details>
    }
}

//! A card of the live dock: a title, what it is about, a sentence that says what is being seen, and a picture.
//! Folds by its title.

use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// A page that describes what is shown.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Whose page it is.
    pub of: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it begins.
    pub base: &'static str,
    /// The page below that.
    pub page: &'static str,
}

/// A link to such a page, which opens beside this one.
#[component]
pub fn SourceLink(
    /// The page.
    source: Source,
) -> impl IntoView {
    let Source { of, title, base, page } = source;
    view! {
        <a class="card-source" href=format!("{base}{page}") target="_blank" rel="noreferrer">{of}": "{title}</a>
    }
}

/// A card that folds. `open` is the caller's, so that it can be remembered.
#[component]
pub fn Card(
    /// Its id in the page.
    id: &'static str,
    /// Its title.
    title: &'static str,
    /// What it is about, beside the title.
    #[prop(optional, into)]
    subject: Signal<String>,
    /// What is being seen, in one sentence.
    #[prop(optional, into)]
    sentence: Signal<String>,
    /// The page that describes it.
    #[prop(optional_no_strip)]
    source: Option<Source>,
    /// Whether what it shows is about to be replaced.
    #[prop(optional, into)]
    busy: Signal<bool>,
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
        <details class="card" id=id aria-busy=move || busy.get().to_string() prop:open=move || open.get() on:toggle=follow>
            <summary class="card-title">
                <h2>{title}</h2>
                <span class="card-subject">{subject}</span>
            </summary>
            <p class="card-sentence">{sentence}</p>
            {source.map(|source| view! { <SourceLink source /> })}
            {children()}
        </details>
    }
}

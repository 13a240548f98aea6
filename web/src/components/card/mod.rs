//! A card of the live dock: a title, its subject, a sentence about the picture, and the picture. The title folds it.

use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::derived::Signal;
use crate::signal::RwSignal;

/// A page that describes what is shown.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The owner of the page.
    pub of: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The base address.
    pub base: &'static str,
    /// The path below it.
    pub page: &'static str,
}

/// A link to such a page, which opens in a new tab.
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

/// A card that folds. The caller owns `open`, so that it can be stored.
#[component]
pub fn Card(
    /// Its id in the page.
    id: &'static str,
    /// Its title.
    title: &'static str,
    /// Its subject, beside the title.
    #[prop(optional, into)]
    subject: Signal<String>,
    /// A description of the picture, in one sentence.
    #[prop(optional, into)]
    sentence: Signal<String>,
    /// The page that describes it.
    #[prop(optional_no_strip)]
    source: Option<Source>,
    /// Whether its content is about to be replaced.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// Whether it is unfolded.
    open: RwSignal<bool>,
    children: Children,
) -> impl IntoView {
    let follow = move |event: Event| {
        let details = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(details) = details {
            open.try_set(details.has_attribute("open"));
        }
    };
    view! {
        <details class="card" id=id aria-busy=move || busy.get().to_string() prop:open=move || open.get() on:toggle=follow>
            <summary class="card-title">
                <h2>{title}</h2>
                <span class="card-subject">{move || subject.get()}</span>
            </summary>
            <p class="card-sentence">{move || sentence.get()}</p>
            {source.map(|source| view! { <SourceLink source /> })}
            {children()}
        </details>
    }
}

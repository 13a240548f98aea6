//! A zone that takes one file, dropped on it or chosen; the file of a file control, and its text.
//!
//! Must not know what the file is for.

use hashrange_words::t;
use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, HtmlInputElement};

use crate::signal::RwSignal;

/// The native file control fills the zone, so that it accepts a file dropped anywhere on it, and keeps its keys.
#[component]
pub fn DropZone(
    /// What to choose. It names the control.
    title: &'static str,
    /// The kinds of files, or what follows, in small print.
    note: &'static str,
    /// File types that the browser's dialog offers first.
    accept: &'static str,
    /// Whether the zone is low.
    #[prop(optional)]
    low: bool,
    /// Takes the file.
    on_file: Callback<File>,
) -> impl IntoView {
    let over = RwSignal::new(false);
    let take = move |event: Event| {
        over.set(false);
        if let Some(file) = chosen_file(&event) {
            on_file.run(file);
        }
    };
    view! {
        <label
            class="drop-zone"
            class:drop-zone-low=low
            class:drop-zone-over=move || over.get()
            on:dragenter=move |_| over.set(true)
            on:dragleave=move |_| over.set(false)
            on:drop=move |_| over.set(false)
        >
            <input type="file" accept=accept aria-label=title on:change=take />
            <span>
                <strong>{title}</strong>
                " " {t!("or drop it here")}
                <small>{note}</small>
            </span>
        </label>
    }
}

/// The file that the reader chose in a file control. The same file can be chosen again.
pub fn chosen_file(event: &Event) -> Option<File> {
    let control = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    let file = control.files().and_then(|files| files.get(0));
    control.set_value("");
    file
}

/// The text of a file; empty if it cannot be read.
pub async fn text_of(file: File) -> String {
    let text = JsFuture::from(file.text()).await.ok();
    text.and_then(|text| text.as_string()).unwrap_or_default()
}

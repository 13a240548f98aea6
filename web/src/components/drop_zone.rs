//! A zone that takes one file, dropped on it or chosen.
//!
//! Must not know what the file is for.

use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
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
        let control = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(control) = control else { return };
        if let Some(file) = control.files().and_then(|files| files.get(0)) {
            on_file.run(file);
        }
        // Allows the same file to be chosen again.
        control.set_value("");
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
                " or drop it here"
                <small>{note}</small>
            </span>
        </label>
    }
}

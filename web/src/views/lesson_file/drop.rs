//! The drop zone for a lesson file. Must not know its content.

use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, HtmlInputElement};

use super::draft::{LessonFileDraft, use_lesson_file};
use crate::components::{Toasts, Tone, use_toasts};

/// The maximum bytes of a lesson's file.
const MOST_BYTES: f64 = 400.0 * 1024.0;

/// The file control fills the zone, so that it accepts a file dropped anywhere on it.
#[component]
pub fn FileDrop() -> impl IntoView {
    let (draft, toasts) = (use_lesson_file(), use_toasts());
    let over = RwSignal::new(false);
    let take = move |event: Event| {
        over.set(false);
        let control = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(control) = control else { return };
        if let Some(file) = control.files().and_then(|files| files.get(0)) {
            open(draft, toasts, file);
        }
        // Allows the same file to be chosen again.
        control.set_value("");
    };
    view! {
        <label
            class="import-zone lesson-file-zone"
            class:import-over=move || over.get()
            on:dragenter=move |_| over.set(true)
            on:dragleave=move |_| over.set(false)
            on:drop=move |_| over.set(false)
        >
            <input type="file" accept=".txt,text/plain" aria-label="Open a lesson file" on:change=take />
            <span class="import-zone-words">
                <strong>"Open a lesson file"</strong>
                " or drop it here"
                <small>"Write your own lesson as text, check it and play it."</small>
            </span>
        </label>
    }
}

fn open(draft: LessonFileDraft, toasts: Toasts, file: File) {
    let name = file.name();
    if file.size() > MOST_BYTES {
        toasts.say(
            Tone::Bad,
            format!("{name} is larger than 400 KB, the limit of a lesson."),
        );
        return;
    }
    spawn_local(async move {
        match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
            Some(text) => draft.edit(text),
            None => toasts.say(
                Tone::Bad,
                format!("{name} could not be read. It may have been moved or changed."),
            ),
        }
    });
}

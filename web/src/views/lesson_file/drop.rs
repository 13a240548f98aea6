//! The drop zone for a lesson file. Must not know its content.

use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

use super::draft::{LessonFileDraft, use_lesson_file};
use crate::components::{DropZone, Toasts, Tone, use_toasts};

/// The maximum bytes of a lesson's file.
const MOST_BYTES: f64 = 400.0 * 1024.0;

/// Opens a lesson file in the editor.
#[component]
pub fn FileDrop() -> impl IntoView {
    let (draft, toasts) = (use_lesson_file(), use_toasts());
    view! {
        <DropZone
            title=t!("Open a lesson file")
            note=t!("Write your own lesson as text, check it and play it.")
            accept=".txt,text/plain"
            low=true
            on_file=Callback::new(move |file| open(draft, toasts, file))
        />
    }
}

fn open(draft: LessonFileDraft, toasts: Toasts, file: File) {
    let name = file.name();
    if file.size() > MOST_BYTES {
        toasts.say(
            Tone::Bad,
            t!("{name} is larger than 400 KB, the limit of a lesson.", name),
        );
        return;
    }
    spawn_local(async move {
        match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
            Some(text) => draft.edit(text),
            None => toasts.say(
                Tone::Bad,
                t!("{name} could not be read. It may have been moved or changed.", name),
            ),
        }
    });
}

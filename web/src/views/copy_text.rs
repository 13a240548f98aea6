//! Copies a text to the clipboard, and reports it.

use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use crate::components::{Toasts, Tone};

fn refused() -> &'static str {
    t!("The browser did not allow copying. Select the text and copy it by hand.")
}

/// Copies the text. The reader sees a browser's refusal.
pub fn copy_text(toasts: Toasts, text: &str) {
    // Pages loaded over plain http from another machine have no clipboard.
    if !window().is_secure_context() {
        toasts.say(Tone::Bad, refused());
        return;
    }
    let done = window().navigator().clipboard().write_text(text);
    spawn_local(async move {
        match JsFuture::from(done).await {
            Ok(_) => toasts.say(Tone::Good, "Copied."),
            Err(_) => toasts.say(Tone::Bad, refused()),
        }
    });
}

//! Puts a text on the clipboard, and says so.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use crate::components::{Toasts, Tone};

const REFUSED: &str = "The browser did not allow copying. Select the text and copy it by hand.";

/// Copies the text. A browser that refuses is told to the reader.
pub fn copy_text(toasts: Toasts, text: &str) {
    // Pages that come over plain http from another machine have no clipboard at all.
    if !window().is_secure_context() {
        toasts.say(Tone::Bad, REFUSED);
        return;
    }
    let done = window().navigator().clipboard().write_text(text);
    spawn_local(async move {
        match JsFuture::from(done).await {
            Ok(_) => toasts.say(Tone::Good, "Copied."),
            Err(_) => toasts.say(Tone::Bad, REFUSED),
        }
    });
}

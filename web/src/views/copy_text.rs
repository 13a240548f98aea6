//! Puts a text on the clipboard, and says so.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use crate::components::{Toasts, Tone};

/// Copies the text. A browser that refuses is told to the reader.
pub fn copy_text(toasts: Toasts, text: &str) {
    let clipboard = window().navigator().clipboard();
    let done = clipboard.write_text(text);
    spawn_local(async move {
        match JsFuture::from(done).await {
            Ok(_) => toasts.say(Tone::Good, "Copied."),
            Err(_) => toasts.say(Tone::Bad, "The browser did not allow copying. Select the text and copy it by hand."),
        }
    });
}

//! The files of lessons, downloaded when a lesson starts.
//!
//! Owns the number of attempts and the error text. Must not know the content of a file.

use std::time::Duration;

use futures_channel::oneshot::channel;
use hashrange_words::t;
use leptos::prelude::{set_timeout, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use super::catalogue::LessonEntry;
use crate::beside::beside;

/// Waits before the second and the third attempt.
const PAUSES: [Duration; 2] = [Duration::from_millis(400), Duration::from_millis(1_500)];

/// A lesson's text, and that of its translation if there is one.
///
/// # Errors
/// Why the file could not be loaded, in words.
pub(super) async fn download(entry: &LessonEntry, language: &str) -> Result<(String, Option<String>), String> {
    let text = file(&beside(&format!("lessons/{}.txt", entry.id))).await?;
    let translation = if entry.languages.contains(&language) {
        // If the translation cannot be loaded, the lesson is in English.
        file(&beside(&format!("lessons/{}.{language}.txt", entry.id)))
            .await
            .ok()
    } else {
        None
    };
    Ok((text, translation))
}

/// A file beside the page, requested up to three times.
///
/// # Errors
/// Why it could not be loaded, in words.
pub async fn file(address: &str) -> Result<String, String> {
    let mut failed = once(address).await;
    for pause in PAUSES {
        if failed.is_ok() {
            break;
        }
        rest(pause).await;
        failed = once(address).await;
    }
    failed
}

async fn once(address: &str) -> Result<String, String> {
    let lost = |_| {
        t!(
            "The browser could not download {address}. Check the connection and try again.",
            address
        )
    };
    let answer = JsFuture::from(window().fetch_with_str(address)).await.map_err(lost)?;
    let answer: Response = answer.unchecked_into();
    if !answer.ok() {
        return Err(t!(
            "The server responded to {address} with status {status}.",
            address,
            status = answer.status()
        ));
    }
    let text = JsFuture::from(answer.text().map_err(lost)?).await.map_err(lost)?;
    text.as_string()
        .ok_or_else(|| t!("{address} is not a text file.", address))
}

async fn rest(pause: Duration) {
    let (sender, receiver) = channel();
    set_timeout(
        move || {
            // The receiver no longer exists if the page was left.
            let _ = sender.send(());
        },
        pause,
    );
    let _ = receiver.await;
}

//! The link that is being opened, stored for this tab until its opening is over, so that no link is tried twice by
//! itself: after a reload or a restart of the engine, the page offers it again instead.
//!
//! Must not know how a link is opened, nor who shows the offer.

use leptos::prelude::window;
use web_sys::Storage;

use crate::framed;

/// The storage key of the link's text.
const OPENING: &str = "hashrange-opening";

/// The opening of the link of this text begins.
pub fn begin(text: &str) {
    if let Some(storage) = storage() {
        // A text that the browser does not store is not offered again.
        let _ = storage.set_item(OPENING, text);
    }
}

/// The opening of the link is over: it is open, it was refused, or the reader stopped it or declines it.
pub fn end() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(OPENING);
    }
}

/// The text of a link whose opening did not end.
#[must_use]
pub fn unfinished() -> Option<String> {
    storage()?.get_item(OPENING).ok().flatten()
}

/// The storage of this tab. An embedded page stores nothing.
fn storage() -> Option<Storage> {
    if framed::is_embedded() {
        return None;
    }
    window().session_storage().ok().flatten()
}

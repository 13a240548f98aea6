//! The link or assignment that is being opened, stored for this tab until its opening is over, so that no text of a
//! stranger is tried twice by itself: after a reload or a restart of the engine, the page offers it again instead.
//!
//! Must not know how a link is opened, nor who shows the offer.

use leptos::prelude::window;
use web_sys::Storage;

use crate::framed;

/// The storage key of a link's text.
const OPENING: &str = "hashrange-opening";
/// The storage key of the compressed text of an assignment.
const ASSIGNMENT: &str = "hashrange-assignment";

/// The opening of the link of this text begins.
pub fn begin(text: &str) {
    put(OPENING, text);
}

/// The opening of this assignment begins.
pub fn begin_assignment(packed: &str) {
    put(ASSIGNMENT, packed);
}

/// The opening of an assignment is over.
pub fn end_assignment() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(ASSIGNMENT);
    }
}

/// Whether the opening of this assignment began in this tab and did not end.
#[must_use]
pub fn is_unfinished_assignment(packed: &str) -> bool {
    let kept = storage().and_then(|storage| storage.get_item(ASSIGNMENT).ok().flatten());
    kept.as_deref() == Some(packed)
}

fn put(key: &str, text: &str) {
    if let Some(storage) = storage() {
        // A text that the browser does not store is not offered again.
        let _ = storage.set_item(key, text);
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

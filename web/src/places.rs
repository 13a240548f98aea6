//! What is looked at, in the address: `#workbench/Thread;LastPostIndex;Query`, `#learn/keys-2/ceiling`. Back and Forward lead
//! through it. And the link to a workspace that an address carries, `#link=…`, which is taken out of it.
//!
//! Must not know how anything is shown. In a frame of another page the address stays as it is.

use std::sync::atomic::{AtomicBool, Ordering};

use leptos::prelude::window;
use wasm_bindgen::JsValue;

use crate::door::Door;
use crate::framed;

/// What stands before the text of a link.
pub const LINK: &str = "#link=";

/// Whether somebody is on the way back to a place: what comes of that is the same place.
static RETURNING: AtomicBool = AtomicBool::new(false);

/// The part of the address from `#` on.
#[must_use]
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address of the page without what is asked of it.
#[must_use]
pub fn base() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}

/// The text of the link that the address carries.
#[must_use]
pub fn link_here() -> Option<String> {
    fragment().strip_prefix(LINK).map(str::to_owned)
}

/// Takes the link out of the address.
pub fn forget_link() {
    if !framed::is_embedded()
        && link_here().is_some()
        && let Ok(history) = window().history()
    {
        // A browser that refuses opens the link again after a reload, which does no harm.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some("#workbench"));
    }
}

/// The number that was noted with the place in the address; none where somebody typed it or followed a link to it.
#[must_use]
pub fn noted() -> Option<f64> {
    window().history().ok()?.state().ok()?.as_f64()
}

/// Names a place behind a door in the address, with a number that tells it from others of its name. An address that says no more
/// than the door is made more precise; any other is left for Back.
#[inline(never)]
pub fn visit(door: Door, place: &str, number: f64) {
    let (now, wanted) = (fragment(), format!("#{}/{place}", door.name()));
    let is_returning = RETURNING.swap(false, Ordering::Relaxed);
    if now == wanted || framed::is_embedded() {
        return;
    }
    let Ok(history) = window().history() else { return };
    let number = JsValue::from_f64(number);
    // A browser takes only so many places in a short time. One that it refuses is no place to come back to.
    let _ = if is_returning || !now.contains('/') {
        history.replace_state_with_url(&number, "", Some(&wanted))
    } else {
        history.push_state_with_url(&number, "", Some(&wanted))
    };
}

/// The next place that is named is the one that somebody went back to.
pub fn is_returning() {
    RETURNING.store(true, Ordering::Relaxed);
}

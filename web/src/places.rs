//! The current view in the address: `#workbench/Thread;LastPostIndex;Query`, `#learn/keys-2/ceiling`, for Back and
//! Forward. Also the link to a workspace in an address, `#link=…`, which is removed from it.
//!
//! Must not know how anything is shown. The address of an embedded page does not change.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use leptos::prelude::window;
use wasm_bindgen::JsValue;

use crate::framed;
use crate::section::Section;

/// The prefix of a link's text.
pub const LINK: &str = "#link=";

/// The number of the place to which the reader returns, as the bits of a float.
static RETURNING: AtomicU64 = AtomicU64::new(NOWHERE);
/// The bits of a float that is not a number: no return is in progress.
const NOWHERE: u64 = u64::MAX;

thread_local! {
    /// The part of the address from `#` that the page wrote last, or that the browser reported last.
    static KNOWN: RefCell<String> = RefCell::new(fragment());
}

/// Stores the address as known. Called when the page starts, and for each change that the browser reports.
pub fn note() {
    KNOWN.set(fragment());
}

/// Whether the address is known. The browser changes it before it reports that: then the reader has gone elsewhere.
fn is_known() -> bool {
    KNOWN.with_borrow(|known| *known == fragment())
}

/// The part of the address from `#`.
#[must_use]
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address of the page without query and fragment.
#[must_use]
pub fn base() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}

/// The text of the link in the address.
#[must_use]
pub fn link_here() -> Option<String> {
    fragment().strip_prefix(LINK).map(str::to_owned)
}

/// Removes the link from the address, unless the reader has gone elsewhere.
pub fn forget_link() {
    if link_here().is_some() && is_known() {
        replace("#workbench");
    }
}

/// Removes everything from `#` from the address.
pub fn forget_fragment() {
    replace(&window().location().pathname().unwrap_or_default());
}

/// Replaces an address with a link. The address of an embedded page does not change.
fn replace(address: &str) {
    if framed::is_embedded() {
        return;
    }
    if let Ok(history) = window().history() {
        // If a browser refuses, the page opens the link again after a reload, which is harmless.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
    note();
}

/// Opens the address of a section, as a link to it does.
pub fn enter(section: Section) {
    // Fails only for an invalid address.
    let _ = window().location().set_hash(section.name());
    note();
}

/// The number stored with the place in the history. `None` for a typed or followed address.
#[must_use]
pub fn noted() -> Option<f64> {
    window().history().ok()?.state().ok()?.as_f64()
}

/// Puts a place in a section into the address, with a number that identifies it among places with the same name.
/// Replaces an address with only the section, and the place of a return. Any other address stays for Back. During a
/// return, the place that the reader leaves is ignored. An address to which the reader has gone stays as it is.
pub fn visit(section: Section, place: &str, number: f64) {
    let (now, wanted) = (fragment(), format!("#{}/{place}", section.name()));
    let returning = RETURNING.load(Ordering::Relaxed);
    let is_returning = returning == number.to_bits();
    if !is_known() || (returning != NOWHERE && !is_returning) {
        return;
    }
    end_return();
    if now == wanted || framed::is_embedded() {
        return;
    }
    let Ok(history) = window().history() else { return };
    let number = JsValue::from_f64(number);
    // A browser limits the number of places in a short time. The reader cannot return to a refused one.
    let _ = if is_returning || !now.contains('/') {
        history.replace_state_with_url(&number, "", Some(&wanted))
    } else {
        history.push_state_with_url(&number, "", Some(&wanted))
    };
    note();
}

/// Starts the return to the place with this number.
pub fn begin_return(number: f64) {
    RETURNING.store(number.to_bits(), Ordering::Relaxed);
}

/// Ends the return: the reader has arrived, or goes elsewhere.
pub fn end_return() {
    RETURNING.store(NOWHERE, Ordering::Relaxed);
}

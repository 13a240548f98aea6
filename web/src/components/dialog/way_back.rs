//! The way back: where the focus goes when a dialog closes and what had it before is gone or cannot take it, as the button
//! of something that was just deleted. Must not know what the dialog was about.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// What has a name of its own in the page, so that a reader who lands there knows where that is.
const GROUPS: &str = "section, fieldset, form, nav, aside, dialog, [role='tabpanel'], main";

/// What had the focus, and the groups around it, the nearest first.
#[derive(Clone, Default)]
pub(super) struct WayBack(Vec<HtmlElement>);

impl WayBack {
    /// Back to where the focus is now.
    pub(super) fn from_here() -> Self {
        let group_around = |inner: &Element| inner.parent_element()?.closest(GROUPS).ok().flatten();
        let places = std::iter::successors(focused(), group_around);
        Self(places.filter_map(|place| place.dyn_into().ok()).collect())
    }

    /// Goes as far back as there is something to go to; not at all where the browser has done so already.
    pub(super) fn take(&self) {
        for place in &self.0 {
            if focused().is_some() {
                return;
            }
            if place.matches(GROUPS).unwrap_or(false) && !place.has_attribute("tabindex") {
                place.set_tab_index(-1);
            }
            // What has left the page, or is disabled, does not take it.
            let _ = place.focus();
        }
    }
}

/// The element that has the focus; the body has it when nothing does.
fn focused() -> Option<Element> {
    document().active_element().filter(|element| !element.is_instance_of::<web_sys::HtmlBodyElement>())
}

//! Restores the focus after a dialog if the previous element cannot have it. An example is the button of a deleted
//! item. Must not know the dialog.

use leptos::prelude::request_animation_frame;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement};

use crate::components::focus::{focused, main_part};

/// The number of frames within which a deleted element must disappear.
const FRAMES: u32 = 300;
/// Elements that stay while their content changes.
const GROUPS: &str = "fieldset, form, nav, [role='tabpanel'], main";

/// The previously focused element, and the groups around it, nearest first, then the main part of the page.
#[derive(Clone, Default)]
pub struct FocusReturn(Vec<HtmlElement>);

impl FocusReturn {
    /// Stores the current focus, to return to it.
    #[must_use]
    pub fn from_here() -> Self {
        let group_around = |inner: &Element| inner.parent_element()?.closest(GROUPS).ok().flatten();
        let places = std::iter::successors(focused(), group_around);
        Self(
            places
                .filter_map(|place| place.dyn_into().ok())
                .chain(main_part())
                .collect(),
        )
    }

    /// Focuses the nearest possible element, unless the browser has already restored the focus.
    pub fn take(&self) {
        for place in &self.0 {
            if focused().is_some() {
                return;
            }
            // An element that is no longer in the page, or is disabled, cannot be focused.
            if place.matches(GROUPS).unwrap_or(false) {
                visit(place);
            } else {
                place.focus().unwrap_or(());
            }
        }
    }

    /// Restores the focus when the focused element leaves the page. A deleted element disappears a few frames after the
    /// response. Stops when the reader moves the focus, or after a while.
    pub fn take_when_gone(self) {
        self.look_again(FRAMES);
    }

    fn look_again(self, frames: u32) {
        request_animation_frame(move || {
            let stays = self.0.first().is_some_and(|place| place.is_connected());
            if focused().is_none() {
                self.take();
            } else if stays && frames > 0 {
                self.look_again(frames - 1);
            }
        });
    }
}

/// Focuses a group, which needs a temporary tabindex.
fn visit(group: &HtmlElement) {
    if group.has_attribute("tabindex") {
        return group.focus().unwrap_or(());
    }
    group.set_tab_index(-1);
    let _ = group.focus();
    let left = {
        let group = group.clone();
        move || {
            // Neither call fails for an element.
            let _ = group.remove_attribute("tabindex");
            group.set_onblur(None);
        }
    };
    if focused().as_ref() == Some(group.as_ref()) {
        group.set_onblur(Some(Closure::once_into_js(left).unchecked_ref()));
    } else {
        left();
    }
}

//! The way back: where the focus goes when a dialog closes and what had it before is gone or cannot take it, as the button
//! of something that was just deleted. Must not know what the dialog was about.

use leptos::prelude::request_animation_frame;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement};

use crate::components::focus::{focused, main_part};

/// Frames within which what was asked to go is gone.
const FRAMES: u32 = 300;
/// What stays while the parts inside come and go.
const GROUPS: &str = "fieldset, form, nav, [role='tabpanel'], main";

/// What had the focus, and the groups around it, the nearest first; at the end the page itself.
#[derive(Clone, Default)]
pub struct WayBack(Vec<HtmlElement>);

impl WayBack {
    /// Back to where the focus is now.
    #[must_use]
    pub fn from_here() -> Self {
        let group_around = |inner: &Element| inner.parent_element()?.closest(GROUPS).ok().flatten();
        let places = std::iter::successors(focused(), group_around);
        Self(places.filter_map(|place| place.dyn_into().ok()).chain(main_part()).collect())
    }

    /// Goes as far back as there is something to go to; not at all where the browser has done so already.
    pub fn take(&self) {
        for place in &self.0 {
            if focused().is_some() {
                return;
            }
            // What has left the page, or is disabled, does not take it.
            if place.matches(GROUPS).unwrap_or(false) { visit(place) } else { place.focus().unwrap_or(()) }
        }
    }

    /// Goes back as soon as what has the focus leaves the page: what was asked to go is gone a few frames after the answer.
    /// It gives up when the reader puts the focus elsewhere, or after a while.
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

/// Gives a group the focus, which it can only have while it is there.
fn visit(group: &HtmlElement) {
    if group.has_attribute("tabindex") {
        return group.focus().unwrap_or(());
    }
    group.set_tab_index(-1);
    let _ = group.focus();
    let left = {
        let group = group.clone();
        move || {
            // Neither is refused of an element.
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

//! Scrolls to a part of the picture: the stage and its pane scroll, which matters on a phone.
//!
//! Must not know the part.

use leptos::prelude::window;
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::session::wants_stillness;

/// The scrolling elements around the picture, outermost first, and what covers their top.
const FRAMES: [(&str, Option<&str>); 2] = [(".stage-pane", Some(".stage-head")), (".stage-room", None)];

/// Scrolls until the part is visible. Does nothing if it is already visible.
pub(super) fn scroll_into_view(part: &Element) {
    let own = part.get_bounding_client_rect();
    let (top, bottom) = room_around(part);
    if own.height() == 0.0 || (own.top() >= top && own.bottom() <= bottom) {
        return;
    }
    let fits = own.height() <= bottom - top;
    let options = ScrollIntoViewOptions::new();
    options.set_block(if fits {
        ScrollLogicalPosition::Center
    } else {
        ScrollLogicalPosition::Start
    });
    options.set_inline(ScrollLogicalPosition::Nearest);
    options.set_behavior(if wants_stillness() {
        ScrollBehavior::Instant
    } else {
        ScrollBehavior::Smooth
    });
    part.scroll_into_view_with_scroll_into_view_options(&options);
}

/// The heights between which the part is visible.
fn room_around(part: &Element) -> (f64, f64) {
    let screen = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64())
        .unwrap_or(f64::MAX);
    let (mut top, mut bottom) = (0.0_f64, screen);
    for (frame, cover) in FRAMES {
        let Some(frame) = part.closest(frame).ok().flatten() else {
            continue;
        };
        let place = frame.get_bounding_client_rect();
        let cover = cover.and_then(|cover| frame.query_selector(cover).ok().flatten());
        let covered = cover.map_or(0.0, |cover| cover.get_bounding_client_rect().height());
        (top, bottom) = (top.max(place.top() + covered), bottom.min(place.bottom()));
    }
    (top, bottom)
}

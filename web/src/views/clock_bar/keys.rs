//! The keys of the clock, active on the whole page except where they have another meaning. Must not know their effect
//! on time.

use leptos::ev::{KeyboardEvent, keydown};
use leptos::prelude::*;

use super::lanes::View;
use crate::components::focus::is_within;
use crate::session::{Session, Travel};

/// Elements that handle keys themselves.
const TAKERS: &str = "input, textarea, select, button, a, summary, dialog, .editor-host, [contenteditable], [popover], \
                      [role=grid], [role=tablist], [tabindex='0']";

/// Listens while the clock exists. Space or `.` pauses and continues, arrows step, Ctrl+Z undoes and Ctrl+Shift+Z or
/// Ctrl+Y redoes. `+` and `-` zoom the timeline, also while its handle has the focus.
pub(super) fn follow_keys(session: Session, lanes: View) {
    let listener = window_event_listener(keydown, move |event| {
        if let Some(closer) = zoom(&event) {
            event.prevent_default();
            lanes.zoom(closer, None);
        }
        if let Some(act) = meaning(&event) {
            event.prevent_default();
            act(session);
        }
    });
    on_cleanup(move || listener.remove());
}

fn meaning(event: &KeyboardEvent) -> Option<fn(Session)> {
    if event.default_prevented() || event.alt_key() || is_taken(event) {
        return None;
    }
    let key = event.key();
    if event.ctrl_key() || event.meta_key() {
        return match (key.to_ascii_lowercase().as_str(), event.shift_key()) {
            ("z", false) => Some(|session| session.travel(Travel::Undo)),
            ("z", true) | ("y", _) => Some(|session| session.travel(Travel::Redo)),
            _ => None,
        };
    }
    match key.as_str() {
        " " | "." => Some(Session::pause_or_resume),
        "ArrowLeft" => Some(|session| session.travel(Travel::Back)),
        "ArrowRight" => Some(|session| session.travel(Travel::Forward)),
        _ => None,
    }
}

/// Whether a key zooms in or out.
fn zoom(event: &KeyboardEvent) -> Option<bool> {
    let plain = !event.default_prevented() && !event.alt_key() && !event.ctrl_key() && !event.meta_key();
    if !plain || !is_within(event, ".lanes-handle") && is_taken(event) {
        return None;
    }
    match event.key().as_str() {
        "+" | "=" => Some(true),
        "-" => Some(false),
        _ => None,
    }
}

fn is_taken(event: &KeyboardEvent) -> bool {
    is_within(event, TAKERS)
}

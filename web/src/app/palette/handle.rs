//! The handle to the palette, and the keys that open it. Must not know what the palette shows.

use leptos::ev::{KeyboardEvent, keydown};
use leptos::prelude::*;

use crate::components::focus::is_typed_into;
use crate::framed;
use crate::signal::RwSignal;

/// The handle to the palette.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Whether the dialog is shown.
    pub open: RwSignal<bool>,
    /// Whether it shows the keys instead of what it finds.
    pub keys: RwSignal<bool>,
    /// Its file. Empty before the dialog is first opened.
    pub text: RwSignal<String>,
    /// Whether the dialog for sharing is shown.
    pub share: RwSignal<bool>,
}

impl Palette {
    /// The palette of the page. `share` opens the dialog for sharing.
    #[must_use]
    pub fn new(share: RwSignal<bool>) -> Self {
        let palette = Self {
            open: RwSignal::new(false),
            keys: RwSignal::new(false),
            text: RwSignal::new(String::new()),
            share,
        };
        // An embedded page has no sections to lead to.
        if !framed::is_embedded() {
            palette.follow_keys();
        }
        palette
    }

    /// Shows the palette, or the list of keys.
    pub fn show(self, keys: bool) {
        self.keys.set(keys);
        self.open.set(true);
    }

    /// Ctrl+K and `/` show the palette, `?` shows the keys. Ctrl+K closes the palette too. In another dialog they have no
    /// effect.
    fn follow_keys(self) {
        let listener = window_event_listener(keydown, move |event| {
            let Some(keys) = meaning(&event) else { return };
            let is_open = self.open.get_untracked();
            if is_open && !keys && is_held(&event) {
                self.open.set(false);
            } else if is_open || has_dialog() {
                return;
            } else {
                self.show(keys);
            }
            event.prevent_default();
        });
        on_cleanup(move || listener.remove());
    }
}

/// Whether a key shows the keys (`true`) or the palette (`false`).
fn meaning(event: &KeyboardEvent) -> Option<bool> {
    if event.default_prevented() || event.alt_key() {
        return None;
    }
    match (event.key().as_str(), is_held(event)) {
        ("k", true) => Some(false),
        ("/", false) if !is_typed_into(event) => Some(false),
        ("?", false) if !is_typed_into(event) => Some(true),
        _ => None,
    }
}

fn is_held(event: &KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// Whether any dialog is shown.
#[must_use]
pub fn has_dialog() -> bool {
    matches!(document().query_selector("dialog[open]"), Ok(Some(_)))
}

//! Ctrl+Enter and ⌘+Enter: what the main button of an editor does, from every field of it. Must not know what that is.

use leptos::ev::KeyboardEvent;

/// A handler for `on:keydown:capture` of the element around the editor: the code area would take the keys for a line break.
pub fn on_submit_key(act: impl Fn()) -> impl Fn(KeyboardEvent) {
    move |event| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            event.stop_propagation();
            if !event.repeat() {
                act();
            }
        }
    }
}

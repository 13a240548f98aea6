//! Makes Ctrl+Enter and ⌘+Enter press the main button of an editor from every field. Must not know the button's action.

use leptos::ev::KeyboardEvent;

/// A handler for `on:keydown:capture` of the element around the editor. Without capture, the code area would insert a
/// line break.
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

//! The native modal dialog. The browser keeps the focus inside, closes it with Escape and restores the focus if it can.
//! Otherwise `focus_return` does.

pub mod focus_return;

use hashrange_words::t;
use leptos::html;
use leptos::prelude::*;

use crate::components::When;
use crate::derived::Signal;
use crate::effect::effect;
use crate::signal::RwSignal;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement};

use self::focus_return::FocusReturn;
use super::element_id;

/// Focuses the first control of class `dialog-first`, or else the first control of the body. By default the browser
/// focuses the closing button. Call it again if the body appears later than the dialog.
pub fn focus_body(dialog: &web_sys::Element) {
    let controls = ":is(input, select, textarea, button, [tabindex='0']):not(:disabled)";
    let find = |part: &str| {
        dialog
            .query_selector(&format!(".dialog-body {part} {controls}"))
            .ok()
            .flatten()
    };
    let first = find(".dialog-first").or_else(|| find(""));
    if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        let _ = first.focus();
    }
}

/// A modal dialog, shown while `open` is true. Its children exist only while it is shown. Put the closing buttons into
/// an element of class `dialog-actions` at their end.
#[component]
pub fn Dialog(
    /// Whether it is shown. Set to false when the reader closes it.
    open: RwSignal<bool>,
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it is wide enough for a form.
    #[prop(optional)]
    wide: bool,
    /// Whether it fills the page, as for a projector.
    #[prop(optional)]
    full: bool,
    /// Whether it is a drawer at the left edge, as on a phone.
    #[prop(optional)]
    drawer: bool,
    children: ChildrenFn,
) -> impl IntoView {
    let heading = element_id("dialog");
    let modal = Modal {
        open,
        node: NodeRef::new(),
        focus_return: StoredValue::new_local(FocusReturn::default()),
        closed_here: StoredValue::new(false),
    };
    modal.follow_open();
    let children = StoredValue::new(children);
    let class = if drawer {
        "dialog dialog-drawer"
    } else if full {
        "dialog dialog-full"
    } else if wide {
        "dialog dialog-wide"
    } else {
        "dialog"
    };
    view! {
        <dialog
            class=class
            node_ref=modal.node
            aria-labelledby=heading
            on:cancel=move |event| modal.cancel(&event)
            on:close=move |_| modal.was_closed()
        >
            <header class="dialog-header">
                <h2 id=heading.clone()>{move || title.get()}</h2>
                <button type="button" class="btn btn-quiet" aria-label=t!("Close") on:click=move |_| open.set(false)>
                    "✕"
                </button>
            </header>
            <div class="dialog-body">
                <When holds=move || open.get()>{move || children.with_value(|children| children())}</When>
            </div>
        </dialog>
    }
}

/// The native dialog for a signal.
#[derive(Clone, Copy)]
struct Modal {
    open: RwSignal<bool>,
    node: NodeRef<html::Dialog>,
    focus_return: StoredValue<FocusReturn, LocalStorage>,
    /// Whether the signal closed it. The browser reports the close later, when the reader may have opened the dialog
    /// again.
    closed_here: StoredValue<bool>,
}

impl Modal {
    /// Opens and closes the dialog when the signal changes. It closes at once: a key that is pressed before the next
    /// frame must find no dialog.
    fn follow_open(self) {
        effect(move || {
            if self.open.get() {
                // One frame later the children exist, so that the browser finds the first control to focus.
                request_animation_frame(move || self.show());
            } else {
                self.close();
            }
        });
    }

    fn show(self) {
        // The dialog may no longer be in the page, or closed again within the frame.
        let wanted = self.open.try_get_untracked() == Some(true);
        let dialog = self.node.try_get_untracked().flatten();
        if let Some(dialog) = dialog.filter(|dialog| wanted && !dialog.open()) {
            self.focus_return.set_value(FocusReturn::from_here());
            // Fails only for a dialog that is no longer in the page. Then there is nothing to show.
            let _ = dialog.show_modal();
            focus_body(&dialog);
        }
    }

    fn close(self) {
        let dialog = self.node.try_get_untracked().flatten();
        if let Some(dialog) = dialog.filter(|dialog| dialog.open()) {
            let _ = self.closed_here.try_set_value(true);
            dialog.close();
            self.go_back();
        }
    }

    /// Handles Escape. The browser hides the dialog at once and reports the close later: a key that opens it again must
    /// find it closed by then. A file field inside reports its own cancel here too.
    fn cancel(self, event: &Event) {
        if event.target() == event.current_target() {
            event.prevent_default();
            self.open.set(false);
        }
    }

    /// Handles a close by the browser.
    fn was_closed(self) {
        if self.closed_here.try_update_value(std::mem::take) == Some(false) {
            self.open.set(false);
            self.go_back();
        }
    }

    /// Returns the focus.
    fn go_back(self) {
        // The dialog may no longer be in the page.
        let _ = self.focus_return.try_with_value(FocusReturn::take);
    }
}

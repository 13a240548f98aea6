//! The native modal dialog: the browser keeps the focus inside, closes it with Escape and gives the focus back where it
//! can; where it cannot the way back does.

pub mod way_back;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use self::way_back::WayBack;
use super::element_id;

/// Gives the focus to the first control of the part that a reader begins with, of class `dialog-first`, or else of the body: the
/// browser gives it to the closing button. Call it again when the body came later than the dialog.
pub fn focus_body(dialog: &web_sys::Element) {
    let controls = ":is(input, select, textarea, button, [tabindex='0']):not(:disabled)";
    let find = |part: &str| dialog.query_selector(&format!(".dialog-body {part} {controls}")).ok().flatten();
    let first = find(".dialog-first").or_else(|| find(""));
    if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        let _ = first.focus();
    }
}

/// A modal dialog, shown while `open` is true. Its children exist only while it is shown; put the closing buttons into an
/// element of class `dialog-actions` at their end.
#[component]
pub fn Dialog(
    /// Whether it is shown. Set to false when the reader closes it.
    open: RwSignal<bool>,
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it takes the width a form needs.
    #[prop(optional)]
    wide: bool,
    /// Whether it is a drawer at the left edge, as on a phone.
    #[prop(optional)]
    drawer: bool,
    children: ChildrenFn,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    let heading = element_id("dialog");
    let way_back = StoredValue::new_local(WayBack::default());
    // The browser reports a closing later. Until then the reader may have asked for the dialog again.
    let closed_here = StoredValue::new(false);
    let go_back = move || {
        // The dialog may have left the page meanwhile.
        let _ = way_back.try_with_value(WayBack::take);
    };
    Effect::new(move || {
        let wanted = open.get();
        // A frame later the children are there, so that the browser finds the first control to focus.
        request_animation_frame(move || {
            // The dialog may have left the page meanwhile.
            let Some(dialog) = node.try_get_untracked().flatten() else { return };
            if wanted && !dialog.open() {
                way_back.set_value(WayBack::from_here());
                // Refused only for a dialog that left the page meanwhile; then there is nothing to show.
                let _ = dialog.show_modal();
                focus_body(&dialog);
            } else if !wanted && dialog.open() {
                let _ = closed_here.try_set_value(true);
                dialog.close();
                go_back();
            }
        });
    });
    let closed = move |_| {
        if closed_here.try_update_value(std::mem::take) == Some(false) {
            open.set(false);
            go_back();
        }
    };
    let children = StoredValue::new(children);
    let class = if drawer {
        "dialog dialog-drawer"
    } else if wide {
        "dialog dialog-wide"
    } else {
        "dialog"
    };
    view! {
        <dialog class=class node_ref=node aria-labelledby=heading on:close=closed>
            <header class="dialog-header">
                <h2 id=heading.clone()>{title}</h2>
                <button type="button" class="btn btn-quiet" aria-label="Close" on:click=move |_| open.set(false)>
                    "✕"
                </button>
            </header>
            <div class="dialog-body">
                <Show when=move || open.get()>{move || children.with_value(|children| children())}</Show>
            </div>
        </dialog>
    }
}

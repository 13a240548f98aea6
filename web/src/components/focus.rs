//! The focus of the page: finds the focused element, and a new one after a loss; where a key was pressed. Must not know
//! why the focus was lost, nor what a key does.

use leptos::prelude::{document, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

/// Selects the element itself instead of a part of it.
pub const WHOLE: &str = ":scope";

/// Elements that accept typed text, and layers with keys of their own.
const TYPED_INTO: &str = "input, textarea, select, dialog, .editor-host, [contenteditable], [popover]";

/// Whether the target of an event is in an element that a selector matches.
#[must_use]
pub fn is_within(event: &Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| element.closest(selector).ok().flatten().is_some())
}

/// Whether a key is typed into an element that accepts text, or into a dialog or a popover.
#[must_use]
pub fn is_typed_into(event: &Event) -> bool {
    is_within(event, TYPED_INTO)
}

/// The focused element. `None` if it is the body, or if it is in a closed dialog, which keeps the focus for a short
/// time.
#[must_use]
pub fn focused() -> Option<Element> {
    let element = document().active_element()?;
    let is_closed = element
        .closest("dialog:not([open])")
        .is_ok_and(|dialog| dialog.is_some());
    (element.tag_name() != "BODY" && !is_closed).then_some(element)
}

/// The main part of the page, which gets the focus of a removed element.
#[must_use]
pub fn main_part() -> Option<HtmlElement> {
    document().query_selector("main").ok()??.dyn_into().ok()
}

/// One frame later, when the removed element is no longer in the page, focuses the main part, unless something has the
/// focus.
pub fn find_again() {
    request_animation_frame(|| {
        if focused().is_none()
            && let Some(main) = main_part()
        {
            let _ = main.focus();
        }
    });
}

/// One frame later, when the part is in the page, focuses the first field of the last part with this name below an
/// element.
pub fn first_field(below: &Element, part: &str) {
    first_field_of(below, part.to_owned());
}

/// The same, for a part whose name is computed.
pub fn first_field_of(below: &Element, part: String) {
    let (below, before) = (below.clone(), focused());
    request_animation_frame(move || {
        if is_elsewhere(before.as_ref()) {
            return;
        }
        let Ok(parts) = below.query_selector_all(&part) else {
            return;
        };
        let last = parts
            .item(parts.length().wrapping_sub(1))
            .and_then(|part| part.dyn_into::<Element>().ok());
        let last = if part == WHOLE { Some(below) } else { last };
        focus_in(last, "input, textarea, select, button");
    });
}

/// Two frames later, when the previous view is no longer in the page, focuses the first field in a part of the main
/// part.
pub fn first_field_of_main(part: &'static str) {
    let before = focused();
    request_animation_frame(move || {
        request_animation_frame(move || {
            if is_elsewhere(before.as_ref()) {
                return;
            }
            let found = main_part().and_then(|main| main.query_selector(part).ok().flatten());
            focus_in(found, "input, textarea, select");
        });
    });
}

/// Two frames later, when the previous view is no longer in the page, focuses the chosen tab, unless something has the
/// focus.
pub fn chosen_tab() {
    request_animation_frame(|| {
        request_animation_frame(|| {
            if focused().is_none() {
                focus_in(
                    document().query_selector("main").ok().flatten(),
                    "[role=tab][aria-selected=true]",
                );
            }
        });
    });
}

/// One frame later, when the element is in the page, focuses the first one that a selector finds.
pub fn first_of(selector: String) {
    request_animation_frame(move || focus_in(document().document_element(), &selector));
}

/// Whether the reader has focused a field since `before` had the focus. Frames can be slow, and typed text must stay in
/// its field.
fn is_elsewhere(before: Option<&Element>) -> bool {
    focused().is_some_and(|now| {
        Some(&now) != before && now.matches("input, textarea, select, [contenteditable]") == Ok(true)
    })
}

fn focus_in(part: Option<Element>, selector: &str) {
    let field = part.and_then(|part| part.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        let _ = field.focus();
    }
}

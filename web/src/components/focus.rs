//! The focus of the page: who has it, and where it is found again when it is lost. Must not know what lost it.

use leptos::prelude::{document, request_animation_frame};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The part of an element that is the element itself.
pub const WHOLE: &str = ":scope";

/// The element that has the focus. The body has it when nothing does; what has just closed with its dialog has it for a
/// moment more.
#[must_use]
pub fn focused() -> Option<Element> {
    let element = document().active_element()?;
    let is_closed = element.closest("dialog:not([open])").is_ok_and(|dialog| dialog.is_some());
    (element.tag_name() != "BODY" && !is_closed).then_some(element)
}

/// The main part of the page, which takes the focus of what has gone.
#[must_use]
pub fn main_part() -> Option<HtmlElement> {
    document().query_selector("main").ok()??.dyn_into().ok()
}

/// A frame later, when what is gone has left the page: gives the focus to the main part, unless something has it.
pub fn find_again() {
    request_animation_frame(|| {
        if focused().is_none()
            && let Some(main) = main_part()
        {
            let _ = main.focus();
        }
    });
}

/// A frame later, when it is in the page: gives the focus to the first field of a part below an element, the last one of
/// that name.
pub fn first_field(below: &Element, part: &str) {
    first_field_of(below, part.to_owned());
}

/// The same, for a part that is known only now.
pub fn first_field_of(below: &Element, part: String) {
    let below = below.clone();
    request_animation_frame(move || {
        let Ok(parts) = below.query_selector_all(&part) else { return };
        let last = parts.item(parts.length().wrapping_sub(1)).and_then(|part| part.dyn_into::<Element>().ok());
        let last = if part == WHOLE { Some(below) } else { last };
        focus_in(last, "input, textarea, select, button");
    });
}

/// Two frames later, when the view before has gone: gives the focus to the first field of a part of the main part.
pub fn first_field_of_main(part: &'static str) {
    request_animation_frame(move || {
        request_animation_frame(move || {
            let found = main_part().and_then(|main| main.query_selector(part).ok().flatten());
            focus_in(found, "input, textarea, select");
        });
    });
}

/// Two frames later, when the view before has gone: gives the focus to the tab that is chosen, unless something has it.
pub fn chosen_tab() {
    request_animation_frame(|| {
        request_animation_frame(|| {
            if focused().is_none() {
                focus_in(document().query_selector("main").ok().flatten(), "[role=tab][aria-selected=true]");
            }
        });
    });
}

fn focus_in(part: Option<Element>, selector: &str) {
    let field = part.and_then(|part| part.query_selector(selector).ok().flatten());
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
        let _ = field.focus();
    }
}

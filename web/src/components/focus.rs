//! The focus of the page: who has it. Must not know who ought to.

use leptos::prelude::document;
use web_sys::Element;

/// The element that has the focus. The body has it when nothing does; what has just closed with its dialog has it for a
/// moment more.
#[must_use]
pub fn focused() -> Option<Element> {
    let element = document().active_element()?;
    let is_closed = element.closest("dialog:not([open])").is_ok_and(|dialog| dialog.is_some());
    (element.tag_name() != "BODY" && !is_closed).then_some(element)
}

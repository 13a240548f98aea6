//! The panic handler. When the program stops, the page reports it, states that the workspace is stored, and what to do.
//!
//! It uses only the document: after a panic, the application's state is unreliable.

use std::panic::PanicHookInfo;

use hashrange_words::t;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlTextAreaElement};

/// The storage key of a mark, set before a reload that sets the journal aside.
const SET_ASIDE: &str = "hashrange-set-aside";
/// Whether the reader asked to set the journal aside. Clears the mark.
#[must_use]
pub fn take_set_aside_mark() -> bool {
    let Some(storage) = window().local_storage().ok().flatten() else {
        return false;
    };
    let asked = storage.get_item(SET_ASIDE).ok().flatten().is_some();
    if asked {
        let _ = storage.remove_item(SET_ASIDE);
    }
    asked
}

/// Shows the error page after a panic from now on.
pub fn watch() {
    std::panic::set_hook(Box::new(|panic| {
        let report = report_of(panic);
        log(&report);
        // Without a document there is no reader.
        let _ = show(&report);
    }));
}

/// Shows the page with the message that the engine has stopped, and the reason.
pub fn show_stopped(reason: &str) {
    let report = with_browser(reason);
    log(&report);
    // Without a document there is no reader.
    let _ = show(&report);
}

fn report_of(panic: &PanicHookInfo<'_>) -> String {
    with_browser(&format!("Hashrange {} stopped.\n{panic}", env!("CARGO_PKG_VERSION")))
}

fn with_browser(words: &str) -> String {
    format!("{words}\n\n{}", window().navigator().user_agent().unwrap_or_default())
}

fn log(report: &str) {
    web_sys::console::error_1(&report.into());
}

fn show(report: &str) -> Option<()> {
    let page = element("section", "failure", None)?;
    page.set_attribute("role", "alertdialog").ok()?;
    page.set_attribute("aria-labelledby", "failure-title").ok()?;
    let title = element("h1", "failure-title", Some(t!("Hashrange stopped")))?;
    title.set_id("failure-title");
    let kept = t!(
        "An unexpected error occurred. This browser stores your workspace up to the last completed request; reload \
                the page to continue."
    );
    let report_area: HtmlTextAreaElement = element("textarea", "failure-report", None)?.dyn_into().ok()?;
    report_area.set_value(report);
    report_area.set_read_only(true);
    report_area.set_attribute("aria-label", t!("Report")).ok()?;
    let hint = t!(
        "If it happens again, please send us this report. If the page stops at every start, set the workspace \
                aside: you can download it as a file, and the page opens an empty one."
    );
    let actions = element("p", "failure-actions", None)?;
    let to_copy = report_area.clone();
    for button in [
        button("btn btn-primary", t!("Reload the page"), || {
            drop(window().location().reload());
        })?,
        button("btn", t!("Copy the report"), move || copy(&to_copy))?,
        button("btn", t!("Set the workspace aside and reload"), || {
            if let Some(storage) = window().local_storage().ok().flatten() {
                let _ = storage.set_item(SET_ASIDE, "1");
            }
            drop(window().location().reload());
        })?,
    ] {
        actions.append_child(&button).ok()?;
    }
    for part in [
        title,
        element("p", "", Some(kept))?,
        actions,
        element("p", "", Some(hint))?,
        report_area.unchecked_into(),
    ] {
        page.append_child(&part).ok()?;
    }
    let body = document().body()?;
    body.set_text_content(None);
    body.append_child(&page).ok()?;
    page.query_selector("button")
        .ok()??
        .dyn_into::<web_sys::HtmlElement>()
        .ok()?
        .focus()
        .ok()
}

fn element(tag: &str, class: &str, text: Option<&str>) -> Option<Element> {
    let element = document().create_element(tag).ok()?;
    element.set_class_name(class);
    if text.is_some() {
        element.set_text_content(text);
    }
    Some(element)
}

fn button(class: &str, words: &str, act: impl Fn() + 'static) -> Option<Element> {
    let button = element("button", class, Some(words))?;
    button.set_attribute("type", "button").ok()?;
    let act = Closure::<dyn Fn()>::new(act);
    button
        .add_event_listener_with_callback("click", act.as_ref().unchecked_ref())
        .ok()?;
    // The button exists until the page is left.
    act.forget();
    Some(button)
}

/// Selects the report, and copies it if the browser allows.
fn copy(report: &HtmlTextAreaElement) {
    report.select();
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).ok();
    let write = clipboard
        .as_ref()
        .and_then(|clipboard| js_sys::Reflect::get(clipboard, &"writeText".into()).ok());
    if let (Some(clipboard), Some(write)) = (
        clipboard,
        write.and_then(|write| write.dyn_into::<js_sys::Function>().ok()),
    ) {
        let _ = write.call1(&clipboard, &report.value().into());
    }
}

//! A dialog in a browser: Escape closes it before the browser hides it, and before the next frame.
//! `wasm-pack test --headless --chrome` runs this file.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use hashrange_web::components::Dialog;
use hashrange_web::signal::RwSignal;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Event, HtmlElement};

wasm_bindgen_test_configure!(run_in_browser);

/// The event of the browser for Escape, which the page can prevent.
fn cancel(target: &str) -> bool {
    let event = Event::new("cancel").unwrap();
    event.init_event_with_bubbles_and_cancelable("cancel", true, true);
    let target = document().query_selector(target).unwrap().unwrap();
    target.dispatch_event(&event).unwrap()
}

/// The browser reports a close after it has hidden the dialog. In between, a key that opens the dialog must not meet a
/// signal that is still true.
#[wasm_bindgen_test]
async fn escape_closes_the_dialog_before_the_browser_reports_it() {
    let place: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&place).unwrap();
    let open = RwSignal::new(true);
    mount_to(
        place,
        move || view! { <Dialog open title="A file"><input type="file" /></Dialog> },
    )
    .forget();
    while document().query_selector("dialog[open]").unwrap().is_none() {
        let drawn = js_sys::Promise::new(&mut |resolve, _| {
            window().request_animation_frame(&resolve).unwrap();
        });
        wasm_bindgen_futures::JsFuture::from(drawn).await.unwrap();
    }
    assert!(cancel("dialog input"), "a file field's own cancel is not the dialog's");
    assert!(open.get_untracked());
    assert!(!cancel("dialog[open]"), "the dialog closes itself");
    assert!(!open.get_untracked());
    // A key of the next task, before a frame is drawn, must find no dialog.
    let task = js_sys::Promise::new(&mut |resolve, _| {
        window().set_timeout_with_callback(&resolve).unwrap();
    });
    wasm_bindgen_futures::JsFuture::from(task).await.unwrap();
    assert!(document().query_selector("dialog[open]").unwrap().is_none());
}

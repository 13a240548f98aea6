//! A late view in a browser: its download, its arrival, and a failed download with a retry.
//! `wasm-pack test --headless --chrome` runs this file.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot::{Sender, channel};
use hashrange_late::NotLoaded;
use hashrange_web::components::late_view;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::HtmlElement;

wasm_bindgen_test_configure!(run_in_browser);

/// Ends a download: it succeeded or failed.
type End = Sender<Result<(), NotLoaded>>;

/// A late view in the document, and its downloads in their order.
struct ShownView {
    place: HtmlElement,
    downloads: Rc<RefCell<Vec<End>>>,
}

impl ShownView {
    fn new() -> Self {
        let place: HtmlElement = document().create_element("div").unwrap().unchecked_into();
        document().body().unwrap().append_child(&place).unwrap();
        let downloads = Rc::new(RefCell::new(Vec::new()));
        let of_view = Rc::clone(&downloads);
        let view = move || {
            let (end, ended) = channel();
            of_view.borrow_mut().push(end);
            async move {
                ended.await.unwrap_or(Err(NotLoaded))?;
                let name = use_context::<&'static str>().unwrap_or("nobody");
                Ok(view! { <p>"Hello " {name}</p> }.into_any())
            }
        };
        let mounted = mount_to(place.clone(), move || {
            provide_context("reader");
            late_view(view)
        });
        mounted.forget();
        Self { place, downloads }
    }

    fn end(&self, outcome: Result<(), NotLoaded>) {
        self.downloads.borrow_mut().pop().unwrap().send(outcome).unwrap();
    }

    /// The text on screen, after everything that waits has run.
    async fn text(&self) -> String {
        let drawn = js_sys::Promise::new(&mut |resolve, _| {
            window().request_animation_frame(&resolve).unwrap();
        });
        wasm_bindgen_futures::JsFuture::from(drawn).await.unwrap();
        self.place.text_content().unwrap_or_default()
    }
}

#[wasm_bindgen_test]
async fn a_view_shows_its_download_and_then_itself_in_its_context() {
    let shown = ShownView::new();
    assert_eq!(shown.text().await, "Loading this part of the page");
    shown.end(Ok(()));
    assert_eq!(shown.text().await, "Hello reader");
}

#[wasm_bindgen_test]
async fn a_download_that_fails_twice_says_so_and_is_tried_again_on_request() {
    let shown = ShownView::new();
    shown.end(Err(NotLoaded));
    assert_eq!(
        shown.text().await,
        "Loading this part of the page",
        "one failure is not reported"
    );
    shown.end(Err(NotLoaded));
    assert!(shown.text().await.contains("could not be loaded"));
    let button: HtmlElement = shown.place.query_selector("button").unwrap().unwrap().unchecked_into();
    button.click();
    assert_eq!(shown.text().await, "Loading this part of the page");
    shown.end(Ok(()));
    assert_eq!(shown.text().await, "Hello reader");
}

#[wasm_bindgen_test]
async fn a_view_whose_code_is_here_shows_at_once() {
    let place: HtmlElement = document().create_element("div").unwrap().unchecked_into();
    document().body().unwrap().append_child(&place).unwrap();
    mount_to(place.clone(), || late_view(|| async { Ok("here".into_any()) })).forget();
    assert_eq!(place.text_content().as_deref(), Some("here"));
}

//! The rare part of the program: rarely used code, in its own file. A view that needs it waits until it is loaded.
//!
//! Must not know its content: `web/late.mjs` lists that. In a build without splitting, and in tests, everything is
//! loaded.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::dialog::focus_body;
use crate::components::{Button, Progress};

#[cfg(target_arch = "wasm32")]
mod page {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[derive(Clone)]
        pub(super) type Page;

        #[wasm_bindgen(thread_local_v2, js_name = hashrangePage)]
        pub(super) static PAGE: Option<Page>;

        #[wasm_bindgen(method, getter)]
        pub(super) fn here(this: &Page) -> bool;

        #[wasm_bindgen(method, catch)]
        pub(super) async fn bring(this: &Page) -> Result<(), JsValue>;
    }
}

/// Whether the part is loaded.
#[must_use]
pub fn is_here() -> bool {
    #[cfg(target_arch = "wasm32")]
    return page::PAGE.with(|page| page.as_ref().is_none_or(page::Page::here));
    #[cfg(not(target_arch = "wasm32"))]
    true
}

/// Loads the part.
///
/// # Errors
/// Why it could not be loaded, in words. The caller may retry.
pub async fn bring() -> Result<(), String> {
    #[cfg(target_arch = "wasm32")]
    {
        use wasm_bindgen::JsCast;
        let page = page::PAGE.with(Clone::clone);
        if let Some(page) = page {
            page.bring().await.map_err(|reason| {
                let words = reason
                    .dyn_ref::<js_sys::Error>()
                    .map(|error| String::from(error.message()));
                words.unwrap_or_else(|| "A part of the page could not be loaded.".to_owned())
            })?;
        }
    }
    Ok(())
}

/// The state of the part.
#[derive(Clone, PartialEq, Eq)]
enum Arrival {
    Coming,
    Here,
    Failed(String),
}

/// Shows its children when the part is loaded.
#[component]
pub fn Brought(children: ChildrenFn) -> impl IntoView {
    let node = NodeRef::<html::Div>::new();
    let arrival = RwSignal::new(if is_here() { Arrival::Here } else { Arrival::Coming });
    let begin = move || {
        arrival.set(Arrival::Coming);
        spawn_local(async move {
            let now = bring().await.map_or_else(Arrival::Failed, |()| Arrival::Here);
            arrival.try_set(now);
            request_animation_frame(move || {
                // A dialog that was opened before had nothing to focus.
                let place = node.try_get_untracked().flatten();
                if let Some(dialog) = place.and_then(|place| place.closest("dialog[open]").ok().flatten()) {
                    focus_body(&dialog);
                }
            });
        });
    };
    if arrival.get_untracked() != Arrival::Here {
        begin();
    }
    let children = StoredValue::new(children);
    let shown = move || match arrival.get() {
        Arrival::Here => children.with_value(|children| children()).into_any(),
        Arrival::Coming => {
            view! { <Progress label="Loading this part of the page" share=Signal::stored(None) /> }.into_any()
        }
        Arrival::Failed(words) => view! {
            <div class="rare-failure" role="alert">
                <p>{words}</p>
                <Button on_press=move |()| begin()>"Try again"</Button>
            </div>
        }
        .into_any(),
    };
    view! { <div class="brought" node_ref=node>{shown}</div> }
}

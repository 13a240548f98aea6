//! The port: messages to the engine's worker and from it. `init.mjs` starts the worker and names the port.
//!
//! Must not know the content of messages. Outside a page, as in a native test, there is no other end.

use hashrange_protocol::{Envelope, News};
#[cfg(target_arch = "wasm32")]
use hashrange_protocol::{decode, encode};

#[cfg(target_arch = "wasm32")]
mod engine {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        pub(super) type Engine;

        #[wasm_bindgen(thread_local_v2, js_name = hashrangeEngine)]
        pub(super) static ENGINE: Engine;

        #[wasm_bindgen(method)]
        pub(super) fn post(this: &Engine, message: &JsValue, transfer: &js_sys::Array);

        #[wasm_bindgen(method)]
        pub(super) fn listen(this: &Engine, listener: &js_sys::Function, on_end: &js_sys::Function);

        #[wasm_bindgen(method)]
        pub(super) fn restart(this: &Engine);
    }
}

/// Sends a command.
pub(super) fn send(envelope: &Envelope) {
    #[cfg(target_arch = "wasm32")]
    {
        // Cannot fail: commands are plain data, which always has a byte form.
        if let Some(bytes) = encode(envelope) {
            let bytes = js_sys::Uint8Array::from(bytes.as_slice());
            engine::ENGINE.with(|engine| engine.post(&bytes, &js_sys::Array::of1(&bytes.buffer())));
        }
    }
    #[cfg(not(target_arch = "wasm32"))]
    let _ = envelope;
}

/// Listens for news, and for the end of the engine with its reason, while the page exists.
pub(super) fn listen(on_news: impl Fn(News) + 'static, stopped: impl Fn(String) + 'static) {
    #[cfg(target_arch = "wasm32")]
    {
        use wasm_bindgen::closure::Closure;
        use wasm_bindgen::{JsCast, JsValue};
        let listener = Closure::<dyn Fn(JsValue)>::new(move |message: JsValue| {
            if let Some(news) = message
                .dyn_into::<js_sys::Uint8Array>()
                .ok()
                .and_then(|bytes| decode(&bytes.to_vec()))
            {
                on_news(news);
            }
        });
        let on_end = Closure::<dyn Fn(JsValue)>::new(move |reason: JsValue| {
            stopped(reason.as_string().unwrap_or_default());
        });
        engine::ENGINE.with(|engine| {
            engine.listen(listener.as_ref().unchecked_ref(), on_end.as_ref().unchecked_ref());
        });
        listener.forget();
        on_end.forget();
    }
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (on_news, stopped);
}

/// Restarts the engine.
pub(super) fn restart() {
    #[cfg(target_arch = "wasm32")]
    engine::ENGINE.with(|engine| engine.restart());
}

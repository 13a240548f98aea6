//! The port: messages to the engine's worker and from it. `init.mjs` starts the worker and gives the port its name.
//!
//! Must not know what messages are about. Outside a page, as in a native test, nobody is at the other end.

use hashrange_protocol::{Envelope, News};
#[cfg(target_arch = "wasm32")]
use hashrange_protocol::{packed, unpacked};

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
        pub(super) fn listen(this: &Engine, listener: &js_sys::Function, tell: &js_sys::Function);

        #[wasm_bindgen(method)]
        pub(super) fn restart(this: &Engine);
    }
}

/// Sends a command.
pub(super) fn send(envelope: &Envelope) {
    #[cfg(target_arch = "wasm32")]
    {
        // Commands are plain data, which always has a form in bytes.
        if let Some(bytes) = packed(envelope) {
            let bytes = js_sys::Uint8Array::from(bytes.as_slice());
            engine::ENGINE.with(|engine| engine.post(&bytes, &js_sys::Array::of1(&bytes.buffer())));
        }
    }
    #[cfg(not(target_arch = "wasm32"))]
    let _ = envelope;
}

/// Hears news, and that the engine has stopped and why, for as long as the page is there.
pub(super) fn listen(hear: impl Fn(News) + 'static, stopped: impl Fn(String) + 'static) {
    #[cfg(target_arch = "wasm32")]
    {
        use wasm_bindgen::closure::Closure;
        use wasm_bindgen::{JsCast, JsValue};
        let hear = Closure::<dyn Fn(JsValue)>::new(move |message: JsValue| {
            if let Some(news) =
                message.dyn_into::<js_sys::Uint8Array>().ok().and_then(|bytes| unpacked(&bytes.to_vec()))
            {
                hear(news);
            }
        });
        let tell = Closure::<dyn Fn(JsValue)>::new(move |reason: JsValue| {
            stopped(reason.as_string().unwrap_or_default());
        });
        engine::ENGINE.with(|engine| {
            engine.listen(hear.as_ref().unchecked_ref(), tell.as_ref().unchecked_ref());
        });
        hear.forget();
        tell.forget();
    }
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (hear, stopped);
}

/// Starts the engine again.
pub(super) fn restart() {
    #[cfg(target_arch = "wasm32")]
    engine::ENGINE.with(|engine| engine.restart());
}

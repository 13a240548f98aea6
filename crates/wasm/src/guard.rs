//! Contains failures of the engine: a panic or a stack overflow ends only the call in which it happens.
//!
//! WebAssembly has no unwinding here: a panic is a trap, which leaves the module as an exception. So the work runs in a
//! call through JavaScript, which can catch exceptions. The values that the work used stay half changed: the caller
//! must forget them, not drop them.

use std::sync::Once;

use js_sys::Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// `Reflect.apply`, which exists everywhere, calls a function and does nothing else.
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = apply)]
    fn call_through(work: &mut dyn FnMut(), this: &JsValue, arguments: &Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

thread_local! {
    static NO_ARGUMENTS: Array = Array::new();
}

/// Runs the work; `None` if it panicked. The console then has the panic's message.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    show_panics();
    let (mut work, mut outcome) = (Some(work), None);
    let mut once = || outcome = work.take().map(|work| work());
    match NO_ARGUMENTS.with(|none| call_through(&mut once, &JsValue::UNDEFINED, none)) {
        Ok(_) => outcome,
        Err(exception) => {
            console_error(&format!(
                "Hashrange failed because of a bug; please report it. {exception:?}"
            ));
            None
        }
    }
}

/// Prints the message of a panic, because the trap after it has no message.
fn show_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|info| console_error(&info.to_string()))));
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::guarded;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    #[allow(clippy::panic, reason = "it is what the test is about")]
    fn work_is_done_and_panics_are_caught() {
        assert_eq!(guarded(|| "done".to_owned()), Some("done".to_owned()));
        for _ in 0..3 {
            assert_eq!(guarded(|| -> u8 { panic!("as an engine with a bug would") }), None);
            assert_eq!(guarded(|| guarded(|| 2).map(|two| two + 1)), Some(Some(3)));
        }
    }

    #[wasm_bindgen_test]
    fn a_stack_that_overflows_is_caught() {
        fn deeper(depth: u64) -> u64 {
            if depth == u64::MAX {
                0
            } else {
                std::hint::black_box(deeper(depth + 1)) + 1
            }
        }
        assert_eq!(guarded(|| deeper(std::hint::black_box(0))), None);
        assert_eq!(guarded(|| 1), Some(1));
    }
}

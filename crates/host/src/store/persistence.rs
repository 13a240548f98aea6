//! Whether the browser promises to retain stored data, and how much space there is.
//!
//! Must not know what is stored.

use serde::{Deserialize, Serialize};

#[cfg(target_arch = "wasm32")]
pub use in_browser::{ask_to_persist, estimate};

/// Whether the browser retains stored data until the reader deletes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Persistence {
    /// The browser retains it.
    Granted,
    /// The browser may delete everything if space is short.
    Refused,
    /// The browser does not report it.
    Unknown,
}

#[cfg(target_arch = "wasm32")]
mod in_browser {
    //! The requests to the browser's storage manager. Its functions are looked up by name, because a worker has fewer
    //! of them than a page.

    use js_sys::{Function, Promise, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;

    use super::Persistence;

    /// Requests persistent storage. Browsers support `persist` on a page only. In a worker, this only reads what was
    /// granted to the page.
    pub async fn ask_to_persist() -> Persistence {
        for question in ["persist", "persisted"] {
            if let Some(answer) = ask(question).await.and_then(|answer| answer.as_bool()) {
                return if answer {
                    Persistence::Granted
                } else {
                    Persistence::Refused
                };
            }
        }
        Persistence::Unknown
    }

    /// The bytes that this site uses and may use, as the browser estimates them.
    pub async fn estimate() -> Option<(u64, u64)> {
        let estimate = ask("estimate").await?;
        Some((bytes(&estimate, "usage")?, bytes(&estimate, "quota")?))
    }

    async fn ask(question: &str) -> Option<JsValue> {
        let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
        let storage = Reflect::get(&navigator, &"storage".into()).ok()?;
        let ask: Function = Reflect::get(&storage, &question.into()).ok()?.dyn_into().ok()?;
        let asked: Promise = ask.call0(&storage).ok()?.dyn_into().ok()?;
        JsFuture::from(asked).await.ok()
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
    fn bytes(estimate: &JsValue, name: &str) -> Option<u64> {
        let bytes = Reflect::get(estimate, &name.into()).ok()?.as_f64()?;
        Some(bytes as u64)
    }
}

//! Whether the browser promises to keep what is stored, and how much room there is.
//!
//! Must not know what is stored.

use serde::{Deserialize, Serialize};

#[cfg(target_arch = "wasm32")]
pub use in_browser::{ask_to_persist, estimate};

/// Whether the browser keeps what is stored until the reader deletes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Persistence {
    /// It does.
    Granted,
    /// It may delete everything when room is short.
    Refused,
    /// It does not say.
    Unknown,
}

#[cfg(target_arch = "wasm32")]
mod in_browser {
    //! The questions to the browser's storage manager. They are asked by name, because a worker has fewer of them than a page.

    use js_sys::{Function, Promise, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    use wasm_bindgen_futures::JsFuture;

    use super::Persistence;

    /// Asks the browser to keep what is stored. Browsers answer `persist` on a page only; a worker learns here what the page has
    /// been granted.
    pub async fn ask_to_persist() -> Persistence {
        for question in ["persist", "persisted"] {
            if let Some(answer) = ask(question).await.and_then(|answer| answer.as_bool()) {
                return if answer { Persistence::Granted } else { Persistence::Refused };
            }
        }
        Persistence::Unknown
    }

    /// The bytes this site uses and those it may use, as the browser estimates them.
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

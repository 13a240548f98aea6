//! A journal that was set aside because it could not be used.
//!
//! Must not evaluate journals.

use serde::{Deserialize, Serialize};

use super::WorkspaceId;

/// An unusable journal that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAside {
    /// Its number.
    pub number: u32,
    /// The workspace of the journal.
    pub workspace: WorkspaceId,
    /// Why it was set aside.
    pub reason: String,
    /// Its original bytes.
    pub bytes: Vec<u8>,
}

#[cfg(target_arch = "wasm32")]
pub(super) use in_browser::{from_value, to_value};

#[cfg(target_arch = "wasm32")]
mod in_browser {
    //! A journal that was set aside, as a value of the browser: `{workspace, reason, bytes}`.

    use js_sys::{Object, Reflect, Uint8Array};
    use wasm_bindgen::{JsCast, JsValue};

    use super::{KeptAside, WorkspaceId};
    use crate::store::layout;

    pub(in crate::store) fn to_value(id: WorkspaceId, bytes: &[u8], reason: &str) -> JsValue {
        let kept = Object::new();
        for (name, value) in [
            ("workspace", id.0.into()),
            ("reason", JsValue::from(reason)),
            ("bytes", Uint8Array::from(bytes).into()),
        ] {
            // Cannot fail: a plain object accepts every property.
            let _ = Reflect::set(&kept, &name.into(), &value);
        }
        kept.into()
    }

    pub(in crate::store) fn from_value(number: u32, value: &JsValue) -> Option<KeptAside> {
        let member = |name: &str| Reflect::get(value, &name.into()).ok();
        Some(KeptAside {
            number,
            workspace: WorkspaceId(layout::number(&member("workspace")?)?),
            reason: member("reason")?.as_string()?,
            bytes: member("bytes")?.dyn_into::<Uint8Array>().ok()?.to_vec(),
        })
    }
}

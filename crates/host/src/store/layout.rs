//! The layout of the database: its stores, and the keys of their content.
//!
//! ```text
//! cards     workspace                      card as text
//! journal   [workspace, chunk]             bytes of a chunk
//! documents [workspace, document, part]    the text as part 0, then bytes
//! kept      number the database gives      {workspace, reason, bytes}
//! numbers   number the database gives      nothing for long: only the numbers are of use
//! settings  name                           value
//! ```

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::IdbKeyRange;

use super::request::thrown;
use super::{Document, StoreError, WorkspaceId};

pub(super) const CARDS: &str = "cards";
pub(super) const JOURNAL: &str = "journal";
pub(super) const DOCUMENTS: &str = "documents";
pub(super) const KEPT: &str = "kept";
pub(super) const NUMBERS: &str = "numbers";
pub(super) const SETTINGS: &str = "settings";

/// The setting that holds the number of the workspace opened last.
pub(super) const LAST_OPENED: &str = "last opened";

/// The stores, and whether the database numbers their entries.
pub(super) const STORES: [(&str, bool); 6] = [
    (CARDS, false),
    (JOURNAL, false),
    (DOCUMENTS, false),
    (KEPT, true),
    (NUMBERS, true),
    (SETTINGS, false),
];

/// The key of a chunk.
pub(super) fn chunk_key(id: WorkspaceId, chunk: u32) -> JsValue {
    Array::of2(&id.0.into(), &chunk.into()).into()
}

/// The key of a part of a document.
pub(super) fn part_key(id: WorkspaceId, document: Document, part: u32) -> JsValue {
    Array::of3(&id.0.into(), &document.name().into(), &part.into()).into()
}

/// The keys of a workspace in the journal or the documents.
pub(super) fn all_of(id: WorkspaceId) -> Result<JsValue, StoreError> {
    between(&Array::of1(&id.0.into()), &after_all(id))
}

/// The keys of a journal's chunks with this number or a higher one.
pub(super) fn chunks_from(id: WorkspaceId, chunk: u32) -> Result<JsValue, StoreError> {
    between(&chunk_key(id, chunk), &after_all(id))
}

/// The keys of a journal's chunks with a lower number.
pub(super) fn chunks_before(id: WorkspaceId, chunk: u32) -> Result<JsValue, StoreError> {
    between(&Array::of1(&id.0.into()), &chunk_key(id, chunk))
}

/// The keys of a document's parts.
pub(super) fn all_parts(id: WorkspaceId, document: Document) -> Result<JsValue, StoreError> {
    let (id, name) = (JsValue::from(id.0), JsValue::from(document.name()));
    between(&Array::of2(&id, &name), &Array::of3(&id, &name, &Array::new()))
}

/// A key after all keys of a workspace: an array sorts after every number and text.
fn after_all(id: WorkspaceId) -> JsValue {
    Array::of2(&id.0.into(), &Array::new()).into()
}

/// The keys from `first` up to `after`, without `after`.
fn between(first: &JsValue, after: &JsValue) -> Result<JsValue, StoreError> {
    let range = IdbKeyRange::bound_with_lower_open_and_upper_open(first, after, false, true);
    range.map(JsValue::from).map_err(thrown)
}

/// The number of a chunk, from its key.
pub(super) fn chunk_of(key: &JsValue) -> Option<u32> {
    number(&key.dyn_ref::<Array>()?.get(1))
}

/// A key or value as an integer.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
pub(super) fn number(value: &JsValue) -> Option<u32> {
    value.as_f64().map(|number| number as u32)
}

/// The bytes of a list of values. Other values are skipped.
pub(super) fn join(values: impl Iterator<Item = JsValue>) -> Vec<u8> {
    let arrays: Vec<Uint8Array> = values.filter_map(|value| value.dyn_into().ok()).collect();
    let mut bytes = vec![0; arrays.iter().map(|array| array.length() as usize).sum()];
    let mut rest = bytes.as_mut_slice();
    for array in arrays {
        let Some((part, after)) = rest.split_at_mut_checked(array.length() as usize) else {
            break;
        };
        array.copy_to(part);
        rest = after;
    }
    bytes
}

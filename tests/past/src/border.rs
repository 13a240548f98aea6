//! The border to JavaScript: bytes in, a number or an `Error` out.

use wasm_bindgen::prelude::*;

use crate::{Moment, WAYS, return_from_bytes};

/// Reads a journal, returns to its stored times in every way, and compares each with the native result. The times are
/// `postcard` of `Vec<Moment>`. Reports the number of returns.
///
/// # Errors
/// The first difference.
#[wasm_bindgen(js_name = comeBack)]
pub fn come_back(journal: &[u8], moments: &[u8]) -> Result<u32, JsError> {
    let moments: Vec<Moment> = postcard::from_bytes(moments)?;
    let back = return_from_bytes(journal, &moments, u64::MAX, &WAYS).map_err(|message| JsError::new(&message))?;
    Ok(u32::try_from(back.returns)?)
}

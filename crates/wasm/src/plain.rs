//! Data as plain JavaScript objects, arrays, texts and numbers.
//!
//! Owns the conversion of serde's data: maps are objects, numbers are numbers. The structures themselves omit members
//! without a value, so that `in` and spreading work as expected.

use js_sys::Error;
use serde::{Serialize, Serializer as _};
use serde_wasm_bindgen::{Error as Failure, Serializer};
use wasm_bindgen::prelude::*;

const SERIALIZER: Serializer = Serializer::new().serialize_maps_as_objects(true);

/// Data under its TypeScript type.
///
/// # Errors
/// An `Error` for a 64-bit integer that is not safe. Data here uses doubles instead.
pub(crate) fn plain<T: JsCast>(data: &impl Serialize) -> Result<T, Error> {
    finished(data.serialize(&SERIALIZER))
}

/// Numbers by their names as one object, in this order.
///
/// # Errors
/// As [`plain`].
pub(crate) fn named<T: JsCast>(numbers: impl Iterator<Item = (&'static str, f64)>) -> Result<T, Error> {
    finished(SERIALIZER.collect_map(numbers))
}

fn finished<T: JsCast>(value: Result<JsValue, Failure>) -> Result<T, Error> {
    value
        .map(JsCast::unchecked_into)
        .map_err(|failure| JsValue::from(failure).unchecked_into())
}

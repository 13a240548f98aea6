//! What a service is made with, read from a JavaScript object.

use hashrange_engine::{EngineOptions, Physics};
use js_sys::{BigInt, Error, Number, RangeError, Reflect, TypeError};
use wasm_bindgen::prelude::*;

use crate::number::time;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a service is made with. */
export interface HashrangeOptions {
  /** Seed of all randomness, 1 by default. Up to 2^64 - 1 as a bigint. */
  seed?: number | bigint;
  /** How long things take, "instant" by default. */
  physics?: "instant" | "classroom" | "aws";
  /** Virtual time at the start, in milliseconds since 1970; 0 by default. */
  start_ms?: number;
  /** Region in resource names. */
  region?: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A plain object of the TypeScript type `HashrangeOptions`.
    #[wasm_bindgen(typescript_type = "HashrangeOptions")]
    pub type JsOptions;
}

/// The names an options object may have.
const NAMES: [&str; 4] = ["seed", "physics", "start_ms", "region"];

/// Reads the options; what is left out, `undefined` or `null` has its default. An unknown name is an error: it is a
/// misspelt one.
pub(crate) fn read(given: Option<&JsOptions>) -> Result<EngineOptions, Error> {
    let mut options = EngineOptions::default();
    let Some(given) = given.filter(|given| !given.is_null()) else { return Ok(options) };
    let Some(object) = given.dyn_ref::<js_sys::Object>() else {
        return Err(TypeError::new("the options are an object").into());
    };
    for name in js_sys::Object::keys(object).iter() {
        let name = name.as_string().unwrap_or_default();
        if !NAMES.contains(&name.as_str()) {
            return Err(TypeError::new(&format!("there is no option {name}; there are {}", NAMES.join(", "))).into());
        }
    }
    if let Some(value) = member(object, "seed") {
        options.seed = seed(&value)?;
    }
    if let Some(value) = member(object, "physics") {
        let physics = value.as_string().and_then(|name| Physics::preset(&name));
        options.physics = physics.ok_or_else(|| RangeError::new("physics is instant, classroom or aws"))?;
    }
    if let Some(value) = member(object, "start_ms") {
        options.start = time("start_ms", value.as_f64().unwrap_or(f64::NAN))?;
    }
    if let Some(value) = member(object, "region") {
        options.region = value.as_string().ok_or_else(|| TypeError::new("region is a string"))?;
    }
    Ok(options)
}

fn member(object: &js_sys::Object, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}

fn seed(value: &JsValue) -> Result<u64, RangeError> {
    let whole = if Number::is_safe_integer(value) { BigInt::new(value).ok().map(JsValue::from) } else { None };
    u64::try_from(whole.unwrap_or_else(|| value.clone()))
        .map_err(|_| RangeError::new("seed is a whole number from 0, below 2^53 as a number, below 2^64 as a bigint"))
}

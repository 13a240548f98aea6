//! What a service is made with, read from a JavaScript object.

use hashrange_endpoint::{DaxOptions, Settings};
use hashrange_engine::{EngineOptions, Physics, Span, Throttling};
use js_sys::{BigInt, Error, Number, Object, RangeError, Reflect, TypeError};
use wasm_bindgen::prelude::*;

use crate::number::{span, time};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The name of a choice of durations. */
export type PhysicsPreset = "instant" | "classroom" | "aws";

/** A choice of durations, some of them given. */
export interface HashrangePhysics {
  /** Where the others come from, "instant" by default. */
  preset?: PhysicsPreset;
  /** From a write to its entry in a global secondary index, in milliseconds. */
  indexPropagationMs?: number;
  /** From a write to the followers of its partition, which answer eventually consistent reads, in milliseconds. */
  replicationMs?: number;
  /** For how long a transaction is at work on its items, so that others conflict with it, in milliseconds. */
  transactionMs?: number;
  /** Who may use throughput that others leave unused: "adaptive" as today, "split" as before 2019; "off" by default. */
  throttling?: "off" | "adaptive" | "split";
}

/** How long the caches of an accelerator remember, in milliseconds; five minutes each by default. */
export interface HashrangeDax {
  /** Items, from the moment they were stored; 0 for ever. */
  itemTtlMs?: number;
  /** Results of Query and Scan; 0 for not at all. */
  queryTtlMs?: number;
}

/** What a service is made with. */
export interface HashrangeOptions {
  /** Seed of all randomness, 1 by default. Up to 2^64 - 1 as a bigint. */
  seed?: number | bigint;
  /** How long things take, "instant" by default. */
  physics?: PhysicsPreset | HashrangePhysics;
  /** Virtual time at the start, in milliseconds since 1970; 0 by default. */
  startMs?: number;
  /** An accelerator (DAX) before the tables: an item cache and a query cache. None by default. */
  dax?: boolean | HashrangeDax;
  /** Region in resource names. */
  region?: string;
  /** Whether requests are recorded, for `snapshot`, in memory; true by default. */
  record?: boolean;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A plain object of the TypeScript type `HashrangeOptions`.
    #[wasm_bindgen(typescript_type = "HashrangeOptions")]
    pub type JsOptions;
}

/// The names an options object may have.
const NAMES: [&str; 6] = ["seed", "physics", "startMs", "dax", "region", "record"];
/// The names a physics object may have.
const PHYSICS_NAMES: [&str; 5] = ["preset", "indexPropagationMs", "replicationMs", "transactionMs", "throttling"];

/// The names an accelerator's object may have.
const DAX_NAMES: [&str; 2] = ["itemTtlMs", "queryTtlMs"];

/// What was chosen.
pub(crate) struct Choices {
    pub(crate) settings: Settings,
    /// The same, as the engine takes it.
    pub(crate) engine: EngineOptions,
    pub(crate) record: bool,
}

/// Reads the options; what is left out, `undefined` or `null` has its default. An unknown name is an error: it is a
/// misspelt one.
pub(crate) fn read(given: Option<&JsOptions>) -> Result<Choices, Error> {
    let mut settings = Settings::default();
    let mut record = true;
    if let Some(given) = given.filter(|given| !given.is_null()) {
        let object = object(given, "the options are an object", &NAMES)?;
        if let Some(value) = member(object, "seed") {
            settings.seed = seed(&value)?;
        }
        if let Some(value) = member(object, "physics") {
            read_physics(&value, &mut settings)?;
        }
        if let Some(value) = member(object, "startMs") {
            settings.start = time("startMs", value.as_f64().unwrap_or(f64::NAN))?;
        }
        if let Some(value) = member(object, "dax") {
            settings.dax = read_dax(&value)?;
        }
        if let Some(value) = member(object, "region") {
            settings.region = value.as_string().ok_or_else(|| TypeError::new("region is a string"))?;
        }
        if let Some(value) = member(object, "record") {
            record = value.as_bool().ok_or_else(|| TypeError::new("record is true or false"))?;
        }
    }
    let engine = settings.options();
    Ok(Choices { settings, engine, record })
}

fn no_such_physics() -> RangeError {
    RangeError::new("physics is instant, classroom or aws")
}

fn read_physics(value: &JsValue, settings: &mut Settings) -> Result<(), Error> {
    if let Some(preset) = value.as_string() {
        return use_preset(settings, &preset);
    }
    let object = object(value, "physics is a name or an object", &PHYSICS_NAMES)?;
    if let Some(value) = member(object, "preset") {
        use_preset(settings, &value.as_string().ok_or_else(no_such_physics)?)?;
    }
    let duration =
        |name: &str| member(object, name).map(|value| span(name, value.as_f64().unwrap_or(f64::NAN))).transpose();
    if let Some(delay) = duration("indexPropagationMs")? {
        settings.physics.index_propagation = Span::exactly(delay);
    }
    if let Some(delay) = duration("replicationMs")? {
        settings.physics.replication = Span::exactly(delay);
    }
    if let Some(work) = duration("transactionMs")? {
        settings.physics.transaction = work;
    }
    if let Some(value) = member(object, "throttling") {
        settings.physics.throttling.mode =
            value.as_string().and_then(|name| Throttling::from_name(&name)).ok_or_else(no_such_mode)?;
    }
    Ok(())
}

fn read_dax(value: &JsValue) -> Result<Option<DaxOptions>, Error> {
    let mut options = DaxOptions::DEFAULT;
    if let Some(wanted) = value.as_bool() {
        return Ok(wanted.then_some(options));
    }
    let object = object(value, "dax is true, false or an object", &DAX_NAMES)?;
    for (name, ttl) in [("itemTtlMs", &mut options.item_ttl), ("queryTtlMs", &mut options.query_ttl)] {
        if let Some(value) = member(object, name) {
            *ttl = span(name, value.as_f64().unwrap_or(f64::NAN))?;
        }
    }
    Ok(Some(options))
}

fn use_preset(settings: &mut Settings, name: &str) -> Result<(), Error> {
    settings.physics = Physics::preset(name).ok_or_else(no_such_physics)?;
    name.clone_into(&mut settings.preset);
    Ok(())
}

fn no_such_mode() -> RangeError {
    RangeError::new("throttling is off, adaptive or split")
}

/// A value as an object that has no names but these.
fn object<'a>(value: &'a JsValue, otherwise: &str, names: &[&str]) -> Result<&'a Object, Error> {
    let object = value.dyn_ref::<Object>().ok_or_else(|| TypeError::new(otherwise))?;
    for name in Object::keys(object).iter() {
        let name = name.as_string().unwrap_or_default();
        if !names.contains(&name.as_str()) {
            return Err(TypeError::new(&format!("there is no option {name}; there are {}", names.join(", "))).into());
        }
    }
    Ok(object)
}

fn member(object: &Object, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}

fn seed(value: &JsValue) -> Result<u64, RangeError> {
    let whole = if Number::is_safe_integer(value) { BigInt::new(value).ok().map(JsValue::from) } else { None };
    u64::try_from(whole.unwrap_or_else(|| value.clone()))
        .map_err(|_| RangeError::new("seed is a whole number from 0, below 2^53 as a number, below 2^64 as a bigint"))
}

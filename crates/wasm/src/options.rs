//! What a service is made with, read from a JavaScript object.

use hashrange_endpoint::{DaxOptions, Settings};
use hashrange_engine::{EngineOptions, Physics, Span, Throttling};
use js_sys::{Error, TypeError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::given;
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

/// `HashrangeOptions`: every member may be left out.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenOptions {
    seed: Option<u64>,
    physics: Option<Either>,
    start_ms: Option<f64>,
    dax: Option<Either>,
    region: Option<String>,
    record: Option<bool>,
}

/// `HashrangePhysics`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenPhysics {
    preset: Option<Preset>,
    index_propagation_ms: Option<f64>,
    replication_ms: Option<f64>,
    transaction_ms: Option<f64>,
    throttling: Option<Mode>,
}

/// `HashrangeDax`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenDax {
    item_ttl_ms: Option<f64>,
    query_ttl_ms: Option<f64>,
}

/// `PhysicsPreset`.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Preset {
    Instant,
    Classroom,
    Aws,
}

/// The modes of throttling.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Off,
    Adaptive,
    Split,
}

/// A value that has a short form and a long one: it is read once it is known which it is.
#[derive(Deserialize)]
struct Either(#[serde(with = "serde_wasm_bindgen::preserve")] JsValue);

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
        let options: GivenOptions = object("the options are an object", given)?;
        record = options.record.unwrap_or(true);
        apply(options, &mut settings)?;
    }
    let engine = settings.options();
    Ok(Choices { settings, engine, record })
}

/// An object of these members; `otherwise` is the refusal of anything else.
fn object<T: DeserializeOwned>(otherwise: &'static str, value: &JsValue) -> Result<T, Error> {
    if value.is_object() { given::read("the option", value) } else { Err(TypeError::new(otherwise).into()) }
}

fn apply(options: GivenOptions, settings: &mut Settings) -> Result<(), Error> {
    if let Some(seed) = options.seed {
        settings.seed = seed;
    }
    if let Some(Either(value)) = &options.physics {
        apply_physics(value, settings)?;
    }
    if let Some(ms) = options.start_ms {
        settings.start = time("startMs", ms)?;
    }
    if let Some(Either(value)) = &options.dax {
        settings.dax = dax(value)?;
    }
    if let Some(region) = options.region {
        settings.region = region;
    }
    Ok(())
}

fn apply_physics(value: &JsValue, settings: &mut Settings) -> Result<(), Error> {
    if value.is_string() {
        use_preset(settings, given::read("physics", value)?);
        return Ok(());
    }
    let physics: GivenPhysics = object("physics is a name or an object", value)?;
    if let Some(preset) = physics.preset {
        use_preset(settings, preset);
    }
    if let Some(ms) = physics.index_propagation_ms {
        settings.physics.index_propagation = Span::exactly(span("indexPropagationMs", ms)?);
    }
    if let Some(ms) = physics.replication_ms {
        settings.physics.replication = Span::exactly(span("replicationMs", ms)?);
    }
    if let Some(ms) = physics.transaction_ms {
        settings.physics.transaction = span("transactionMs", ms)?;
    }
    if let Some(mode) = physics.throttling {
        settings.physics.throttling.mode = match mode {
            Mode::Off => Throttling::Off,
            Mode::Adaptive => Throttling::Adaptive,
            Mode::Split => Throttling::Split,
        };
    }
    Ok(())
}

fn use_preset(settings: &mut Settings, preset: Preset) {
    let (name, physics) = match preset {
        Preset::Instant => ("instant", Physics::instant()),
        Preset::Classroom => ("classroom", Physics::classroom()),
        Preset::Aws => ("aws", Physics::aws()),
    };
    settings.physics = physics;
    name.clone_into(&mut settings.preset);
}

fn dax(value: &JsValue) -> Result<Option<DaxOptions>, Error> {
    let mut options = DaxOptions::DEFAULT;
    if let Some(wanted) = value.as_bool() {
        return Ok(wanted.then_some(options));
    }
    let dax: GivenDax = object("dax is true, false or an object", value)?;
    if let Some(ms) = dax.item_ttl_ms {
        options.item_ttl = span("itemTtlMs", ms)?;
    }
    if let Some(ms) = dax.query_ttl_ms {
        options.query_ttl = span("queryTtlMs", ms)?;
    }
    Ok(Some(options))
}

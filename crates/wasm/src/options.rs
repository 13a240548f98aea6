//! The options of a service, read from a JavaScript object.

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
/** The name of a set of durations. */
export type PhysicsPreset = "instant" | "classroom" | "aws";

/** A preset, with settings that replace its own. */
export interface HashrangePhysics {
  /** The preset of all settings that are absent here. Default: "instant". */
  preset?: PhysicsPreset;
  /** The delay between a write and its entry in a global secondary index, in milliseconds. */
  indexPropagationMs?: number;
  /** The delay between a write and the replicas that serve eventually consistent reads, in milliseconds. */
  replicationMs?: number;
  /** How long a transaction locks its items, in milliseconds. Other writes to them conflict in that time. */
  transactionMs?: number;
  /** How partitions share throughput: "adaptive" as today, "split" as before 2019. Default: "off", no throttling. */
  throttling?: "off" | "adaptive" | "split";
}

/** The TTL of the caches of an accelerator, in milliseconds. Default: five minutes each. */
export interface HashrangeDax {
  /** The TTL of cached items. 0: they never expire. */
  itemTtlMs?: number;
  /** The TTL of cached results of Query and Scan. 0: they are not cached. */
  queryTtlMs?: number;
}

/** The options of a new service. */
export interface HashrangeOptions {
  /** The seed of all randomness, up to 2^64 - 1 as a bigint. Default: 1. */
  seed?: number | bigint;
  /** The durations of background processes. Default: "instant". */
  physics?: PhysicsPreset | HashrangePhysics;
  /** The virtual time at the start, in milliseconds since 1970. Default: 0. */
  startMs?: number;
  /** An accelerator (DAX) in front of the tables: an item cache and a query cache. Default: none. */
  dax?: boolean | HashrangeDax;
  /** The Region in ARNs. */
  region?: string;
  /** Whether the service records requests in memory, which `snapshot` needs. Default: true. */
  record?: boolean;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A plain object of the TypeScript type `HashrangeOptions`.
    #[wasm_bindgen(typescript_type = "HashrangeOptions")]
    pub type JsOptions;
}

/// `HashrangeOptions`: every member is optional.
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

/// A value with a short and a long form. It is read once its form is known.
#[derive(Deserialize)]
struct Either(#[serde(with = "serde_wasm_bindgen::preserve")] JsValue);

/// The chosen options.
pub(crate) struct Choices {
    pub(crate) settings: Settings,
    /// The same settings in the form that the engine accepts.
    pub(crate) engine: EngineOptions,
    pub(crate) record: bool,
}

/// Reads the options. Missing, `undefined` and `null` options have their defaults. An unknown name is an error, because
/// it is probably misspelt.
pub(crate) fn read(given: Option<&JsOptions>) -> Result<Choices, Error> {
    let mut settings = Settings::default();
    let mut record = true;
    if let Some(given) = given.filter(|given| !given.is_null()) {
        let options: GivenOptions = object("the options are an object", given)?;
        record = options.record.unwrap_or(true);
        apply(options, &mut settings)?;
    }
    let engine = settings.options();
    Ok(Choices {
        settings,
        engine,
        record,
    })
}

/// Reads an object of these members; `otherwise` is the error for anything else.
fn object<T: DeserializeOwned>(otherwise: &'static str, value: &JsValue) -> Result<T, Error> {
    if value.is_object() {
        given::read("the option", value)
    } else {
        Err(TypeError::new(otherwise).into())
    }
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

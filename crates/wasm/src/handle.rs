//! The handle: one simulated service, as JavaScript holds it.

use std::sync::Once;

use hashrange_endpoint::{API_VERSION, Answer, dispatch};
use hashrange_engine::{Budget, Engine};
use js_sys::Error;
use wasm_bindgen::prelude::*;

use crate::events;
use crate::number::{sequence, span, to_millis};
use crate::object::PlainObject;
use crate::options::JsOptions;

/// Counts up when the package changes in a way that breaks its callers.
const CONTRACT_VERSION: u32 = 1;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What `dispatch` answers. `exception` and `message` are there when the request was refused. */
export interface Answer {
  status: number;
  body: string;
  exception?: string;
  message?: string;
}

/** What `request` throws: an Error whose name is the exception. */
export interface RequestError extends Error {
  status: number;
  body: string;
}

/** How far time got, and when the next background work is due. Milliseconds since 1970. */
export interface Progress {
  reached_ms: number;
  next_due_ms?: number;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A plain object of the TypeScript type `Answer`.
    #[wasm_bindgen(typescript_type = "Answer")]
    pub type JsAnswer;

    /// A plain object of the TypeScript type `Progress`.
    #[wasm_bindgen(typescript_type = "Progress")]
    pub type JsProgress;

    /// An array of plain objects of the TypeScript type `HashrangeEvent`.
    #[wasm_bindgen(typescript_type = "HashrangeEvent[]")]
    pub type JsEvents;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

/// A simulated DynamoDB with tables of its own, on virtual time of its own.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Hashrange {
    engine: Engine,
}

#[wasm_bindgen]
impl Hashrange {
    /// A service without tables.
    ///
    /// # Errors
    /// A `TypeError` or `RangeError` that names the option at fault.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value, reason = "JavaScript hands its values over")]
    pub fn new(options: Option<JsOptions>) -> Result<Self, Error> {
        show_panics();
        let options = crate::options::read(options.as_ref())?;
        Ok(Self { engine: Engine::new(options) })
    }

    /// Answers a request for an operation, `GetItem` for example: the body of the answer for the body of the request.
    ///
    /// # Errors
    /// An `Error` named like the exception, with `status` and `body`.
    pub fn request(&mut self, operation: &str, body: &str) -> Result<String, Error> {
        let answer = self.answer(&format!("{API_VERSION}.{operation}"), body);
        let Some(exception) = answer.exception else { return Ok(answer.body) };
        let error = Error::new(answer.message.as_deref().unwrap_or_default());
        error.set_name(exception);
        Err(PlainObject::over(error.into()).with("status", answer.status).with("body", answer.body).done())
    }

    /// Answers a request as a server would: the target as in the header `X-Amz-Target`. What is refused is an answer
    /// too.
    pub fn dispatch(&mut self, target: &str, body: &str) -> JsAnswer {
        let answer = self.answer(target, body);
        PlainObject::new()
            .with("status", answer.status)
            .with("body", answer.body)
            .with_some("exception", answer.exception)
            .with_some("message", answer.message)
            .done()
    }

    /// Lets this many milliseconds of virtual time pass, and does all background work that falls due in them.
    ///
    /// # Errors
    /// A `RangeError` when it is no duration.
    pub fn advance(&mut self, ms: f64) -> Result<JsProgress, Error> {
        let to = self.engine.now() + span("ms", ms)?;
        let progress = self.engine.advance(to, Budget::UNBOUNDED);
        Ok(PlainObject::new()
            .with("reached_ms", to_millis(progress.reached))
            .with_some("next_due_ms", progress.next_due.map(to_millis))
            .done())
    }

    /// Virtual time, in milliseconds since 1970.
    #[wasm_bindgen(getter)]
    pub fn now_ms(&self) -> f64 {
        to_millis(self.engine.now())
    }

    /// Events after the one with this sequence number, oldest first, as far as they are kept; all of them without one.
    pub fn events(&self, since: Option<f64>) -> JsEvents {
        events::array(self.engine.events_since(sequence(since.unwrap_or_default())))
    }
}

impl Hashrange {
    fn answer(&mut self, target: &str, body: &str) -> Answer {
        let now = self.engine.now();
        dispatch(&mut self.engine, now, target, body.as_bytes())
    }
}

/// The version of the contract between this package and its callers.
#[wasm_bindgen]
#[must_use]
pub fn contract_version() -> u32 {
    CONTRACT_VERSION
}

/// A panic ends in a trap that says nothing; the console says more.
fn show_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|info| console_error(&info.to_string()))));
}

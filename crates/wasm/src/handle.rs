//! The handle: one simulated service for JavaScript.

use hashrange_endpoint::{
    Accelerator, Answer, Front, Impact, Recorder, ReplayError, Replayed, ignore_steps, replay, state_hash, target_of,
};
use hashrange_engine::{Budget, Engine, Progress};
use hashrange_time::Timestamp;
use hashrange_wire::Operation;
use js_sys::{Error, JSON, Object, TypeError};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::events::{self, JsEvents};
use crate::given;
use crate::guard::guarded;
use crate::number::{count, sequence, span, to_millis};
use crate::options::{self, Choices, JsOptions};
use crate::plain::{named, plain};

/// Increases when a change of the package breaks its callers.
const CONTRACT_VERSION: u32 = 2;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The response of `dispatch`. `exception` and `message` are present if the request was refused. */
export interface Answer {
  status: number;
  body: string;
  exception?: string;
  message?: string;
}

/** The Error that `request` throws. Its name is the exception. */
export interface RequestError extends Error {
  status: number;
  body: string;
}

/** The reached time, and the time of the next background work, in milliseconds since 1970. */
export interface Progress {
  reachedMs: number;
  nextDueMs?: number;
}

export interface Hashrange {
  /**
   * Handles a request for an operation, such as `GetItem`, in DynamoDB JSON. Returns text for text, and an object for an object.
   * Throws a `RequestError` when the request is refused.
   */
  request(operation: string, body: string): string;
  request<Response = any>(operation: string, body?: object): Response;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A plain object of the TypeScript type `Answer`.
    #[wasm_bindgen(typescript_type = "Answer")]
    pub type JsAnswer;

    // A response is already text, and every request has one. Its members are set by name in JavaScript, without a
    // serializer. The error of a refused request has the same members.
    #[wasm_bindgen(method, setter)]
    fn set_status(this: &JsAnswer, status: u16);
    #[wasm_bindgen(method, setter)]
    fn set_body(this: &JsAnswer, body: &str);
    #[wasm_bindgen(method, setter)]
    fn set_exception(this: &JsAnswer, exception: &str);
    #[wasm_bindgen(method, setter)]
    fn set_message(this: &JsAnswer, message: &str);

    /// A plain object of the TypeScript type `Progress`.
    #[wasm_bindgen(typescript_type = "Progress")]
    pub type JsProgress;

    /// A plain object with numbers.
    #[wasm_bindgen(typescript_type = "Record<string, number>")]
    pub type JsMetrics;
}

/// `Progress`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainProgress {
    reached_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_due_ms: Option<f64>,
}

/// A simulated DynamoDB with its own tables, on its own virtual time.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Hashrange {
    engine: Engine,
    /// The accelerator in front of the engine, if the options have one.
    dax: Option<Accelerator>,
    /// The journal so far; `None` with `record: false`.
    journal: Option<Journal>,
    /// Whether a failure could not be undone. The engine is then unusable.
    broken: bool,
}

#[derive(Debug)]
struct Journal {
    recorder: Recorder,
    bytes: Vec<u8>,
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
        let Choices {
            settings,
            engine,
            record,
        } = options::read(options.as_ref())?;
        let journal = record.then(|| {
            let (recorder, bytes) = Recorder::begin(&settings, Impact::Cost);
            Journal { recorder, bytes }
        });
        let dax = settings.dax.map(Accelerator::new);
        let mut engine = Engine::new(engine);
        engine.note_changes(journal.is_some());
        Ok(Self {
            engine,
            dax,
            journal,
            broken: false,
        })
    }

    /// Restores the service of a snapshot by sending its requests again, at their times. The bytes can also be a
    /// journal of the page or the server.
    ///
    /// # Errors
    /// An `Error` when they are not a journal, or incomplete.
    pub fn restore(snapshot: Vec<u8>) -> Result<Hashrange, Error> {
        let replayed = guarded(|| replayed_whole(&snapshot));
        let mut replayed = replayed
            .unwrap_or_else(|| Err("the snapshot cannot be replayed".to_owned()))
            .map_err(|text| Error::new(&text))?;
        let recorder = Recorder::resume(&mut replayed, Impact::Cost);
        let Replayed { engine, dax, .. } = replayed;
        Ok(Self {
            engine,
            dax,
            journal: Some(Journal {
                recorder,
                bytes: snapshot,
            }),
            broken: false,
        })
    }

    /// Handles a request for an operation. A text body gets a text response, an object gets an object.
    ///
    /// # Errors
    /// An `Error` named like the exception, with `status` and `body`; a `TypeError` for a body that is neither.
    #[wasm_bindgen(skip_typescript)]
    #[allow(clippy::needless_pass_by_value, reason = "JavaScript hands its values over")]
    pub fn request(&mut self, operation: JsValue, body: JsValue) -> Result<JsValue, Error> {
        let operation: String = given::read("operation", &operation)?;
        if let Some(text) = body.as_string() {
            return self.answered(&operation, &text).map(JsValue::from);
        }
        let text = if body.is_undefined() {
            Some("{}".to_owned())
        } else {
            object_text(&body)
        };
        let text = text.ok_or_else(|| TypeError::new("a request's body is JSON text or an object"))?;
        let answer = self.answered(&operation, &text)?;
        JSON::parse(&answer).map_err(|_| Error::new("the response is not JSON, which is a bug in Hashrange"))
    }

    /// Handles a request as a server would: the target as in the header `X-Amz-Target`. A refusal is a response too.
    pub fn dispatch(&mut self, target: &str, body: &str) -> JsAnswer {
        let answer = self.answer(target, body);
        let object: JsAnswer = Object::new().unchecked_into();
        object.set_status(answer.status);
        object.set_body(&answer.body);
        if let Some(exception) = answer.exception {
            object.set_exception(exception);
        }
        if let Some(message) = &answer.message {
            object.set_message(message);
        }
        object
    }

    /// Advances virtual time by this many milliseconds, and does all background work that becomes due.
    ///
    /// # Errors
    /// A `TypeError` or `RangeError` when it is not a duration; an `Error` when the simulator failed.
    #[allow(clippy::needless_pass_by_value, reason = "JavaScript hands its values over")]
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] ms: JsValue,
    ) -> Result<JsProgress, Error> {
        let from = self.engine.now();
        let progress = self.pass(from, from + span("ms", given::read("ms", &ms)?)?)?;
        plain(&PlainProgress {
            reached_ms: to_millis(progress.reached),
            next_due_ms: progress.next_due.map(to_millis),
        })
    }

    /// Virtual time, in milliseconds since 1970.
    #[wasm_bindgen(getter, js_name = nowMs)]
    pub fn now_ms(&self) -> f64 {
        to_millis(self.engine.now())
    }

    /// The stored events after the one with this sequence number, oldest first; without a number, all stored events.
    ///
    /// # Errors
    /// A `TypeError` for a cursor that is not a number.
    #[wasm_bindgen(js_name = eventsSince)]
    #[allow(clippy::needless_pass_by_value, reason = "JavaScript hands its values over")]
    pub fn events_since(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] cursor: JsValue,
    ) -> Result<JsEvents, Error> {
        let cursor: Option<f64> = given::read("cursor", &cursor)?;
        events::array(self.engine.events_since(sequence(cursor.unwrap_or_default())))
    }

    /// The counters and content of the accelerator, by the names of its CloudWatch metrics; `undefined` without an
    /// accelerator. Counts since its creation, and sizes in bytes.
    ///
    /// # Errors
    /// An `Error` when they cannot be converted, which would be a bug.
    #[wasm_bindgen(js_name = daxMetrics)]
    pub fn dax_metrics(&self) -> Result<Option<JsMetrics>, Error> {
        let Some(dax) = &self.dax else { return Ok(None) };
        let report = dax.report();
        let counts = report.metrics.named().map(|(name, value)| (name, count(value)));
        let sizes = [
            ("EstimatedDbSize", count(report.estimated_db_size())),
            ("CacheMemoryUtilization", report.cache_memory_utilization()),
        ];
        named(counts.chain(sizes)).map(Some)
    }

    /// The hash of the state, 32 hexadecimal digits: equal for services with the same requests at the same times, in
    /// the page, in Node and natively. It is valid for one version of the package. It reads the whole state.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> String {
        format!("{:032x}", state_hash(&self.engine, self.dax.as_ref()))
    }

    /// Everything that `restore` needs: the requests so far with their times.
    ///
    /// # Errors
    /// An `Error` when the service was created with `record: false`.
    pub fn snapshot(&mut self) -> Result<Vec<u8>, Error> {
        let journal = self.journal.as_mut();
        let journal = journal.ok_or_else(|| Error::new("nothing was recorded: the service has record: false"))?;
        journal.bytes.extend(journal.recorder.flush());
        Ok(journal.bytes.clone())
    }
}

impl Hashrange {
    /// The body of a response, or the refusal as an error.
    fn answered(&mut self, operation: &str, body: &str) -> Result<String, Error> {
        let answer = self.answer(&target_of(operation), body);
        let Some(exception) = answer.exception else {
            return Ok(answer.body);
        };
        let message = answer.message.or_else(|| unknown(operation)).unwrap_or_default();
        let error = Error::new(&message);
        error.set_name(exception);
        let members: &JsAnswer = error.unchecked_ref();
        members.set_status(answer.status);
        members.set_body(&answer.body);
        Err(error)
    }

    fn answer(&mut self, target: &str, body: &str) -> Answer {
        if self.broken {
            return Answer::internal_server_error();
        }
        let Self {
            engine, dax, journal, ..
        } = self;
        let at = engine.now();
        match guarded(|| {
            Front {
                dax: dax.as_mut(),
                engine,
                on_step: &mut ignore_steps,
            }
            .dispatch(at, target, body.as_bytes())
            .answer
        }) {
            Some(answer) => {
                if let Some(Journal { recorder, bytes }) = journal {
                    bytes.extend(recorder.answered(at, target, body.as_bytes(), &answer, engine));
                }
                answer
            }
            None => {
                self.recover();
                Answer::internal_server_error()
            }
        }
    }

    fn pass(&mut self, from: Timestamp, to: Timestamp) -> Result<Progress, Error> {
        let failed = || Error::new("the simulator failed because of a bug");
        if self.broken {
            return Err(failed());
        }
        let engine = &mut self.engine;
        let Some(progress) = guarded(|| engine.advance(to, Budget::UNBOUNDED)) else {
            self.recover();
            return Err(failed());
        };
        if let Some(Journal { recorder, bytes }) = &mut self.journal {
            bytes.extend(recorder.advanced(from, progress.reached, engine));
        }
        Ok(progress)
    }

    /// After a failure: replaces the half-changed service with the one in its journal.
    fn recover(&mut self) {
        let replayed = self.journal.as_mut().and_then(|journal| {
            journal.bytes.extend(journal.recorder.flush());
            guarded(|| replayed_whole(&journal.bytes).ok()).flatten()
        });
        match replayed {
            // The half-changed values cannot be dropped, because it is unknown what they still own.
            Some(Replayed { mut engine, dax, .. }) => {
                engine.note_changes(true);
                std::mem::forget(std::mem::replace(&mut self.engine, engine));
                std::mem::forget(std::mem::replace(&mut self.dax, dax));
            }
            None => self.broken = true,
        }
    }
}

fn replayed_whole(bytes: &[u8]) -> Result<Replayed, String> {
    let replayed = replay(bytes).map_err(|error: ReplayError| error.to_string())?;
    match &replayed.torn {
        None => Ok(replayed),
        Some(torn) => Err(torn.to_string()),
    }
}

/// What a caller reads about an unknown operation, whose response has no message; `None` if the operation is known.
fn unknown(operation: &str) -> Option<String> {
    if Operation::from_name(operation).is_some() {
        return None;
    }
    let mut names: Vec<&str> = Operation::ALL.iter().map(|known| known.name()).collect();
    names.sort_unstable();
    Some(format!(
        "there is no operation {operation}; there are {}",
        names.join(", ")
    ))
}

/// An object as JSON text; `None` for anything else.
fn object_text(body: &JsValue) -> Option<String> {
    if !body.is_object() {
        return None;
    }
    JSON::stringify(body).ok()?.as_string()
}

/// The version of the contract between this package and its callers.
#[wasm_bindgen(js_name = contractVersion)]
#[must_use]
pub fn contract_version() -> u32 {
    CONTRACT_VERSION
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    const TABLE: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

    fn service(record: bool) -> Hashrange {
        let mut service = Hashrange::new(None).unwrap_or_else(|_| unreachable!());
        assert!(service.answer(&target_of("CreateTable"), TABLE).is_success());
        if !record {
            service.journal = None;
        }
        service
    }

    #[wasm_bindgen_test]
    fn a_service_outlives_a_failure_as_its_journal_knows_it() {
        let mut service = service(true);
        let before = service.answer(&target_of("ListTables"), "{}");
        // The state after a failure in the middle of a request.
        service.engine = Engine::new(hashrange_engine::EngineOptions::default());
        service.recover();
        assert_eq!(service.answer(&target_of("ListTables"), "{}"), before);
        assert!(service.advance(5.into()).is_ok());
    }

    #[wasm_bindgen_test]
    fn without_a_journal_it_answers_with_errors_from_then_on() {
        let mut service = service(false);
        service.recover();
        assert_eq!(
            service.answer(&target_of("ListTables"), "{}"),
            Answer::internal_server_error()
        );
        assert!(service.advance(5.into()).is_err());
    }
}

//! A service that receives requests, and the one in this process.
//!
//! Owns the suite's view of a service: requests in, responses out, and a clock that tests may advance. Must not know
//! specs.

use hashrange_endpoint::{Accelerator, DaxOptions, Front, ignore_steps, target_of};
use hashrange_engine::{Budget, Engine, EngineOptions, Physics, Span, Throttling};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, Request, Response, ServiceError};
use serde_json::Value;

use crate::spec::PhysicsChoice;

/// A response as on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The body as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }
}

/// A service with the DynamoDB JSON protocol.
pub trait Service {
    /// Sends a request.
    fn call(&mut self, operation: &str, body: &str) -> Answer;

    /// Advances virtual time. False if its clock is not virtual.
    fn advance(&mut self, milliseconds: u64) -> bool;
}

/// The engine behind its endpoint, without a network, at its own virtual time.
#[derive(Clone, Debug)]
pub struct InProcess {
    /// The engine.
    pub engine: Engine,
    /// The accelerator in front of it, if any.
    pub dax: Option<Accelerator>,
    now: Timestamp,
}

impl InProcess {
    /// A service without tables.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self {
            now: options.start,
            engine: Engine::new(options),
            dax: None,
        }
    }

    /// The same with an accelerator in front of the tables.
    #[must_use]
    pub fn behind(self, dax: DaxOptions) -> Self {
        Self {
            dax: Some(Accelerator::new(dax)),
            ..self
        }
    }

    /// Sends a typed request at its time.
    ///
    /// # Errors
    /// The service's refusal.
    pub fn send(&mut self, at: Timestamp, request: Request) -> Result<Response, ServiceError> {
        self.now = self.now.max(at);
        self.engine.handle(self.now, Checked::of(request)?)
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }
}

impl Service for InProcess {
    fn call(&mut self, operation: &str, body: &str) -> Answer {
        let mut front = Front {
            dax: self.dax.as_mut(),
            engine: &mut self.engine,
            on_step: &mut ignore_steps,
        };
        let answer = front.dispatch(self.now, &target_of(operation), body.as_bytes()).answer;
        Answer {
            status: answer.status,
            body: answer.body,
        }
    }

    fn advance(&mut self, milliseconds: u64) -> bool {
        self.now += Duration::from_millis(milliseconds);
        self.engine.advance(self.now, Budget::UNBOUNDED);
        true
    }
}

/// The engine's options for a spec's physics. `None` for an unknown preset.
#[must_use]
pub fn options(choice: &PhysicsChoice) -> Option<EngineOptions> {
    let mut physics = Physics::preset(&choice.preset)?;
    if let Some(delay) = choice.propagation {
        physics.index_propagation = Span::millis(delay, delay);
    }
    if let Some(delay) = choice.replication {
        physics.replication = Span::millis(delay, delay);
    }
    if let Some(work) = choice.transaction {
        physics.transaction = Duration::from_millis(work);
    }
    if let Some(mode) = &choice.throttling {
        physics.throttling.mode = Throttling::from_name(mode)?;
    }
    let start = Timestamp::parse("2015-09-15T12:00:00Z").ok()?;
    // As in the native server, so that specs can name resources.
    let region = "us-east-1".to_owned();
    Some(EngineOptions {
        physics,
        start,
        region,
        ..EngineOptions::default()
    })
}

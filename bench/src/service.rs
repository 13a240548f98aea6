//! The measured services: JSON text in, JSON text out, as over HTTP but without the network.

use hashrange_endpoint::{Front, ignore_steps};
use hashrange_engine::{Engine, EngineOptions};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Operation, Response};

/// The name of the peer, whether or not this program contains it.
pub(crate) const PEER: &str = "dynoxide";

/// A service that handles requests.
pub(crate) trait Service {
    /// Its name in the table of results.
    const NAME: &'static str;

    /// A service without tables.
    fn fresh() -> Self;

    /// Returns the body of the response. A refusal ends the measurement.
    fn send(&mut self, operation: &str, body: &str) -> String;
}

/// This project's engine behind its endpoint, with a paused clock.
pub(crate) struct Hashrange(pub(crate) Engine);

impl Hashrange {
    /// The response before it is written.
    pub(crate) fn perform(&mut self, request: Checked) -> Response {
        self.0.handle(Timestamp::from_micros(0), request).expect("an answer")
    }
}

impl Service for Hashrange {
    const NAME: &'static str = "hashrange";

    fn fresh() -> Self {
        Self(Engine::new(EngineOptions::default()))
    }

    fn send(&mut self, operation: &str, body: &str) -> String {
        let known = Operation::from_name(operation).expect("an operation");
        let mut front = Front {
            dax: None,
            engine: &mut self.0,
            on_step: &mut ignore_steps,
        };
        let answer = front.perform(Timestamp::from_micros(0), known, body.as_bytes()).answer;
        assert!(answer.is_success(), "{operation}: {}", answer.body);
        answer.body
    }
}

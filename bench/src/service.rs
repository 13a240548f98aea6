//! The measured services: JSON text in, JSON text out, as over HTTP but without the network.

use dynoxide::{Database, actions};
use hashrange_endpoint::{Front, ignore_steps};
use hashrange_engine::{Engine, EngineOptions};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Operation, Response};

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

/// The peer, with its database in memory.
pub(crate) struct Dynoxide(Database);

/// Reads the request, executes it and writes the response, with the peer's own types.
macro_rules! perform {
    ($database:expr, $module:ident, $request:ident, $body:expr) => {{
        let request: actions::$module::$request = serde_json::from_str($body).expect("a request the peer reads");
        let response = $database.$module(request).expect("an answer of the peer");
        serde_json::to_string(&response).expect("JSON")
    }};
}

impl Service for Dynoxide {
    const NAME: &'static str = "dynoxide";

    fn fresh() -> Self {
        Self(Database::memory().expect("a database in memory"))
    }

    fn send(&mut self, operation: &str, body: &str) -> String {
        match operation {
            "CreateTable" => perform!(self.0, create_table, CreateTableRequest, body),
            "PutItem" => perform!(self.0, put_item, PutItemRequest, body),
            "GetItem" => perform!(self.0, get_item, GetItemRequest, body),
            "UpdateItem" => perform!(self.0, update_item, UpdateItemRequest, body),
            "Query" => perform!(self.0, query, QueryRequest, body),
            "Scan" => perform!(self.0, scan, ScanRequest, body),
            "BatchWriteItem" => perform!(self.0, batch_write_item, BatchWriteItemRequest, body),
            "TransactWriteItems" => perform!(self.0, transact_write_items, TransactWriteItemsRequest, body),
            other => panic!("the peer is not asked for {other}"),
        }
    }
}

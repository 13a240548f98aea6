//! The simulator: random tables and requests, sent to the engine and to the model, with exact comparison of responses.
//!
//! A seed determines everything, so that its number reproduces a failure. The requests are stored, and other tests run
//! them again.

mod draw;
mod requests;
mod several;
mod statements;
mod stream;

use hashrange_engine::{EngineOptions, Physics, Span};
use hashrange_time::Random;
use serde_json::{Value, json};

use crate::matching::matches;
use crate::model::Table;
use crate::model::value::item_size;
use crate::service::{InProcess, Service};

/// Default number of requests for one seed. A page of a read counts as a separate request.
pub const REQUESTS: usize = 150;
/// Virtual milliseconds after which every index is up to date.
const QUIET: u64 = 1_000;

/// A request as sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Virtual milliseconds that passed before it.
    pub after: u64,
    /// The operation.
    pub operation: &'static str,
    /// The body.
    pub body: Value,
}

/// One run.
pub struct Simulation {
    random: Random,
    model: Table,
    service: InProcess,
    page_bytes: u64,
    /// Whether changes reach global indexes with a delay.
    delayed: bool,
    sent: Vec<Sent>,
}

impl Simulation {
    /// Runs a seed from start to end, and returns the requests.
    ///
    /// # Errors
    /// The first response that differs from the model.
    pub fn run(seed: u64) -> Result<Vec<Sent>, String> {
        Self::run_for(seed, REQUESTS)
    }

    /// Runs a seed for this number of requests.
    ///
    /// # Errors
    /// The first response that differs from the model.
    pub fn run_for(seed: u64, requests: usize) -> Result<Vec<Sent>, String> {
        let mut simulation = Self::new(seed);
        simulation.go(requests).map_err(|message| {
            let number = simulation.sent.len();
            let last = simulation
                .sent
                .last()
                .map(|sent| format!("{} {}", sent.operation, sent.body));
            shortened(&format!(
                "seed {seed}, request {number}: {message}\n{}",
                last.unwrap_or_default()
            ))
        })?;
        Ok(simulation.sent)
    }

    /// The engine's options for a seed.
    #[must_use]
    pub fn options(seed: u64) -> EngineOptions {
        let mut options = EngineOptions {
            seed,
            ..EngineOptions::default()
        };
        if seed % 2 == 1 {
            options.physics = Physics::classroom();
        }
        // Short shard lifetimes, so that shards continue in new ones while there are records.
        options.physics.shard_life = Span::millis(500, 5_000);
        // Small pages, so that results are cut.
        options.limits.page_bytes = page_bytes(seed);
        options
    }

    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self {
            model: draw::table(&mut random),
            random,
            service: InProcess::new(Self::options(seed)),
            page_bytes: page_bytes(seed),
            delayed: seed % 2 == 1,
            sent: Vec::new(),
        }
    }

    fn go(&mut self, requests: usize) -> Result<(), String> {
        let request = self.model.create_request();
        self.send("CreateTable", request, &json!({ "TableDescription": "$any" }), QUIET)?;
        self.service.advance(QUIET);
        for _ in 0..requests {
            self.one_request()?;
        }
        self.check_description()?;
        self.check_stream()
    }

    /// Sends a request and compares the response.
    fn send(&mut self, operation: &'static str, body: Value, expected: &Value, after: u64) -> Result<Value, String> {
        let answer = self.exchange(operation, body, after);
        let parsed: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
        if answer.status != 200 {
            return Err(format!("refused: {}\nexpected {expected}", answer.body));
        }
        let compared = if operation == "CreateTable" {
            expected.clone()
        } else {
            json!({ "$exactly": expected })
        };
        matches(&compared, &parsed).map_err(|message| format!("{message}\nexpected {expected}\n     got {parsed}"))?;
        Ok(parsed)
    }

    /// Sends a request that must be refused.
    fn send_refused(&mut self, operation: &'static str, body: Value, exception: &str) -> Result<(), String> {
        self.send_refused_with(operation, body, exception, &json!({}))
    }

    /// Sends a request that must be refused, with at least this in the response.
    fn send_refused_with(
        &mut self,
        operation: &'static str,
        body: Value,
        exception: &str,
        expected: &Value,
    ) -> Result<(), String> {
        let before = format!(
            "{:?}",
            self.service
                .engine
                .tables()
                .map(|table| table.items().count())
                .sum::<usize>()
        );
        let answer = self.exchange(operation, body, 0);
        let after = format!(
            "{:?}",
            self.service
                .engine
                .tables()
                .map(|table| table.items().count())
                .sum::<usize>()
        );
        if answer.status != 400 || !answer.body.contains(&format!("#{exception}\"")) || before != after {
            return Err(format!("expected {exception}, got {} {}", answer.status, answer.body));
        }
        let parsed: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
        matches(expected, &parsed).map_err(|message| format!("{message}\nexpected {expected}\n     got {parsed}"))
    }

    fn exchange(&mut self, operation: &'static str, body: Value, after: u64) -> crate::service::Answer {
        if after > 0 {
            self.service.advance(after);
        }
        let answer = self.service.call(operation, &body.to_string());
        self.sent.push(Sent { after, operation, body });
        answer
    }

    fn check_description(&mut self) -> Result<(), String> {
        self.service.advance(QUIET);
        let sizes = |rows: &mut dyn Iterator<Item = u64>| {
            let rows: Vec<u64> = rows.collect();
            (rows.len(), rows.iter().sum::<u64>())
        };
        let (count, bytes) = sizes(&mut self.model.items.iter().map(item_size));
        let mut described = json!({ "ItemCount": count, "TableSizeBytes": bytes });
        for (member, local) in [("LocalSecondaryIndexes", true), ("GlobalSecondaryIndexes", false)] {
            let indexes = self.model.indexes.iter().filter(|index| index.local == local);
            let indexes: Vec<Value> = indexes
                .map(|index| {
                    let entries = self
                        .model
                        .items
                        .iter()
                        .filter_map(|item| index.entry(&self.model, item));
                    let (count, bytes) = sizes(&mut entries.map(|entry| item_size(&entry)));
                    json!({ "IndexName": index.name, "ItemCount": count, "IndexSizeBytes": bytes })
                })
                .collect();
            if !indexes.is_empty() {
                described[member] = Value::Array(indexes);
            }
        }
        let answer = self.exchange("DescribeTable", json!({ "TableName": self.model.name }), QUIET);
        let parsed: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
        matches(&json!({ "Table": described }), &parsed)
    }
}

/// A text without its paddings.
fn shortened(text: &str) -> String {
    let padding = "x".repeat(20);
    let mut parts = text.split(&padding).collect::<Vec<_>>();
    parts.dedup_by(|next, _| next.is_empty());
    parts.join("…")
}

fn page_bytes(seed: u64) -> u64 {
    match seed % 3 {
        0 => 400,
        1 => 20_000,
        _ => 1024 * 1024,
    }
}

//! A simulated service whose responses are late, lost, throttled or partial, as a test requests.

use hashrange_engine::{Engine, EngineOptions, Physics};
use hashrange_time::{Duration, Random, Timestamp};
use hashrange_wire::{Checked, Operation, encode_error, encode_rejection, encode_response};
use serde_json::{Value, json};

use crate::Reply;

/// Items of a page.
const PAGE: u32 = 7;

/// Faults, in percent of the requests.
#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    pub(super) throttled: u64,
    /// Lost responses. Half of these requests are executed.
    pub(super) lost: u64,
    /// Batches of which a part stays unprocessed.
    pub(super) partial: u64,
    /// Whether descriptions of indexes contain only their names.
    pub(super) vague: bool,
    /// An operation, and the body of all responses to it.
    pub(super) repeated: Option<(String, String)>,
    /// Unsupported operations.
    pub(super) unknown: Vec<&'static str>,
    /// Whether it refuses vector indexes.
    pub(super) without_vectors: bool,
    /// Whether it refuses a table class, encryption and deletion protection.
    pub(super) without_settings: bool,
}

/// A service.
pub(super) struct Service {
    engine: Engine,
    random: Random,
    pub(super) now: Timestamp,
    pub(super) faults: Faults,
    /// The state that a driver stores.
    pub(super) kept: Option<String>,
    begun: Timestamp,
}

impl Service {
    pub(super) fn new(seed: u64) -> Self {
        let physics = Physics::classroom();
        let engine = Engine::new(EngineOptions {
            physics,
            seed,
            ..EngineOptions::default()
        });
        let now = engine.now();
        Self {
            engine,
            random: Random::new(seed),
            now,
            faults: Faults::default(),
            kept: None,
            begun: now,
        }
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> u64 {
        self.now.checked_since(self.begun).map_or(0, Duration::seconds)
    }

    /// The result of a request.
    pub(super) fn reply(&mut self, operation: &str, body: &str) -> Reply {
        let mut hits = |percent: u64| self.random.below(100) < percent;
        let refused = |name: &str| Reply::Answered {
            status: 400,
            body: json!({ "__type": name }).to_string(),
        };
        if self.faults.unknown.contains(&operation) {
            return refused("com.amazonaws.dynamodb.v20120810#UnknownOperationException");
        }
        let refuses = |yes: bool, member: &str| yes && operation == "CreateTable" && body.contains(member);
        if refuses(self.faults.without_vectors, "VectorIndexes")
            || refuses(self.faults.without_settings, "SSESpecification")
        {
            return refused("com.amazon.coral.validate#ValidationException");
        }
        if let Some((_, body)) = self
            .faults
            .repeated
            .as_ref()
            .filter(|(repeated, _)| repeated == operation)
        {
            return Reply::Answered {
                status: 200,
                body: body.clone(),
            };
        }
        if hits(self.faults.throttled) {
            return refused("com.amazonaws.dynamodb.v20120810#ThrottlingException");
        }
        let lost = hits(self.faults.lost);
        if lost && hits(50) {
            return Reply::Lost("the connection was reset".to_owned());
        }
        let partial = operation == "BatchWriteItem" && hits(self.faults.partial);
        let mut request: Value = serde_json::from_str(body).expect("JSON");
        let undone = if partial {
            self.leave_out(&mut request)
        } else {
            Value::Null
        };
        if operation == "Scan" {
            request["Limit"] = PAGE.into();
        }
        let (status, mut body) = self.perform(operation, &request);
        if !undone.is_null() {
            let mut answer: Value = serde_json::from_str(&body).expect("JSON");
            answer["UnprocessedItems"] = undone;
            body = answer.to_string();
        }
        if self.faults.vague && operation == "DescribeTable" && status == 200 {
            let mut answer: Value = serde_json::from_str(&body).expect("JSON");
            for index in answer["Table"]["GlobalSecondaryIndexes"]
                .as_array_mut()
                .into_iter()
                .flatten()
            {
                *index = json!({ "IndexName": index["IndexName"] });
            }
            body = answer.to_string();
        }
        match lost {
            true => Reply::Lost("the connection was reset".to_owned()),
            false => Reply::Answered { status, body },
        }
    }

    /// Removes writes from a batch and returns them.
    fn leave_out(&mut self, request: &mut Value) -> Value {
        let tables = request["RequestItems"].as_object_mut().expect("tables");
        let (table, writes) = tables.iter_mut().next().expect("a table");
        let writes = writes.as_array_mut().expect("writes");
        // At least one write stays, because a batch without writes is invalid.
        let kept = 1 + self.random.below(writes.len() as u64);
        let left = writes.split_off(usize::try_from(kept).expect("a few"));
        if left.is_empty() {
            json!({})
        } else {
            json!({ table: left })
        }
    }

    fn perform(&mut self, operation: &str, request: &Value) -> (u16, String) {
        let operation = Operation::from_name(operation).expect("an operation");
        match Checked::decode(operation, request.to_string().as_bytes()) {
            Err(rejection) => (400, encode_rejection(&rejection)),
            Ok(request) => match self.engine.handle(self.now, request) {
                Ok(response) => (200, encode_response(&response)),
                Err(error) => (400, encode_error(&error)),
            },
        }
    }

    /// Handles a request after tables are ACTIVE.
    pub(super) fn answer(&mut self, operation: &str, request: &Value) -> Value {
        let (status, body) = self.perform(operation, request);
        assert_eq!(status, 200, "{operation}: {body}");
        self.now += Duration::from_minutes(1);
        // Some operations have an empty response body.
        serde_json::from_str(&body).unwrap_or_default()
    }

    /// All items of a table, in an order that only depends on them.
    pub(super) fn items(&mut self, table: &str) -> Vec<String> {
        let answer = self.answer("Scan", &json!({ "TableName": table, "ConsistentRead": true }));
        let mut items: Vec<String> = answer["Items"]
            .as_array()
            .expect("items")
            .iter()
            .map(Value::to_string)
            .collect();
        items.sort();
        items
    }

    pub(super) fn described(&mut self, table: &str) -> Value {
        self.answer("DescribeTable", &json!({ "TableName": table }))["Table"].take()
    }

    /// The response to an operation. `Tags` lists the tags of the table Thread.
    pub(super) fn reported(&mut self, operation: &str, body: &Value) -> Value {
        if operation != "Tags" {
            return self.answer(operation, body);
        }
        let arn = self.described("Thread")["TableArn"].take();
        self.answer("ListTagsOfResource", &json!({ "ResourceArn": arn }))
    }
}

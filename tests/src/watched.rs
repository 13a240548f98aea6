//! A service and its insight, for tests of metrics and readings.

use hashrange_engine::{EngineOptions, Physics};
use hashrange_insight::reading::{AnyQuestion, Question, Service as Read, reading_of};
use hashrange_insight::{Dimensions, Insight, Metric, Period};
use serde_json::{Value, json};

use crate::service::{Answer, InProcess, Service};

fn key(name: &str, kind: &str) -> Value {
    json!({ "AttributeName": name, "KeyType": kind })
}

fn attribute(name: &str) -> Value {
    json!({ "AttributeName": name, "AttributeType": "S" })
}

/// A service with its insight. Its table is `Tab`.
pub struct Watched {
    /// The service.
    pub service: InProcess,
    /// The folded events.
    pub insight: Insight,
}

impl Watched {
    /// A service without tables.
    #[must_use]
    pub fn new(physics: Physics) -> Self {
        let mut service = InProcess::new(EngineOptions {
            physics,
            ..EngineOptions::default()
        });
        service.engine.set_tracing(true);
        Self {
            service,
            insight: Insight::new(),
        }
    }

    /// A service with a table with the keys `pk` and `sk`, a stream, and an index `ByA` on `a`. Members in `more`
    /// replace those of the request.
    #[must_use]
    pub fn with_table(physics: Physics, more: &Value) -> Self {
        let mut watched = Self::new(physics);
        let mut table = json!({
            "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [attribute("pk"), attribute("sk"), attribute("a")],
            "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
            "GlobalSecondaryIndexes": [{ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("a", "HASH")] }],
        });
        for (name, value) in more.as_object().expect("an object") {
            table[name] = value.clone();
        }
        watched.send("CreateTable", &table);
        watched.advance(60_000);
        watched
    }

    /// A service with a provisioned table with the key `pk`, a stream, and an index `ByA` on `a`. Each has this many
    /// units.
    #[must_use]
    pub fn provisioned(physics: Physics, units: u64) -> Self {
        let mut watched = Self::new(physics);
        let rate = json!({ "ReadCapacityUnits": units, "WriteCapacityUnits": units });
        let table = json!({
            "TableName": "Tab",
            "AttributeDefinitions": [attribute("pk"), attribute("a")],
            "KeySchema": [key("pk", "HASH")],
            "ProvisionedThroughput": rate,
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" },
            "GlobalSecondaryIndexes": [{ "IndexName": "ByA", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("a", "HASH")], "ProvisionedThroughput": rate }],
        });
        watched.send("CreateTable", &table);
        watched.advance(60_000);
        watched
    }

    /// Puts an item with this `pk`, with `a`, and with additional attributes. Returns the HTTP status.
    pub fn put(&mut self, pk: &str, more: &Value) -> u16 {
        let mut item = json!({ "pk": { "S": pk }, "a": { "S": "one" } });
        for (name, value) in more.as_object().expect("an object") {
            item[name] = value.clone();
        }
        self.call("PutItem", &json!({ "TableName": "Tab", "Item": item }))
            .status
    }

    /// The sum of a metric.
    #[must_use]
    pub fn sum(&self, of: &Dimensions, metric: Metric) -> f64 {
        self.insight
            .metrics()
            .points(of, metric, Period::FiveMinutes)
            .iter()
            .map(|point| point.statistics.sum())
            .sum()
    }

    /// The response, success or refusal.
    pub fn call(&mut self, operation: &str, body: &Value) -> Answer {
        let answer = self.service.call(operation, &body.to_string());
        self.insight.observe(&self.service.engine);
        answer
    }

    /// The response to a request that must succeed.
    ///
    /// # Panics
    /// When it is refused.
    pub fn send(&mut self, operation: &str, body: &Value) -> Value {
        let answer = self.call(operation, body);
        assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
        answer.json()
    }

    /// Advances virtual time.
    pub fn advance(&mut self, milliseconds: u64) {
        self.service.advance(milliseconds);
        self.insight.observe(&self.service.engine);
    }

    /// The reading. Its bytes must restore it unchanged.
    ///
    /// # Panics
    /// When they do not.
    pub fn ask<Q: Question<Reading: std::fmt::Debug>>(&self, question: &Q) -> Option<Q::Reading> {
        let service = || Read {
            insight: &self.insight,
            engine: &self.service.engine,
            dax: None,
        };
        let read = question.read(service());
        let ask: AnyQuestion = question.clone().into();
        let crossed = ask
            .read(service())
            .map(|bytes| reading_of::<Q::Reading>(&bytes).expect("its own bytes"));
        assert_eq!(crossed, read, "{}", ask.name());
        read
    }
}

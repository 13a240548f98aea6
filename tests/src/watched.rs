//! A service and what insight folds from its events: what tests of readings look at.

use hashrange_engine::{EngineOptions, Physics};
use hashrange_insight::Insight;
use hashrange_insight::reading::{Ask, Question, Service as Read, reading_of};
use serde_json::{Value, json};

use crate::service::{Answer, InProcess, Service};

/// A service that is watched. Its table is `Tab`.
pub struct Watched {
    /// The service.
    pub service: InProcess,
    /// What is folded from its events.
    pub insight: Insight,
}

impl Watched {
    /// A service without tables.
    #[must_use]
    pub fn new(physics: Physics) -> Self {
        let mut service = InProcess::new(EngineOptions { physics, ..EngineOptions::default() });
        service.engine.set_tracing(true);
        Self { service, insight: Insight::new() }
    }

    /// A service with a table of `pk` and `sk`, a stream, and an index `ByA` over `a`. More members of the request take the
    /// place of those.
    #[must_use]
    pub fn with_table(physics: Physics, more: &Value) -> Self {
        let mut watched = Self::new(physics);
        let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
        let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
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

    /// The answer, be it one or a refusal.
    pub fn call(&mut self, operation: &str, body: &Value) -> Answer {
        let answer = self.service.call(operation, &body.to_string());
        self.insight.observe(&self.service.engine);
        answer
    }

    /// The answer to a request that must succeed.
    ///
    /// # Panics
    /// When it is refused.
    pub fn send(&mut self, operation: &str, body: &Value) -> Value {
        let answer = self.call(operation, body);
        assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    /// Lets virtual time pass.
    pub fn advance(&mut self, milliseconds: u64) {
        self.service.advance(milliseconds);
        self.insight.observe(&self.service.engine);
    }

    /// The reading, which comes back from its bytes as it was.
    ///
    /// # Panics
    /// When it does not.
    pub fn ask<Q: Question<Reading: std::fmt::Debug>>(&self, question: &Q) -> Option<Q::Reading> {
        let service = || Read { insight: &self.insight, engine: &self.service.engine, dax: None };
        let read = question.read(service());
        let ask: Ask = question.clone().into();
        let crossed = ask.read(service()).map(|bytes| reading_of::<Q::Reading>(&bytes).expect("its own bytes"));
        assert_eq!(crossed, read, "{}", ask.name());
        read
    }
}

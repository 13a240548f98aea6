//! Tests of the accelerator against tables with scripted responses.

mod batches;
mod reads;
mod writes;

use std::collections::VecDeque;
use std::sync::Arc;

use hashrange_checkpoint::digest;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::{
    GetItemRequest, GetItemResponse, PutItemRequest, PutItemResponse, Request, Response, ServiceError, ValidationError,
};

use crate::accelerator::Outcome;
use crate::{Accelerator, Options, Tables};

/// Tables whose key is `Id`: they return scripted responses in order, and record their requests.
#[derive(Default)]
struct ScriptedTables {
    answers: VecDeque<Outcome>,
    asked: Vec<Request>,
}

impl Tables for ScriptedTables {
    fn send(&mut self, request: Request) -> Result<Response, ServiceError> {
        self.asked.push(request);
        self.answers.pop_front().expect("no more was to be asked")
    }

    fn key_names(&self, _table: &str) -> Option<Vec<Text>> {
        Some(vec!["Id".into()])
    }
}

/// An accelerator with its tables.
struct Case {
    dax: Accelerator,
    tables: ScriptedTables,
    at: Timestamp,
}

impl Case {
    fn new() -> Self {
        Self::with(Options::default())
    }

    fn with(options: Options) -> Self {
        Self {
            dax: Accelerator::new(options),
            tables: ScriptedTables::default(),
            at: Timestamp::from_seconds(1_000),
        }
    }

    /// Sends a request that a cache must serve.
    fn hit(&mut self, request: impl Into<Request>) -> Response {
        let asked = self.tables.asked.len();
        let response = self
            .dax
            .handle(self.at, request.into(), &mut self.tables)
            .expect("a hit");
        assert_eq!(self.tables.asked.len(), asked, "a table was asked");
        response
    }

    /// Sends a request that a table must serve, once, with this response.
    fn passed(&mut self, request: impl Into<Request>, answer: impl Into<Outcome>) -> Outcome {
        let asked = self.tables.asked.len();
        self.tables.answers.push_back(answer.into());
        let outcome = self.dax.handle(self.at, request.into(), &mut self.tables);
        assert_eq!(self.tables.asked.len(), asked + 1, "no table was asked");
        outcome
    }

    /// The last request to a table.
    fn asked(&self) -> &Request {
        self.tables.asked.last().expect("something was asked")
    }

    fn wait(&mut self, span: Duration) {
        self.at += span;
    }

    fn state(&self) -> u128 {
        digest(|out| self.dax.write_state(out))
    }
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::string(value)
}

fn key(id: &str) -> Item {
    [("Id", text(id))].into_iter().collect()
}

fn item(id: &str, color: &str) -> Arc<Item> {
    Arc::new([("Id", text(id)), ("Color", text(color))].into_iter().collect())
}

fn get(id: &str) -> GetItemRequest {
    GetItemRequest {
        table_name: "Shirts".to_owned(),
        key: key(id),
        ..GetItemRequest::default()
    }
}

fn got(item: Option<Arc<Item>>) -> Response {
    Response::GetItem(GetItemResponse {
        item,
        consumed_capacity: None,
    })
}

fn put(id: &str, color: &str) -> PutItemRequest {
    PutItemRequest {
        table_name: "Shirts".to_owned(),
        item: Item::clone(&item(id, color)),
        ..PutItemRequest::default()
    }
}

fn refusal() -> ServiceError {
    ValidationError::BatchDuplicate.into()
}

fn done() -> Outcome {
    Ok(Response::PutItem(PutItemResponse::default()))
}

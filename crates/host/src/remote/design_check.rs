//! The design check: sends reads of the workspace in front to it and to an endpoint, and compares the results.
//!
//! The check runs in a copy of the workspace, so it changes nothing. Must not know how a page shows the rows.

use std::sync::Arc;

use hashrange_copy::Digest;
use hashrange_endpoint::{Timeline, target_of};
use hashrange_journal::Entry;
use hashrange_protocol::WorkspaceId;
use hashrange_protocol::call::{CallResult, CheckedRead, EndpointForm, ReadOutcome};
use hashrange_values::Item;
use hashrange_wire::{
    AnswerError, BatchGetItemResponse, ConsumedCapacity, ErrorBody, GetItemResponse, JsonTree, QueryResponse,
};

use super::calls;
use super::endpoint::Endpoint;
use super::mirror::batched_tables;
use crate::host::{Host, Platform};

/// Operations that are compared: reads of items.
const READS: [&str; 4] = ["GetItem", "BatchGetItem", "Query", "Scan"];
/// Maximum number of compared requests, the latest first.
const MOST: usize = 25;

impl<W: Platform> Host<W> {
    /// Sends the latest reads of the workspace to it and to an endpoint.
    pub(crate) async fn design_check(&self, id: WorkspaceId, form: &EndpointForm) -> Result<CallResult, String> {
        let endpoint = Endpoint::of(form)?;
        let asked = self.within(id, |workspace| {
            let timeline = workspace.core.timeline();
            (reads_of(timeline), timeline.aside(timeline.place()).ok())
        });
        let Some((reads, Some(mut aside))) = asked else {
            return Err("The workspace was closed.".to_owned());
        };
        if reads.is_empty() {
            return Err("This workspace has no reads to compare. Run a Query, Scan or GetItem first.".to_owned());
        }
        let mut rows = Vec::new();
        for (number, (operation, body)) in reads.iter().enumerate() {
            self.goes_on(&format!("{number} of {} requests compared", reads.len()))?;
            let now = aside.engine().now();
            let answer = aside.dispatch(now, &target_of(operation), body.as_bytes()).answer;
            let here = digested(operation, answer.status, &answer.body);
            let (status, text) = self.call(&endpoint, operation, body).await?;
            let there = digested(operation, status, &text);
            let notes = notes(&here, &there);
            let request = named(operation, body);
            rows.push(CheckedRead {
                request,
                here: here.outcome,
                there: there.outcome,
                notes,
            });
        }
        Ok(CallResult::Compared(rows))
    }
}

/// The reads of a timeline with ReturnConsumedCapacity, latest first and without duplicates. Segments of a parallel
/// Scan are left out: each endpoint divides a table in its own way, and a copy reads by segments too.
fn reads_of<O: hashrange_endpoint::Observer>(timeline: &Timeline<O>) -> Vec<(String, String)> {
    let mut reads: Vec<(String, String)> = Vec::new();
    for record in timeline.steps().rev() {
        let Entry::Request { operation, body } = &record.entry else {
            continue;
        };
        if !READS.contains(&operation.as_str()) || reads.len() == MOST {
            continue;
        }
        let body = JsonTree::parse(body).ok();
        let whole = body.filter(|body| body.member("TotalSegments").is_none());
        let Some(body) = whole.and_then(|body| body.with("ReturnConsumedCapacity", "TOTAL".into())) else {
            continue;
        };
        let read = (operation.clone(), body.to_json());
        if !reads.contains(&read) {
            reads.push(read);
        }
    }
    reads
}

/// A read with its tables, and the index if it names one.
fn named(operation: &str, body: &str) -> String {
    let body = JsonTree::parse(body).unwrap_or_default();
    let index = body.text_of("IndexName");
    let index = index.map(|index| format!(" / {index}")).unwrap_or_default();
    format!("{operation} {}{index}", tables_of(&body))
}

fn tables_of(body: &JsonTree) -> String {
    let one = body.text_of("TableName").map(str::to_owned);
    one.unwrap_or_else(|| batched_tables(body).join(", "))
}

/// The outcome of a read, the number of items that it read, and the digest of those that it returned.
struct DigestedRead {
    outcome: ReadOutcome,
    read: u64,
    digest: Digest,
}

fn digested(operation: &str, status: u16, body: &str) -> DigestedRead {
    if status != 200 {
        let ErrorBody { exception, message } = calls::refusal(status, body);
        let outcome = ReadOutcome {
            refusal: Some(format!("{exception}: {message}")),
            ..ReadOutcome::default()
        };
        return DigestedRead {
            outcome,
            read: 0,
            digest: Digest::default(),
        };
    }
    let found = found(operation, body.as_bytes()).unwrap_or_default();
    let digest = found
        .items
        .iter()
        .fold(Digest::default(), |sum, item| sum.plus(Digest::of(item)));
    let outcome = ReadOutcome {
        refusal: None,
        items: found.items.len() as u64,
        units: found.units.map(halves),
    };
    DigestedRead {
        read: found.scanned.map_or(outcome.items, u64::from),
        outcome,
        digest,
    }
}

/// The returned items, the number of items read if the response contains it, and the consumed units.
#[derive(Default)]
struct Found {
    items: Vec<Arc<Item>>,
    scanned: Option<u32>,
    units: Option<f64>,
}

fn found(operation: &str, body: &[u8]) -> Result<Found, AnswerError> {
    Ok(match operation {
        "GetItem" => {
            let answer = GetItemResponse::decode(body)?;
            Found {
                items: answer.item.into_iter().collect(),
                scanned: None,
                units: answer.consumed_capacity.map(|consumed| consumed.capacity_units),
            }
        }
        "BatchGetItem" => {
            let answer = BatchGetItemResponse::decode(body)?;
            let sum = |all: Vec<ConsumedCapacity>| all.iter().map(|consumed| consumed.capacity_units).sum();
            Found {
                items: answer.responses.into_iter().flat_map(|(_, items)| items).collect(),
                scanned: None,
                units: answer.consumed_capacity.map(sum),
            }
        }
        _ => {
            let answer = QueryResponse::decode(body)?;
            Found {
                items: answer.items.unwrap_or_default(),
                scanned: Some(answer.scanned_count),
                units: answer.consumed_capacity.map(|consumed| consumed.capacity_units),
            }
        }
    })
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "units are small, and never negative"
)]
fn halves(units: f64) -> u64 {
    (units * 2.0).round() as u64
}

/// The differences, and possible reasons.
fn notes(here: &DigestedRead, there: &DigestedRead) -> Vec<String> {
    let mut notes = Vec::new();
    match (&here.outcome.refusal, &there.outcome.refusal) {
        (None, Some(words)) if words.starts_with("ResourceNotFoundException") => {
            return vec![
                "The endpoint does not have this table or index. Copy the workspace to the endpoint first.".to_owned(),
            ];
        }
        (None, Some(_)) => return vec!["The endpoint refuses what the simulation accepts.".to_owned()],
        (Some(_), None) => return vec!["The simulation refuses what the endpoint accepts.".to_owned()],
        (Some(one), Some(other)) if one != other => return vec!["Both refuse it, with different messages.".to_owned()],
        _ => {}
    }
    if here.outcome.items != there.outcome.items || here.digest != there.digest {
        notes.push("The items differ: the data differ, or a page ends at a different item.".to_owned());
    }
    match (here.outcome.units, there.outcome.units) {
        (Some(_), None) => notes.push("The endpoint reports no consumed capacity.".to_owned()),
        (Some(one), Some(other)) if one != other => {
            notes.push(if here.read == there.read {
                "The units differ: both read the same number of items, so the endpoint computes sizes differently."
                    .to_owned()
            } else {
                format!(
                    "The units differ: {} items were read here, {} there.",
                    here.read, there.read
                )
            });
        }
        _ => {}
    }
    notes
}

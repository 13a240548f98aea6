//! Puts items into a table with ordinary BatchWriteItem requests, which the journal records.
//!
//! A refused batch is sent again item by item, so that an invalid item does not exclude other items. Other requests run
//! between two batches. Must not know where items come from.

use std::time::Duration;

use hashrange_endpoint::{Answer, target_of};
use hashrange_wire::{BatchWriteItemRequest, BatchWriteItemResponse, TableStatus, encode_request};

use super::batch::{Fault, Sourced};
use super::failure::Failure;
use super::registry::cut_off;
use crate::service::Service;

/// The wait between two attempts while a table is not ready, or lacks throughput.
const PAUSE: Duration = Duration::from_millis(20);

/// The result of a request.
enum Outcome {
    Done(Answer),
    /// The request must be sent again later.
    Later,
    Refused(String),
}

/// Puts items; returns their number, and the invalid ones.
///
/// # Errors
/// When the import cannot continue.
pub(super) async fn put(
    service: &Service,
    table: &str,
    items: Vec<Sourced>,
    is_ending: &(dyn Fn() -> bool + Sync),
) -> Result<(u64, Vec<Fault>), Failure> {
    let (count, mut faults) = (items.len() as u64, Vec::new());
    if items.is_empty() {
        return Ok((0, faults));
    }
    let puts: Vec<String> = items
        .iter()
        .map(|sourced| format!("{{\"PutRequest\":{{\"Item\":{}}}}}", sourced.item))
        .collect();
    let batch = format!("{{\"RequestItems\":{{\"{table}\":[{}]}}}}", puts.join(","));
    if send(service, table, "BatchWriteItem", batch, is_ending).await?.is_ok() {
        return Ok((count, faults));
    }
    for Sourced { item, place } in items {
        let one = format!("{{\"TableName\":\"{table}\",\"Item\":{item}}}");
        if let Err(message) = send(service, table, "PutItem", one, is_ending).await? {
            faults.push(Fault { place, message });
        }
    }
    Ok((count - faults.len() as u64, faults))
}

/// Sends a request until it succeeds or is refused. The refusal is the inner error.
async fn send(
    service: &Service,
    table: &str,
    operation: &str,
    mut body: String,
    is_ending: &(dyn Fn() -> bool + Sync),
) -> Result<Result<(), String>, Failure> {
    let target = target_of(operation);
    loop {
        if is_ending() {
            return Err(cut_off());
        }
        match judge(service, table, service.answer(&target, body.as_bytes()).await)? {
            Outcome::Refused(message) => return Ok(Err(message)),
            Outcome::Later => tokio::time::sleep(PAUSE).await,
            Outcome::Done(answer) => match unprocessed(&answer) {
                None => return Ok(Ok(())),
                Some(rest) => {
                    body = rest;
                    tokio::time::sleep(PAUSE).await;
                }
            },
        }
    }
}

fn judge(service: &Service, table: &str, answer: Answer) -> Result<Outcome, Failure> {
    match answer.exception {
        None => Ok(Outcome::Done(answer)),
        Some("ProvisionedThroughputExceededException" | "ThrottlingException" | "RequestLimitExceeded") => {
            Ok(Outcome::Later)
        }
        Some("InternalServerError") => Err(Failure::server_ended("the import")),
        Some("ResourceNotFoundException") => {
            let status = service.look(|engine| engine.table(table).map(|table| table.status()));
            match status.flatten() {
                Some(TableStatus::Creating) => Ok(Outcome::Later),
                _ => Err(Failure::table_gone(table)),
            }
        }
        Some(exception) => Ok(Outcome::Refused(answer.message.unwrap_or_else(|| exception.to_owned()))),
    }
}

/// The unprocessed part of a batch, as the body of a new request.
fn unprocessed(answer: &Answer) -> Option<String> {
    let written = BatchWriteItemResponse::decode(answer.body.as_bytes()).ok()?;
    let rest = BatchWriteItemRequest {
        request_items: written.unprocessed_items,
        ..BatchWriteItemRequest::default()
    };
    (!rest.request_items.is_empty()).then(|| encode_request(&rest.into()))
}

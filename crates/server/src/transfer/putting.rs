//! Puts the records of a batch with ordinary requests, which the journal records.
//!
//! Records without conditions go into one BatchWriteItem, and so does what remains of it. If it is refused, and for a
//! condition, each record goes into a PutItem, so that an invalid item does not exclude other items. A throttled request
//! is sent again until it succeeds, and what follows waits: so a hot partition slows a bulk operation (a model: AWS
//! documents the effect, but no order). Must not know where records come from.

use std::time::Duration;

use hashrange_endpoint::{Answer, target_of};
use hashrange_wire::{BatchWriteItemResponse, ConsumedCapacity, PutItemResponse, TableStatus, WriteRequest};
use serde_json::Value;

use super::failure::Failure;
use super::record::{Put, Record};
use crate::service::Service;

/// The wait between two attempts while throughput lacks.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// The table of an import or a bulk operation, and whether this must stop.
pub(super) struct Putting<'s> {
    pub(super) service: &'s Service,
    /// What puts, in words: "the import".
    pub(super) what: &'static str,
    pub(super) table: &'s str,
    pub(super) table_id: &'s str,
    /// Why the operation must end early, if it must.
    pub(super) stop: &'s (dyn Fn() -> Option<Failure> + Sync),
}

/// The result of a record.
pub(super) enum Fate {
    Put,
    /// The record is invalid.
    Failed(String),
    /// Its condition is false. Holds the stored item as DynamoDB JSON, if there is one.
    FalseCondition(Option<Value>),
}

/// The result of a request.
enum Outcome {
    /// Holds the body of the response.
    Done(String),
    /// The request must be sent again later.
    Later,
    Refused(Fate),
}

/// The results of a batch so far.
pub(super) struct Results {
    /// The result of each record; `None` if it is not put yet.
    pub(super) fates: Vec<Option<Fate>>,
    /// The consumed write units, in halves.
    pub(super) half_units: u64,
}

impl Results {
    /// The results of these records before they are put: only the unreadable ones have failed.
    pub(super) fn of(records: &[Record]) -> Self {
        let unread = |record: &Record| record.put.as_ref().err().cloned().map(Fate::Failed);
        Self {
            fates: records.iter().map(unread).collect(),
            half_units: 0,
        }
    }

    /// What is not put yet, with the place where its result goes.
    fn open<'r>(&mut self, records: &'r [Record]) -> Vec<(&mut Option<Fate>, &'r Put)> {
        let places = self.fates.iter_mut().zip(records);
        let puts = places.filter_map(|(fate, record)| Some((fate, record.put.as_ref().ok()?)));
        puts.filter(|(fate, _)| fate.is_none()).collect()
    }
}

impl Putting<'_> {
    /// Puts the records of a batch. After an error, the results say what happened until then.
    ///
    /// # Errors
    /// When the operation cannot continue.
    pub(super) async fn put(&self, records: &[Record], results: &mut Results) -> Result<(), Failure> {
        self.put_together(records, results).await?;
        let mut half_units = 0;
        for (fate, put) in results.open(records) {
            *fate = Some(self.put_one(put, &mut half_units).await?);
        }
        results.half_units += half_units;
        Ok(())
    }

    /// Waits, unless the operation must stop.
    ///
    /// # Errors
    /// Why it must stop.
    pub(super) async fn wait(&self, mut left: Duration) -> Result<(), Failure> {
        loop {
            if let Some(failure) = (self.stop)() {
                return Err(failure);
            }
            if left.is_zero() {
                return Ok(());
            }
            let part = left.min(PAUSE);
            tokio::time::sleep(part).await;
            left -= part;
        }
    }

    /// Puts records together, until all are put or their batch is refused.
    async fn put_together(&self, records: &[Record], results: &mut Results) -> Result<(), Failure> {
        loop {
            let open = results.open(records);
            if open.len() < 2 {
                return Ok(());
            }
            let puts = open
                .iter()
                .map(|(_, put)| format!("{{\"PutRequest\":{{\"Item\":{}}}}}", put.json));
            let puts: Vec<String> = puts.collect();
            let body = format!(
                "{{\"RequestItems\":{{\"{}\":[{}]}},\"ReturnConsumedCapacity\":\"TOTAL\"}}",
                self.table,
                puts.join(",")
            );
            match self.send("BatchWriteItem", &body).await? {
                Outcome::Refused(_) => return Ok(()),
                Outcome::Later => self.wait(PAUSE).await?,
                Outcome::Done(body) => {
                    let response = BatchWriteItemResponse::decode(body.as_bytes()).unwrap_or_default();
                    let rest: Vec<&WriteRequest> = response.unprocessed_items.values().flatten().collect();
                    for (fate, put) in open {
                        let is_rest =
                            |write: &&WriteRequest| matches!(write, WriteRequest::Put(item) if *item == *put.item);
                        *fate = (!rest.iter().any(is_rest)).then_some(Fate::Put);
                    }
                    results.half_units += half_units_of(response.consumed_capacity.iter().flatten());
                    if !rest.is_empty() {
                        self.wait(PAUSE).await?;
                    }
                }
            }
        }
    }

    async fn put_one(&self, put: &Put, half_units: &mut u64) -> Result<Fate, Failure> {
        let Self { table, .. } = self;
        let Put { json, condition, .. } = put;
        let old = if condition.is_empty() {
            ""
        } else {
            ",\"ReturnValuesOnConditionCheckFailure\":\"ALL_OLD\""
        };
        let body = format!(
            "{{\"TableName\":\"{table}\",\"Item\":{json}{condition}{old},\"ReturnConsumedCapacity\":\"TOTAL\"}}"
        );
        loop {
            match self.send("PutItem", &body).await? {
                Outcome::Refused(fate) => {
                    // A false condition is charged like the write (documented: capacity-units).
                    if matches!(fate, Fate::FalseCondition(_)) {
                        *half_units += 2 * put.item.item_size().div_ceil(1_024).max(1) as u64;
                    }
                    return Ok(fate);
                }
                Outcome::Later => self.wait(PAUSE).await?,
                Outcome::Done(body) => {
                    let response = PutItemResponse::decode(body.as_bytes()).unwrap_or_default();
                    *half_units += half_units_of(response.consumed_capacity.as_deref().into_iter());
                    return Ok(Fate::Put);
                }
            }
        }
    }

    async fn send(&self, operation: &str, body: &str) -> Result<Outcome, Failure> {
        if let Some(failure) = (self.stop)() {
            return Err(failure);
        }
        // Another table can have the name of a deleted one.
        let id = self
            .service
            .look(|engine| engine.describe(self.table).map(|table| table.table_id));
        if id.flatten().as_deref() != Some(self.table_id) {
            return Err(Failure::table_gone(self.table, self.what));
        }
        let answer = self.service.answer(&target_of(operation), body.as_bytes()).await;
        self.judge(answer)
    }

    fn judge(&self, answer: Answer) -> Result<Outcome, Failure> {
        Ok(match answer.exception {
            None => Outcome::Done(answer.body),
            Some(
                "ProvisionedThroughputExceededException"
                | "ThrottlingException"
                | "RequestLimitExceeded"
                | "TransactionConflictException",
            ) => Outcome::Later,
            Some("ConditionalCheckFailedException") => {
                let mut body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
                let item = body.get_mut("Item").map(Value::take);
                Outcome::Refused(Fate::FalseCondition(item))
            }
            Some("InternalServerError") => return Err(Failure::server_ended(self.what)),
            Some("ResourceNotFoundException") => {
                let status = self
                    .service
                    .look(|engine| engine.table(self.table).map(|table| table.status()));
                match status.flatten() {
                    Some(TableStatus::Creating) => Outcome::Later,
                    _ => return Err(Failure::table_gone(self.table, self.what)),
                }
            }
            Some(exception) => {
                let message = answer.message.unwrap_or_else(|| exception.to_owned());
                Outcome::Refused(Fate::Failed(message))
            }
        })
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn half_units_of<'c>(consumed: impl Iterator<Item = &'c ConsumedCapacity>) -> u64 {
    let units: f64 = consumed.map(|consumed| consumed.capacity_units).sum();
    (units * 2.0).round() as u64
}

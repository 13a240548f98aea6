//! Puts the records of a batch with ordinary requests, which the journal records.
//!
//! Records without conditions go into one BatchWriteItem. If it is refused, and for a condition, each record goes into a
//! PutItem. A throttled request is sent again until it succeeds, and what follows waits: so a hot partition slows the
//! operation (a model: AWS documents the effect, but no order). Must not know where records come from.

use std::time::Duration;

use hashrange_endpoint::{Answer, target_of};
use serde_json::Value;

use super::records::{Put, Record};
use crate::service::Service;
use crate::transfer::failure::Failure;

/// The wait between two attempts while throughput lacks.
pub(super) const PAUSE: Duration = Duration::from_millis(20);

/// The table of an operation, and whether the operation must stop.
pub(super) struct Putting<'s> {
    pub(super) service: &'s Service,
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
    Done(Value),
    /// The request must be sent again later.
    Later,
    Refused(Fate),
}

impl Putting<'_> {
    /// Puts the records of a batch. Returns the fate of each, and the consumed write units in halves.
    ///
    /// # Errors
    /// When the operation cannot continue.
    pub(super) async fn put(&self, records: &[Record]) -> Result<(Vec<Fate>, u64), Failure> {
        let mut half_units = 0;
        let puts: Vec<&Put> = records.iter().filter_map(|record| record.put.as_ref().ok()).collect();
        let is_batch = puts.len() > 1 && self.send_batch(&puts, &mut half_units).await?;
        let mut fates = Vec::with_capacity(records.len());
        for record in records {
            fates.push(match &record.put {
                Err(message) => Fate::Failed(message.clone()),
                Ok(_) if is_batch => Fate::Put,
                Ok(put) => self.send_one(put, &mut half_units).await?,
            });
        }
        Ok((fates, half_units))
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

    /// Sends a batch until every item is put. Returns false if it is refused. Its items are put one by one then, also
    /// those that an earlier answer put.
    async fn send_batch(&self, puts: &[&Put], half_units: &mut u64) -> Result<bool, Failure> {
        let puts: Vec<String> = puts
            .iter()
            .map(|put| format!("{{\"PutRequest\":{{\"Item\":{}}}}}", put.json))
            .collect();
        let mut tables = format!("{{\"{}\":[{}]}}", self.table, puts.join(","));
        loop {
            let body = format!("{{\"RequestItems\":{tables},\"ReturnConsumedCapacity\":\"TOTAL\"}}");
            match self.send("BatchWriteItem", &body).await? {
                Outcome::Refused(_) => return Ok(false),
                Outcome::Later => {}
                Outcome::Done(response) => {
                    *half_units += half_units_of(response.pointer("/ConsumedCapacity/0"));
                    let rest = response.get("UnprocessedItems");
                    match rest.filter(|rest| rest.as_object().is_some_and(|tables| !tables.is_empty())) {
                        Some(rest) => tables = rest.to_string(),
                        None => return Ok(true),
                    }
                }
            }
            self.wait(PAUSE).await?;
        }
    }

    async fn send_one(&self, put: &Put, half_units: &mut u64) -> Result<Fate, Failure> {
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
                Outcome::Done(response) => {
                    *half_units += half_units_of(response.get("ConsumedCapacity"));
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
            return Err(self.table_gone());
        }
        let answer = self.service.answer(&target_of(operation), body.as_bytes()).await;
        self.judge(&answer)
    }

    fn judge(&self, answer: &Answer) -> Result<Outcome, Failure> {
        let body = || serde_json::from_str(&answer.body).unwrap_or(Value::Null);
        Ok(match answer.exception {
            None => Outcome::Done(body()),
            Some(
                "ProvisionedThroughputExceededException"
                | "ThrottlingException"
                | "RequestLimitExceeded"
                | "TransactionConflictException",
            ) => Outcome::Later,
            Some("ConditionalCheckFailedException") => {
                let mut body = body();
                let item = body.get_mut("Item").map(Value::take);
                Outcome::Refused(Fate::FalseCondition(item))
            }
            Some("InternalServerError") => return Err(Failure::server_ended("the bulk operation")),
            Some("ResourceNotFoundException") => return Err(self.table_gone()),
            Some(exception) => {
                let message = answer.message.clone().unwrap_or_else(|| exception.to_owned());
                Outcome::Refused(Fate::Failed(message))
            }
        })
    }

    fn table_gone(&self) -> Failure {
        Failure::new(
            "TableDeleted",
            format!(
                "Table {} was deleted before the bulk operation was complete.",
                self.table
            ),
        )
    }
}

/// The line of a report about a record.
#[derive(serde::Serialize)]
#[serde(rename_all = "PascalCase")]
struct ReportLine<'r> {
    s3_bucket: &'r str,
    s3_key: &'r str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    existing_item: Option<&'r Value>,
}

/// The line of a report about a record that is not put, as JSON.
pub(super) fn report_line(bucket: &str, record: &Record, fate: &Fate) -> String {
    let mut line = ReportLine {
        s3_bucket: bucket,
        s3_key: &record.key,
        line: record.line,
        error_message: None,
        record: None,
        item: None,
        existing_item: None,
    };
    match fate {
        Fate::Put => {}
        Fate::Failed(message) => {
            line.error_message = Some(message);
            line.record = record.text.as_deref();
        }
        Fate::FalseCondition(stored) => {
            let put = record.put.as_ref().ok();
            line.item = put.and_then(|put| serde_json::from_str(&put.json).ok());
            line.existing_item = stored.as_ref();
        }
    }
    serde_json::to_string(&line).unwrap_or_default()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
fn half_units_of(consumed: Option<&Value>) -> u64 {
    let units = consumed.and_then(|consumed| consumed.get("CapacityUnits"));
    (units.and_then(Value::as_f64).unwrap_or_default() * 2.0).round() as u64
}

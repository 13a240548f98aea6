//! The response to a request as a client reads it: DynamoDB JSON text, and the parts of it that forms and grids need.

use std::sync::Arc;

use hashrange_insight::Report;
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{
    ConsumedCapacity, GetItemResponse, GetRecordsResponse, GetShardIteratorResponse, QueryResponse, UpdateTableResponse,
};

use crate::Freshness;

/// A successful request.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Answered {
    /// Virtual time of the response.
    pub at: Timestamp,
    /// The number of the request's record in the journal. A trial identifies the request by it.
    pub record: Option<u64>,
    /// The response as DynamoDB JSON.
    pub body: String,
    /// What the request touched and cost, if the service reports it.
    pub report: Option<Report>,
    /// The freshness of the response, if the request is a read.
    pub freshness: Option<Freshness>,
}

/// A request that was refused.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Refused {
    /// Virtual time of the refusal.
    pub at: Timestamp,
    /// The number of the request's record in the journal, if it has one.
    pub record: Option<u64>,
    /// HTTP status.
    pub status: u16,
    /// Name of the exception.
    pub exception: String,
    /// The service's text.
    pub message: String,
    /// The response as DynamoDB JSON.
    pub body: String,
    /// What the request touched and cost despite the refusal.
    pub report: Option<Report>,
}

/// A page of a Query or Scan.
pub type Page = QueryResponse;

/// The parts of a GetRecords response that a stream reader needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The sequence number of each record.
    pub records: Vec<String>,
    /// The next shard iterator; absent at the end of a closed shard.
    pub next: Option<String>,
}

impl Answered {
    fn body(&self) -> &[u8] {
        self.body.as_bytes()
    }

    /// The page of a Query or Scan; `None` for another response.
    #[must_use]
    pub fn page(&self) -> Option<Page> {
        Page::decode(self.body()).ok()
    }

    /// The item of a GetItem, if there is one.
    #[must_use]
    pub fn item(&self) -> Option<Arc<Item>> {
        GetItemResponse::decode(self.body()).ok()?.item
    }

    /// What the request cost, table and indexes separately, if it requested that.
    #[must_use]
    pub fn cost(&self) -> Option<ConsumedCapacity> {
        ConsumedCapacity::of_response(self.body())
    }

    /// Capacity units, if the request requested them.
    #[must_use]
    pub fn units(&self) -> Option<f64> {
        Some(self.cost()?.capacity_units)
    }

    /// The name of the table in the response to CreateTable, UpdateTable or DeleteTable.
    #[must_use]
    pub fn table_name(&self) -> Option<String> {
        let table = UpdateTableResponse::decode(self.body()).ok()?.table_description;
        Some(table.table_name)
    }

    /// The iterator of a GetShardIterator.
    #[must_use]
    pub fn shard_iterator(&self) -> Option<String> {
        let answer = GetShardIteratorResponse::decode(self.body()).ok()?;
        Some(answer.shard_iterator)
    }

    /// The records of a GetRecords.
    #[must_use]
    pub fn records(&self) -> Option<Records> {
        let answer = GetRecordsResponse::decode(self.body()).ok()?;
        let records = answer.records.into_iter().map(|record| record.sequence_number);
        Some(Records {
            records: records.collect(),
            next: answer.next_shard_iterator,
        })
    }
}

//! The response to a request as a client reads it: DynamoDB JSON text, and the parts of it that forms and grids need.

use std::sync::Arc;

use hashrange_insight::Report;
use hashrange_time::Timestamp;
use hashrange_values::Item;
use hashrange_wire::{ConsumedCapacity, QueryResponse, item_from_json};
use serde::Deserialize;
use serde_json::value::RawValue;

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

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Body<'a> {
    #[serde(borrow)]
    item: Option<&'a RawValue>,
    #[serde(borrow)]
    attributes: Option<&'a RawValue>,
    #[serde(borrow)]
    items: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    last_evaluated_key: Option<&'a RawValue>,
    count: Option<u32>,
    scanned_count: Option<u32>,
    consumed_capacity: Option<Cost>,
    shard_iterator: Option<String>,
    next_shard_iterator: Option<String>,
    records: Option<Vec<RecordBody>>,
    table_description: Option<DescriptionBody>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Cost {
    table_name: String,
    capacity_units: f64,
    table: Option<UnitsBody>,
    #[serde(default)]
    local_secondary_indexes: std::collections::BTreeMap<String, UnitsBody>,
    #[serde(default)]
    global_secondary_indexes: std::collections::BTreeMap<String, UnitsBody>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct UnitsBody {
    capacity_units: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DescriptionBody {
    table_name: String,
}

#[derive(Deserialize)]
struct RecordBody {
    dynamodb: RecordPart,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RecordPart {
    sequence_number: String,
}

impl Answered {
    fn read(&self) -> Option<Body<'_>> {
        serde_json::from_str(&self.body).ok()
    }

    /// The page of a Query or Scan; `None` for another response.
    #[must_use]
    pub fn page(&self) -> Option<Page> {
        let body = self.read()?;
        let items = body
            .items
            .map(|items| items.into_iter().map(|item| item_of(item).map(Arc::new)).collect());
        Some(Page {
            items: match items {
                Some(items) => Some(Option::<Vec<_>>::from_iter::<Vec<Option<Arc<Item>>>>(items)?),
                None => None,
            },
            count: body.count?,
            scanned_count: body.scanned_count?,
            last_evaluated_key: body.last_evaluated_key.and_then(item_of),
            consumed_capacity: body.consumed_capacity.map(Cost::read),
        })
    }

    /// The item of a GetItem, if there is one.
    #[must_use]
    pub fn item(&self) -> Option<Arc<Item>> {
        self.read()?.item.and_then(item_of).map(Arc::new)
    }

    /// The attributes that a write returns, if any.
    #[must_use]
    pub fn attributes(&self) -> Option<Item> {
        self.read()?.attributes.and_then(item_of)
    }

    /// What the request cost, table and indexes separately, if it requested that.
    #[must_use]
    pub fn cost(&self) -> Option<ConsumedCapacity> {
        self.read()?.consumed_capacity.map(Cost::read)
    }

    /// Capacity units, if the request requested them.
    #[must_use]
    pub fn units(&self) -> Option<f64> {
        Some(self.read()?.consumed_capacity?.capacity_units)
    }

    /// The name of the table in the response to CreateTable, UpdateTable or DeleteTable.
    #[must_use]
    pub fn table_name(&self) -> Option<String> {
        Some(self.read()?.table_description?.table_name)
    }

    /// The iterator of a GetShardIterator.
    #[must_use]
    pub fn shard_iterator(&self) -> Option<String> {
        self.read()?.shard_iterator
    }

    /// The records of a GetRecords.
    #[must_use]
    pub fn records(&self) -> Option<Records> {
        let body = self.read()?;
        let records = body
            .records?
            .into_iter()
            .map(|record| record.dynamodb.sequence_number)
            .collect();
        Some(Records {
            records,
            next: body.next_shard_iterator,
        })
    }
}

impl Cost {
    fn read(self) -> ConsumedCapacity {
        let units = |arms: std::collections::BTreeMap<String, UnitsBody>| {
            let mut read = std::collections::BTreeMap::new();
            read.extend(arms.into_iter().map(|(name, units)| (name, units.capacity_units)));
            read
        };
        ConsumedCapacity {
            table_name: self.table_name,
            capacity_units: self.capacity_units,
            table: self.table.map(|units| units.capacity_units),
            local_secondary_indexes: units(self.local_secondary_indexes),
            global_secondary_indexes: units(self.global_secondary_indexes),
            ..ConsumedCapacity::default()
        }
    }
}

fn item_of(raw: &RawValue) -> Option<Item> {
    item_from_json(raw.get()).ok()
}

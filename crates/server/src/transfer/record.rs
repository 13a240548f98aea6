//! The records of objects, in batches: what each puts, or why it is invalid, and its place.
//!
//! Must not know the format of an object, nor how a batch is put.

use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::attribute_value_to_json;
use tokio::sync::mpsc::Sender;

/// The maximum number of records of a batch: the limit of BatchWriteItem (documented: limits-batches).
const MOST_RECORDS: usize = 25;
/// The maximum bytes of the records of a batch.
const MOST_BYTES: usize = 1 << 20;

/// Records in the order of their objects. No two have the same key, and one with a condition is alone.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) records: Vec<Record>,
    /// Bytes read for this batch.
    pub(super) bytes: u64,
}

/// A record, or an object that cannot be read.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) place: Place,
    /// Its text, if a report lists it.
    pub(super) text: Option<String>,
    /// What it puts, or why it is invalid.
    pub(super) put: Result<Put, String>,
}

/// An item to be put.
#[derive(Debug)]
pub(super) struct Put {
    pub(super) item: Arc<Item>,
    /// The item as DynamoDB JSON.
    pub(super) json: String,
    /// The members of its condition, each after a comma; empty without one.
    pub(super) condition: String,
}

/// The position of a record.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The object's key.
    pub(super) key: Arc<str>,
    /// The number of the record in the object, from 0.
    pub(super) item: u64,
    /// Its line, from 1.
    pub(super) line: u64,
}

/// The receiver of the batches has ended.
pub(super) struct ReceiverGone;

/// Fills batches with the records of an object.
pub(super) struct BatchBuilder<'s> {
    send: &'s Sender<Batch>,
    batch: Batch,
    /// Bytes of the records in the batch.
    batch_bytes: usize,
    /// The keys of the items in the batch.
    batch_keys: Vec<String>,
    /// The key attributes of the table.
    keys: &'s [String],
}

impl<'s> BatchBuilder<'s> {
    /// Batches for a table with these key attributes.
    pub(super) fn new(send: &'s Sender<Batch>, keys: &'s [String]) -> Self {
        Self {
            send,
            batch: Batch::default(),
            batch_bytes: 0,
            batch_keys: Vec::new(),
            keys,
        }
    }

    /// Counts bytes that were read.
    pub(super) fn count(&mut self, bytes: u64) {
        self.batch.bytes += bytes;
    }

    /// Adds a record. Sends the records before it, if it does not fit into their batch.
    pub(super) fn add(&mut self, record: Record) -> Result<(), ReceiverGone> {
        let put = record.put.as_ref().ok();
        let key: Option<String> = put.map(|put| {
            let part = |name: &String| {
                let value = put.item.get(name.as_str());
                value.map(attribute_value_to_json).unwrap_or_default()
            };
            self.keys.iter().map(part).collect()
        });
        let text = record.text.as_ref().or(put.map(|put| &put.json));
        let bytes = text.map_or(0, String::len);
        let is_conditional = |record: &Record| record.put.as_ref().is_ok_and(|put| !put.condition.is_empty());
        let is_full = self.batch.records.len() >= MOST_RECORDS || self.batch_bytes + bytes > MOST_BYTES;
        let is_taken = key.as_ref().is_some_and(|key| self.batch_keys.contains(key));
        let is_alone = is_conditional(&record) || self.batch.records.iter().any(is_conditional);
        if !self.batch.records.is_empty() && (is_full || is_taken || is_alone) {
            self.send_batch()?;
        }
        self.batch_bytes += bytes;
        self.batch_keys.extend(key);
        self.batch.records.push(record);
        Ok(())
    }

    /// Whether no task receives the batches any more.
    pub(super) fn is_closed(&self) -> bool {
        self.send.is_closed()
    }

    /// Sends the batch, and waits while the queue is full.
    pub(super) fn send_batch(&mut self) -> Result<(), ReceiverGone> {
        (self.batch_bytes, self.batch_keys) = (0, Vec::new());
        self.send
            .blocking_send(std::mem::take(&mut self.batch))
            .map_err(|_| ReceiverGone)
    }
}

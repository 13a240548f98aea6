//! The objects of an import, read one after another on a separate thread, one batch of items at a time.
//!
//! The first text in an object that is not an item ends the reading of this object, as on the service
//! (observed: imports-seen). An item that the table refuses does not end it. Must not know how a batch is used.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::{ImportTableRequest, InputCompressionType, InputFormat, attribute_value_to_json, item_to_json};
use tokio::sync::mpsc::Sender;

use super::batch::{Batch, Fault, Place, Sourced};
use super::decompressed::decompressed;
use super::failure::Failure;
use super::found::{Found, Reader};
use super::json_lines::JsonLines;
use super::rows::{Plan, Rows};
use crate::s3::{Bucket, Object};

/// The maximum number of objects of an import (documented: imports-quotas).
const MOST_OBJECTS: usize = 50_000;
/// The maximum number of items of a batch: the limit of BatchWriteItem (documented: limits-batches).
const MOST_ITEMS: usize = 25;
/// The maximum bytes of a batch's items.
const MOST_BYTES: usize = 1 << 20;
/// The maximum number of faults of a batch.
const MOST_FAULTS: usize = 100;

/// The objects of an import.
pub(super) struct Source {
    bucket: Bucket,
    prefix: String,
    compression: InputCompressionType,
    /// The options for rows of text; `None` for DynamoDB JSON.
    plan: Option<Plan>,
    /// The key attributes of the table.
    keys: Vec<String>,
}

/// The receiver of the batches has ended.
struct ReceiverGone;

impl Source {
    /// The objects that a request names.
    pub(super) fn of(request: &ImportTableRequest, bucket: Bucket) -> Self {
        let parameters = &request.table_creation_parameters;
        Self {
            bucket,
            prefix: request.s3_bucket_source.s3_key_prefix.clone().unwrap_or_default(),
            compression: request.input_compression_type.unwrap_or(InputCompressionType::None),
            plan: (request.input_format == Some(InputFormat::Csv)).then(|| Plan::of(request)),
            keys: parameters
                .key_schema
                .iter()
                .map(|key| key.attribute_name.to_string())
                .collect(),
        }
    }

    /// Reads all objects.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub(super) fn read(&self, send: &Sender<Batch>) -> Result<(), Failure> {
        for object in self.bucket.objects(&self.prefix, MOST_OBJECTS)? {
            let mut builder = BatchBuilder {
                send,
                batch: Batch::default(),
                batch_bytes: 0,
                keys: &self.keys,
                batch_keys: Vec::new(),
            };
            if self
                .read_object(&object, &mut builder)
                .and_then(|()| builder.send_batch())
                .is_err()
            {
                break;
            }
        }
        Ok(())
    }

    fn read_object(&self, object: &Object, builder: &mut BatchBuilder<'_>) -> Result<(), ReceiverGone> {
        let key: Arc<str> = object.key.as_str().into();
        let begun = object.open().map_err(|error| error.to_string());
        let begun = begun.and_then(|file| self.reader(file).map_err(|error| error.to_string()));
        let mut reader = match begun {
            Ok(Some(reader)) => reader,
            // An empty object is not decompressed (observed: imports-seen).
            Ok(None) => return Ok(()),
            Err(message) => return builder.fault(Place { key, item: 0, line: 1 }, message),
        };
        let mut item = 0;
        while let Some((line, found)) = reader.next() {
            builder.batch.bytes += reader.bytes();
            let place = Place {
                key: Arc::clone(&key),
                item,
                line,
            };
            item += 1;
            match found {
                Found::Item(item) => builder.item(&item, place)?,
                Found::Fault(message) => builder.fault(place, message)?,
                Found::End(message) => return builder.fault(place, message),
            }
        }
        builder.batch.bytes += reader.bytes();
        Ok(())
    }

    fn reader(&self, file: File) -> io::Result<Option<Box<dyn Reader + '_>>> {
        let mut file = BufReader::new(file);
        if file.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let bytes: Box<dyn Read> = decompressed(file, self.compression)?;
        let bytes = BufReader::with_capacity(64 << 10, bytes);
        Ok(Some(match &self.plan {
            Some(plan) => Box::new(Rows::new(bytes, plan)),
            None => Box::new(JsonLines::new(bytes)),
        }))
    }
}

/// Fills batches.
struct BatchBuilder<'s> {
    send: &'s Sender<Batch>,
    batch: Batch,
    /// Bytes of the items in the batch.
    batch_bytes: usize,
    keys: &'s [String],
    /// The keys of the items in the batch. No batch contains a key twice.
    batch_keys: Vec<String>,
}

impl BatchBuilder<'_> {
    fn item(&mut self, item: &Item, place: Place) -> Result<(), ReceiverGone> {
        let part = |name: &String| item.get(name.as_str()).map(attribute_value_to_json).unwrap_or_default();
        let key: String = self.keys.iter().map(part).collect();
        let text = item_to_json(item);
        let batch = &self.batch;
        let is_full = batch.items.len() >= MOST_ITEMS || self.batch_bytes + text.len() > MOST_BYTES;
        if is_full || self.batch_keys.contains(&key) {
            self.send_batch()?;
        }
        self.batch_bytes += text.len();
        self.batch_keys.push(key);
        self.batch.items.push(Sourced { item: text, place });
        Ok(())
    }

    fn fault(&mut self, place: Place, message: String) -> Result<(), ReceiverGone> {
        self.batch.faults.push(Fault { place, message });
        if self.batch.faults.len() >= MOST_FAULTS {
            self.send_batch()
        } else {
            Ok(())
        }
    }

    /// Sends the batch, and waits while the queue is full.
    fn send_batch(&mut self) -> Result<(), ReceiverGone> {
        (self.batch_bytes, self.batch_keys) = (0, Vec::new());
        self.send
            .blocking_send(std::mem::take(&mut self.batch))
            .map_err(|_| ReceiverGone)
    }
}

//! The objects of an import, read one after another on a separate thread, one batch of items at a time.
//!
//! The first text in an object that is not an item ends the reading of this object, as on the service
//! (observed: imports-seen). An item that the table refuses does not end it. Must not know how a batch is used.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::{ImportTableRequest, InputCompressionType, InputFormat, item_to_json};
use tokio::sync::mpsc::Sender;

use super::decompressed::decompressed;
use super::failure::Failure;
use super::found::{Found, Reader};
use super::json_lines::JsonLines;
use super::record::{Batch, BatchBuilder, Place, Put, ReceiverGone, Record};
use super::rows::{Plan, Rows};
use crate::s3::{Bucket, Object};

/// The maximum number of objects of an import (documented: imports-quotas).
const MOST_OBJECTS: usize = 50_000;

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
            let mut builder = BatchBuilder::new(send, &self.keys);
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
            Err(message) => return builder.add(fault(Place { key, item: 0, line: 1 }, message)),
        };
        let mut item = 0;
        while let Some((line, found)) = reader.next() {
            builder.count(reader.bytes());
            let place = Place {
                key: Arc::clone(&key),
                item,
                line,
            };
            item += 1;
            match found {
                Found::Item(item) => builder.add(record(item, place))?,
                Found::Fault(message) => builder.add(fault(place, message))?,
                Found::End(message) => return builder.add(fault(place, message)),
            }
        }
        builder.count(reader.bytes());
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

/// The record of an item.
fn record(item: Item, place: Place) -> Record {
    let put = Put {
        json: item_to_json(&item),
        item: Arc::new(item),
        condition: String::new(),
    };
    Record {
        place,
        text: None,
        put: Ok(put),
    }
}

/// The record of what is no item.
fn fault(place: Place, message: String) -> Record {
    Record {
        place,
        text: None,
        put: Err(message),
    }
}

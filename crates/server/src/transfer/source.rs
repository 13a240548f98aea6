//! The objects of an import, read one after the other on a thread of its own, a parcel of items at a time.
//!
//! The first thing in an object that is no item ends the reading of this object, as on the service (observed); an item that the
//! table refuses does not. Must not know what becomes of a parcel.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::{ImportTableRequest, InputCompressionType, InputFormat, attribute_value_to_json, item_to_json};
use tokio::sync::mpsc::Sender;

use super::failure::Failure;
use super::found::{Found, Reader};
use super::json_lines::JsonLines;
use super::parcel::{Fault, Parcel, Place, Sourced};
use super::rows::{Plan, Rows};
use super::unpacked::unpacked;
use crate::s3::{Bucket, Object};

/// Objects of an import (documented).
const MOST_OBJECTS: usize = 50_000;
/// Items of a parcel: as many as a batch takes (documented).
const MOST_ITEMS: usize = 25;
/// Bytes of a parcel's items.
const MOST_BYTES: usize = 1 << 20;
/// Faults of a parcel.
const MOST_FAULTS: usize = 100;

/// The objects of an import.
pub(super) struct Source {
    bucket: Bucket,
    prefix: String,
    compression: InputCompressionType,
    /// Of rows of text; nothing of DynamoDB JSON.
    plan: Option<Plan>,
    /// The key attributes of the table.
    keys: Vec<String>,
}

/// Nobody takes what is read.
struct Unwanted;

impl Source {
    /// The objects that a request is about.
    pub(super) fn of(request: &ImportTableRequest, bucket: Bucket) -> Self {
        let parameters = &request.table_creation_parameters;
        Self {
            bucket,
            prefix: request.s3_bucket_source.s3_key_prefix.clone().unwrap_or_default(),
            compression: request.input_compression_type.unwrap_or(InputCompressionType::None),
            plan: (request.input_format == Some(InputFormat::Csv)).then(|| Plan::of(request)),
            keys: parameters.key_schema.iter().map(|key| key.attribute_name.to_string()).collect(),
        }
    }

    /// Reads all of them.
    ///
    /// # Errors
    /// When there is no list of them.
    pub(super) fn read(&self, send: &Sender<Parcel>) -> Result<(), Failure> {
        for object in self.bucket.objects(&self.prefix, MOST_OBJECTS)? {
            let mut packer = Packer { send, parcel: Parcel::default(), room: 0, keys: &self.keys, packed: Vec::new() };
            if self.read_object(&object, &mut packer).and_then(|()| packer.hand_over()).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn read_object(&self, object: &Object, packer: &mut Packer<'_>) -> Result<(), Unwanted> {
        let key: Arc<str> = object.key.as_str().into();
        let begun = object.open().map_err(|error| error.to_string());
        let begun = begun.and_then(|file| self.reader(file).map_err(|error| error.to_string()));
        let mut reader = match begun {
            Ok(Some(reader)) => reader,
            // Without a byte there is nothing to unpack either (observed).
            Ok(None) => return Ok(()),
            Err(message) => return packer.fault(Place { key, item: 0, line: 1 }, message),
        };
        let mut item = 0;
        while let Some((line, found)) = reader.next() {
            packer.parcel.bytes += reader.bytes();
            let place = Place { key: Arc::clone(&key), item, line };
            item += 1;
            match found {
                Found::Item(item) => packer.item(&item, place)?,
                Found::Fault(message) => packer.fault(place, message)?,
                Found::End(message) => return packer.fault(place, message),
            }
        }
        packer.parcel.bytes += reader.bytes();
        Ok(())
    }

    fn reader(&self, file: File) -> io::Result<Option<Box<dyn Reader + '_>>> {
        let mut file = BufReader::new(file);
        if file.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let bytes: Box<dyn Read> = unpacked(file, self.compression)?;
        let bytes = BufReader::with_capacity(64 << 10, bytes);
        Ok(Some(match &self.plan {
            Some(plan) => Box::new(Rows::new(bytes, plan)),
            None => Box::new(JsonLines::new(bytes)),
        }))
    }
}

/// Fills parcels.
struct Packer<'s> {
    send: &'s Sender<Parcel>,
    parcel: Parcel,
    /// Bytes of the items in it.
    room: usize,
    keys: &'s [String],
    /// The keys of the items in it: no batch has one twice.
    packed: Vec<String>,
}

impl Packer<'_> {
    fn item(&mut self, item: &Item, place: Place) -> Result<(), Unwanted> {
        let part = |name: &String| item.get(name.as_str()).map(attribute_value_to_json).unwrap_or_default();
        let key: String = self.keys.iter().map(part).collect();
        let text = item_to_json(item);
        let parcel = &self.parcel;
        let is_full = parcel.items.len() >= MOST_ITEMS || self.room + text.len() > MOST_BYTES;
        if is_full || self.packed.contains(&key) {
            self.hand_over()?;
        }
        self.room += text.len();
        self.packed.push(key);
        self.parcel.items.push(Sourced { item: text, place });
        Ok(())
    }

    fn fault(&mut self, place: Place, message: String) -> Result<(), Unwanted> {
        self.parcel.faults.push(Fault { place, message });
        if self.parcel.faults.len() >= MOST_FAULTS { self.hand_over() } else { Ok(()) }
    }

    /// Hands over what there is, and waits while enough is handed over already.
    fn hand_over(&mut self) -> Result<(), Unwanted> {
        (self.room, self.packed) = (0, Vec::new());
        self.send.blocking_send(std::mem::take(&mut self.parcel)).map_err(|_| Unwanted)
    }
}

//! The records of a bulk operation, read from its objects on a separate thread, one batch at a time.
//!
//! A record is a line: `{"Item": …}`, with ConditionExpression, ExpressionAttributeNames and
//! ExpressionAttributeValues beside it. A model: AWS does not publish the names of these members. An invalid record does
//! not end its object; an unreadable object does not end the operation. Objects are read one after another, by key (a
//! model: the service reads them in parallel). Must not know how a batch is used.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashrange_wire::{InputCompressionType, InputS3Configuration, item_from_json};
use serde_json::value::RawValue;
use tokio::sync::mpsc::Sender;

use crate::s3::{Bucket, Object};
use crate::transfer::decompressed::decompressed;
use crate::transfer::failure::Failure;
use crate::transfer::lines::Lines;
use crate::transfer::record::{Batch, BatchBuilder, Place, Put, ReceiverGone, Record};

/// The maximum number of objects, and of bytes of an object (documented: bulk-limits).
const MOST_OBJECTS: usize = 50_000;
const LARGEST_OBJECT: u64 = 5 << 30;

/// The objects of an operation.
pub(super) struct Records {
    objects: Vec<Object>,
    compression: InputCompressionType,
    /// The key attributes of the table.
    keys: Vec<String>,
}

/// A line.
#[derive(serde::Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Line<'l> {
    #[serde(borrow)]
    item: &'l RawValue,
    #[serde(borrow)]
    condition_expression: Option<&'l RawValue>,
    #[serde(borrow)]
    expression_attribute_names: Option<&'l RawValue>,
    #[serde(borrow)]
    expression_attribute_values: Option<&'l RawValue>,
}

/// The decompressed lines of an object.
type ObjectLines = Lines<BufReader<Box<dyn Read>>>;

impl Records {
    /// Lists the objects of a request. Returns them with the sum of their bytes.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub(super) fn list(
        bucket: &Bucket,
        input: &InputS3Configuration,
        keys: Vec<String>,
    ) -> Result<(Self, u64), Failure> {
        let prefix = input.s3_key_prefix.as_deref().unwrap_or_default();
        let objects = bucket.objects(prefix, MOST_OBJECTS)?;
        let bytes = objects.iter().map(Object::bytes).sum();
        let records = Self {
            objects,
            compression: input.input_compression_type.unwrap_or(InputCompressionType::None),
            keys,
        };
        Ok((records, bytes))
    }

    /// Reads all objects.
    pub(super) fn read(&self, send: &Sender<Batch>) {
        for object in &self.objects {
            let mut builder = BatchBuilder::new(send, &self.keys);
            let read = Arc::default();
            let outcome = self.read_object(object, &read, &mut builder);
            builder.count(read.swap(0, Ordering::Relaxed));
            if outcome.and_then(|()| builder.send_batch()).is_err() {
                break;
            }
        }
    }

    /// Reads an object, and counts the bytes that it stores.
    fn read_object(
        &self,
        object: &Object,
        read: &Arc<AtomicU64>,
        builder: &mut BatchBuilder<'_>,
    ) -> Result<(), ReceiverGone> {
        let key: Arc<str> = object.key.as_str().into();
        let mut item = 0;
        let place = |item, line| Place {
            key: Arc::clone(&key),
            item,
            line,
        };
        let unreadable = |place, message| Record {
            place,
            text: None,
            put: Err(message),
        };
        if object.bytes() > LARGEST_OBJECT {
            return builder.add(unreadable(place(0, 1), "the object is larger than 5 GB".to_owned()));
        }
        let begun = object.open().map_err(|error| error.to_string());
        let begun = begun.and_then(|file| self.lines(file, read).map_err(|error| error.to_string()));
        let mut lines = match begun {
            Ok(Some(lines)) => lines,
            Ok(None) => return Ok(()),
            Err(message) => return builder.add(unreadable(place(0, 1), message)),
        };
        loop {
            match lines.read() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(error) => return builder.add(unreadable(place(item, lines.number()), error.to_string())),
            }
            builder.count(read.swap(0, Ordering::Relaxed));
            if lines.line().iter().all(u8::is_ascii_whitespace) {
                if builder.is_closed() {
                    return Err(ReceiverGone);
                }
                continue;
            }
            builder.add(Record {
                place: place(item, lines.number()),
                text: Some(String::from_utf8_lossy(lines.line()).trim_end().to_owned()),
                put: put_of(lines.line()),
            })?;
            item += 1;
        }
    }

    /// The lines of an object; `None` if it is empty.
    fn lines(&self, file: File, read: &Arc<AtomicU64>) -> io::Result<Option<ObjectLines>> {
        let mut file = BufReader::new(Counted {
            file,
            read: Arc::clone(read),
        });
        if file.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let bytes = decompressed(file, self.compression)?;
        Ok(Some(Lines::new(BufReader::with_capacity(64 << 10, bytes))))
    }
}

/// A file whose read bytes are counted.
struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.file.read(out)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// What a line puts.
fn put_of(line: &[u8]) -> Result<Put, String> {
    // Serde would also read a list, as the members in their order.
    if line.trim_ascii_start().first() != Some(&b'{') {
        return Err("The record is not a JSON object".to_owned());
    }
    let line: Line<'_> = serde_json::from_slice(line).map_err(|error| format!("The record cannot be read: {error}"))?;
    let item = item_from_json(line.item.get()).map_err(|error| error.to_string())?;
    let members = [
        ("ConditionExpression", line.condition_expression),
        ("ExpressionAttributeNames", line.expression_attribute_names),
        ("ExpressionAttributeValues", line.expression_attribute_values),
    ];
    let condition = members
        .iter()
        .filter_map(|(name, value)| value.map(|value| format!(",\"{name}\":{value}")))
        .collect();
    Ok(Put {
        item: Arc::new(item),
        json: line.item.get().to_owned(),
        condition,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> String {
        match put_of(line.as_bytes()) {
            Ok(put) => format!("{}{}", put.json, put.condition),
            Err(message) => message,
        }
    }

    #[test]
    fn a_record_is_an_item_with_or_without_its_condition() {
        assert_eq!(said(r#"{"Item":{"k":{"S":"a"}}}"#), r#"{"k":{"S":"a"}}"#);
        assert_eq!(
            said(
                r##" {"Item":{"k":{"S":"a"}},"ConditionExpression":"#k = :v","ExpressionAttributeNames":{"#k":"k"},"ExpressionAttributeValues":{":v":{"N":"1"}}}"##
            ),
            r##"{"k":{"S":"a"}},"ConditionExpression":"#k = :v","ExpressionAttributeNames":{"#k":"k"},"ExpressionAttributeValues":{":v":{"N":"1"}}"##
        );
    }

    #[test]
    fn another_line_says_what_is_wrong_with_it() {
        for (line, words) in [
            ("[1]", "The record is not a JSON object"),
            ("{\"Item\":", "The record cannot be read: EOF"),
            ("{}", "The record cannot be read: missing field `Item`"),
            (
                r#"{"Item":{},"Condition":"x"}"#,
                "The record cannot be read: unknown field `Condition`, expected one of `Item`",
            ),
            (r#"{"Item":3}"#, "an item is a JSON object"),
            (r#"{"Item":{"k":{"N":"one"}}}"#, ""),
            (
                r#"{"Item":{}}{"Item":{}}"#,
                "The record cannot be read: trailing characters",
            ),
        ] {
            let said = said(line);
            assert!(
                put_of(line.as_bytes()).is_err() && said.starts_with(words),
                "{line}: {said}"
            );
        }
    }
}

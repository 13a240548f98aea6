//! The log of an import: the lines that AWS writes to CloudWatch, one for each invalid item.
//!
//! It is a file in the folder of the buckets, because CloudWatch does not exist here. It is written when the import has
//! ended. Must not know why an item is invalid.

use std::fmt::Write as _;

use hashrange_wire::ImportTableRequest;
use tokio::task::spawn_blocking;

use super::record::Place;
use crate::s3::{Buckets, S3Error};

/// Maximum number of listed faults.
const MOST: u64 = 10_000;
/// The maximum length of a message in characters.
const LONGEST: usize = 500;

/// The log of an import.
pub(super) struct ImportLog {
    arn: String,
    lines: String,
    faults: u64,
}

/// A line in CloudWatch's form: the item's position and its error.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'f> {
    #[serde(rename = "itemS3Pointer")]
    item_s3_pointer: Pointer<'f>,
    import_arn: &'f str,
    error_messages: [String; 1],
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Pointer<'f> {
    bucket: &'f str,
    key: &'f str,
    /// The number of the item in the object, from 0.
    item_index: u64,
    /// The line of the item, from 1: this project's addition.
    line: u64,
}

impl ImportLog {
    pub(super) fn new(arn: &str) -> Self {
        Self {
            arn: arn.to_owned(),
            lines: String::new(),
            faults: 0,
        }
    }

    /// Adds an invalid item.
    pub(super) fn note(&mut self, request: &ImportTableRequest, place: &Place, message: String) {
        self.faults += 1;
        if self.faults > MOST {
            return;
        }
        let line = Line {
            item_s3_pointer: Pointer {
                bucket: &request.s3_bucket_source.s3_bucket,
                key: &place.key,
                item_index: place.item,
                line: place.line,
            },
            import_arn: &self.arn,
            error_messages: [message.chars().take(LONGEST).collect()],
        };
        self.lines.push_str(&serde_json::to_string(&line).unwrap_or(message));
        self.lines.push('\n');
    }

    /// Writes the log. Returns a sentence with its location for the failure's text; empty without faults.
    pub(super) async fn write(mut self, buckets: &Buckets) -> String {
        if self.faults == 0 {
            return String::new();
        }
        if self.faults > MOST {
            let _ = writeln!(self.lines, "{} more items are invalid.", self.faults - MOST);
        }
        let buckets = buckets.clone();
        let written = spawn_blocking(move || {
            let number = self.arn.rsplit('/').next().unwrap_or_default();
            let (logs, key) = (buckets.logs()?, format!("aws-dynamodb/imports/{number}.log"));
            logs.put(&key, self.lines.as_bytes())?;
            Ok::<_, S3Error>(logs.place(&key))
        });
        match written.await {
            Ok(Ok(place)) => format!(" They are listed in {}", place.display()),
            Ok(Err(error)) => format!(" The list could not be written: {error}"),
            Err(_) => " The list could not be written".to_owned(),
        }
    }
}

//! The objects of an export, in the service's layout (documented: exports-output): a marker of the start, data, then
//! the manifests.
//!
//! Items are written one by one, so that a large table needs no more memory than a small one. The summary is written
//! last: if it exists, all objects exist. Must not know requests.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hashrange_engine::{ItemChange, PastFilter, PastItems};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;
use hashrange_wire::{ExportViewType, S3SseAlgorithm, item_to_json};
use md5::{Digest as _, Md5};
use sha2::Sha256;

use super::data_file::{DataFile, FileEntry};
use super::export::{Content, Export, Exported};
use super::failure::Failure;
use super::shared::Shared;
use crate::s3::{Bucket, S3Error};

/// Number of items between two checks whether the server is ending.
const STRETCH: u64 = 100;

/// The summary of an export, with its members in AWS's order (documented: exports-output).
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary<'e> {
    version: &'static str,
    export_arn: &'e str,
    start_time: String,
    end_time: String,
    table_arn: &'e str,
    table_id: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    export_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    export_from_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    export_to_time: Option<String>,
    s3_bucket: &'e str,
    s3_prefix: Option<&'e str>,
    s3_sse_algorithm: &'static str,
    s3_sse_kms_key_id: Option<&'e str>,
    manifest_files_s3_key: &'e str,
    billed_size_bytes: u64,
    item_count: u64,
    output_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_view: Option<&'static str>,
    export_type: &'static str,
}

/// The keys of an export's objects.
struct Keys {
    /// The requested prefix with `AWSDynamoDB`; `own` is the export's prefix below it.
    common: String,
    own: String,
}

impl Keys {
    /// A prefix is joined with a slash, unless it ends with one (observed: exports-seen).
    fn of(export: &Export) -> Self {
        let prefix = export
            .request
            .s3_prefix
            .as_deref()
            .map(|prefix| prefix.strip_suffix('/').unwrap_or(prefix));
        let slash = if prefix.is_some_and(|prefix| !prefix.is_empty()) {
            "/"
        } else {
            ""
        };
        let common = format!("{}{slash}AWSDynamoDB", prefix.unwrap_or_default());
        let number = export.arn.rsplit('/').next().unwrap_or_default();
        Self {
            own: format!("{common}/{number}"),
            common,
        }
    }

    /// A data file. Those of incremental exports share a folder (documented: exports-output).
    fn data(&self, export: &Export, number: usize) -> String {
        let folder = if matches!(export.content, Content::Full(_)) {
            &self.own
        } else {
            &self.common
        };
        format!("{folder}/data/{}.json.gz", name(&export.arn, number))
    }
}

/// The name of a data file: 26 letters and digits, as in the service.
fn name(arn: &str, number: usize) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let digest = Sha256::digest(format!("{arn} {number}"));
    let letter = |byte: &u8| ALPHABET.get(usize::from(byte % 32)).copied().map_or('a', char::from);
    digest.iter().take(26).map(letter).collect()
}

/// Writes an export, unless the server ends.
///
/// # Errors
/// When it cannot be written completely.
pub(super) fn write(shared: &Shared, export: &Export, past: &PastItems) -> Result<Exported, Failure> {
    let request = &export.request;
    let bucket = shared.owned_bucket(&request.s3_bucket, request.s3_bucket_owner.as_deref(), &export.arn)?;
    if shared.is_ending() {
        return Err(Failure::server_ended("the export"));
    }
    let keys = Keys::of(export);
    bucket.put(&format!("{}/_started", keys.own), b"")?;
    let filter = past.filter(request.filter.as_ref());
    let mut output = ExportOutput {
        bucket: &bucket,
        filter: &filter.map_err(|error| Failure::new("ValidationException", error.to_string()))?,
        is_ending: &|| shared.is_ending(),
        files: Vec::new(),
        steps: 0,
        items: 0,
        bytes: 0,
    };
    match export.content {
        Content::Full(time) => output.full(past, time, |number| keys.data(export, number))?,
        Content::Incremental(from, to, view) => output.changes(&past.changes(from, to), view, &keys.data(export, 0))?,
    }
    let files = manifest_of(&output.files)?;
    let files_key = format!("{}/manifest-files.json", keys.own);
    put_with_checksum(&bucket, &files_key, &files)?;
    let summary = summary((export, shared.registry.now()), &files_key, output.items, output.bytes);
    let manifest = format!("{}/manifest-summary.json", keys.own);
    let text =
        serde_json::to_string(&summary).map_err(|error| Failure::new("InternalServerError", error.to_string()))?;
    put_with_checksum(&bucket, &manifest, &text)?;
    Ok(Exported {
        manifest,
        items: output.items,
        bytes: output.bytes,
    })
}

/// The data files of an export.
struct ExportOutput<'b> {
    bucket: &'b Bucket,
    filter: &'b PastFilter,
    is_ending: &'b dyn Fn() -> bool,
    files: Vec<FileEntry>,
    /// Items or changes considered.
    steps: u64,
    items: u64,
    bytes: u64,
}

impl ExportOutput<'_> {
    /// All items at a time: one file for each partition, empty or not (documented: exports-output).
    fn full(&mut self, past: &PastItems, time: Timestamp, key: impl Fn(usize) -> String) -> Result<(), Failure> {
        let then = past.at(time);
        for (number, partition) in then.partitions().enumerate() {
            let mut file = DataFile::create(self.bucket, key(number))?;
            for (item, size) in partition {
                self.go_on()?;
                if !self.filter.reads(item) {
                    continue;
                }
                // Items that the filter drops are processed too (documented: exports-filtered).
                self.bytes += u64::from(size);
                if self.filter.keeps(item) {
                    file.line(&format!("{{\"Item\":{}}}\n", self.image(item)))?;
                    self.items += 1;
                }
            }
            self.files.push(file.finish()?);
        }
        Ok(())
    }

    /// The changes: one file (a model: the service writes several).
    fn changes(&mut self, changes: &[ItemChange], view: ExportViewType, key: &str) -> Result<(), Failure> {
        let mut file = DataFile::create(self.bucket, key.to_owned())?;
        for change in changes {
            self.go_on()?;
            if !self.filter.reads(&change.key) {
                continue;
            }
            let line = self.changed(change, view);
            self.bytes += line.len() as u64;
            if self.filter.keeps_change(change) {
                file.line(&line)?;
                self.items += 1;
            }
        }
        self.files.push(file.finish()?);
        Ok(())
    }

    /// The exported attributes of an item, as JSON.
    fn image(&self, item: &Item) -> String {
        match self.filter.projected(item) {
            Some(part) => item_to_json(&part),
            None => item_to_json(item),
        }
    }

    /// A line of an incremental export: a deletion has no new image, an insertion no old one (documented: exports-output).
    fn changed(&self, change: &ItemChange, view: ExportViewType) -> String {
        let (micros, key) = (change.changed.micros(), item_to_json(&change.key));
        let mut line = format!("{{\"Metadata\":{{\"WriteTimestampMicros\":{{\"N\":\"{micros}\"}}}},\"Keys\":{key}");
        let old = change
            .before
            .as_deref()
            .filter(|_| view == ExportViewType::NewAndOldImages);
        for (name, image) in [("OldImage", old), ("NewImage", change.after.as_deref())] {
            if let Some(image) = image {
                let _ = write!(line, ",\"{name}\":{}", self.image(image));
            }
        }
        line.push_str("}\n");
        line
    }

    /// Counts a step; fails when the server ends.
    fn go_on(&mut self) -> Result<(), Failure> {
        self.steps += 1;
        if self.steps.is_multiple_of(STRETCH) && (self.is_ending)() {
            return Err(Failure::server_ended("the export"));
        }
        Ok(())
    }
}

/// One line per file.
fn manifest_of(files: &[FileEntry]) -> Result<String, Failure> {
    let mut manifest = String::new();
    for file in files {
        let line = serde_json::to_string(file);
        manifest.push_str(&line.map_err(|error| Failure::new("InternalServerError", error.to_string()))?);
        manifest.push('\n');
    }
    Ok(manifest)
}

/// Writes the checksum before the file, so that the checksum exists first.
fn put_with_checksum(bucket: &Bucket, key: &str, text: &str) -> Result<(), S3Error> {
    let checksum = STANDARD.encode(Md5::digest(text));
    bucket.put(&key.replace(".json", ".md5"), checksum.as_bytes())?;
    bucket.put(key, text.as_bytes())
}

fn summary<'e>((export, ended): (&'e Export, Timestamp), files_key: &'e str, items: u64, bytes: u64) -> Summary<'e> {
    let request = &export.request;
    let text = |time: Timestamp| time.floor_to(Duration::from_millis(1)).to_string();
    let (version, export_time, period, output_view, export_type) = match export.content {
        Content::Full(time) => ("2020-06-30", Some(text(time)), None, None, "FULL_EXPORT"),
        Content::Incremental(from, to, view) => (
            "2023-08-01",
            None,
            Some((text(from), text(to))),
            Some(view.as_str()),
            "INCREMENTAL_EXPORT",
        ),
    };
    let (export_from_time, export_to_time) = period.unzip();
    Summary {
        version,
        export_arn: &export.arn,
        start_time: text(export.started),
        end_time: text(ended),
        table_arn: &request.table_arn,
        table_id: &export.table_id,
        export_time,
        export_from_time,
        export_to_time,
        s3_bucket: &request.s3_bucket,
        s3_prefix: request.s3_prefix.as_deref(),
        s3_sse_algorithm: request.s3_sse_algorithm.unwrap_or(S3SseAlgorithm::Aes256).as_str(),
        s3_sse_kms_key_id: request.s3_sse_kms_key_id.as_deref(),
        manifest_files_s3_key: files_key,
        billed_size_bytes: bytes,
        item_count: items,
        output_format: "DYNAMODB_JSON",
        output_view,
        export_type,
    }
}

//! The report of a bulk operation in its output bucket: one object for each kind of record, and a manifest.
//!
//! A model: AWS does not publish the names of these objects or the form of their lines. A separate thread writes the
//! lines, so that a long report needs no memory. Must not know how a record is put.

use std::io::Write as _;

use hashrange_wire::{BulkOutputType, OutputS3Configuration};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

use super::{Bulk, Ended};
use crate::s3::{Bucket, S3Error, Upload};
use crate::transfer::failure::Failure;
use crate::transfer::putting::Fate;
use crate::transfer::record::Record;
use crate::transfer::shared::Shared;

/// The maximum number of lines that are not written yet.
const AHEAD: usize = 16;

/// A report that is being written.
pub(super) struct Report {
    output: OutputS3Configuration,
    bucket: Bucket,
    folder: String,
    lines: mpsc::Sender<(BulkOutputType, String)>,
    writing: JoinHandle<Result<Vec<ReportFile>, S3Error>>,
}

/// An object of a report, and its entry in the manifest.
#[derive(Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportFile {
    output_type: &'static str,
    item_count: u64,
    s3_key: String,
    #[serde(skip)]
    upload: Option<Upload>,
}

/// The manifest.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest<'b> {
    bulk_operation_arn: &'b str,
    bulk_operation_status: &'static str,
    processed_item_count: u64,
    failed_item_count: u64,
    condition_check_failure_count: u64,
    output_files: Vec<ReportFile>,
}

impl Report {
    /// Begins the report of an operation.
    ///
    /// # Errors
    /// When there is no such bucket, or it belongs to another account.
    pub(super) fn begin(shared: &Shared, bulk: &Bulk) -> Result<Self, Failure> {
        let output = bulk.request.output.clone();
        let name = output.s3_bucket.as_deref().unwrap_or_default();
        let bucket = shared.owned_bucket(name, output.s3_bucket_owner.as_deref(), &bulk.arn)?;
        let prefix = output.s3_key_prefix.as_deref().unwrap_or_default();
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        let slash = if prefix.is_empty() { "" } else { "/" };
        let number = bulk.arn.rsplit('/').next().unwrap_or_default();
        let folder = format!("{prefix}{slash}AWSDynamoDB/{number}");
        let (lines, received) = mpsc::channel(AHEAD);
        let writing = spawn_blocking({
            let (bucket, folder) = (bucket.clone(), folder.clone());
            move || write(&bucket, &folder, received)
        });
        Ok(Self {
            output,
            bucket,
            folder,
            lines,
            writing,
        })
    }

    /// Lists a record, if the operation lists records of this kind. Returns false if the report cannot be written.
    pub(super) async fn line(&self, kind: BulkOutputType, line: String) -> bool {
        !self.output.lists(kind) || self.lines.send((kind, line)).await.is_ok()
    }

    /// Completes the report.
    ///
    /// # Errors
    /// When it could not be written.
    pub(super) async fn finish(self, mut bulk: Bulk, ended: Ended) -> Result<(), Failure> {
        drop(self.lines);
        let files = joined(self.writing.await)?;
        bulk.ended = Some(ended);
        let manifest = Manifest {
            bulk_operation_arn: &bulk.arn,
            bulk_operation_status: bulk.status().as_str(),
            processed_item_count: bulk.progress.processed,
            failed_item_count: bulk.progress.failed,
            condition_check_failure_count: bulk.progress.false_conditions,
            output_files: files,
        };
        let bytes = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
        let (bucket, key) = (self.bucket, format!("{}/manifest-summary.json", self.folder));
        joined(spawn_blocking(move || bucket.put(&key, &bytes)).await)
    }
}

fn joined<T>(outcome: Result<Result<T, S3Error>, tokio::task::JoinError>) -> Result<T, Failure> {
    match outcome {
        Ok(written) => Ok(written?),
        Err(_) => Err(Failure::new("InternalServerError", "Internal server error")),
    }
}

/// Writes lines until there are no more.
fn write(
    bucket: &Bucket,
    folder: &str,
    mut lines: mpsc::Receiver<(BulkOutputType, String)>,
) -> Result<Vec<ReportFile>, S3Error> {
    let mut files: Vec<ReportFile> = Vec::new();
    while let Some((kind, line)) = lines.blocking_recv() {
        let place = match files.iter().position(|file| file.output_type == kind.as_str()) {
            Some(place) => place,
            None => {
                files.push(ReportFile::create(bucket, folder, kind)?);
                files.len() - 1
            }
        };
        if let Some(file) = files.get_mut(place) {
            file.line(&line)?;
        }
    }
    for file in &mut files {
        file.upload.take().map_or(Ok(()), Upload::finish)?;
    }
    Ok(files)
}

impl ReportFile {
    fn create(bucket: &Bucket, folder: &str, kind: BulkOutputType) -> Result<Self, S3Error> {
        let name = match kind {
            BulkOutputType::Error => "error",
            BulkOutputType::ConditionCheckFailure => "condition-check-failure",
        };
        let s3_key = format!("{folder}/{name}.json");
        Ok(Self {
            output_type: kind.as_str(),
            item_count: 0,
            upload: Some(bucket.create(&s3_key)?),
            s3_key,
        })
    }

    fn line(&mut self, line: &str) -> Result<(), S3Error> {
        self.item_count += 1;
        let written = self.upload.as_mut().map_or(Ok(()), |upload| writeln!(upload, "{line}"));
        written.map_err(|error| S3Error::Io(format!("{}: {error}", self.s3_key)))
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
        s3_key: &record.place.key,
        line: record.place.line,
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

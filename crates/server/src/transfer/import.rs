//! A stored import: the request and its result.
//!
//! Must not know how items are read, nor where the import is stored.

use hashrange_time::Timestamp;
use hashrange_wire::{ImportStatus, ImportSummary, ImportTableDescription, ImportTableRequest};

use super::body;
use super::failure::Failure;

/// An import.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Import {
    /// The request, including the bucket's owner.
    #[serde(with = "body")]
    pub(super) request: ImportTableRequest,
    pub(super) arn: String,
    pub(super) table_arn: String,
    pub(super) table_id: String,
    /// The resource name of the logs.
    pub(super) log_group: String,
    pub(super) started: Timestamp,
    /// `None` while it is running.
    pub(super) ended: Option<Imported>,
}

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Imported {
    pub(super) at: Timestamp,
    pub(super) counts: Counts,
    /// Why it is incomplete; `None` if it is complete.
    pub(super) failure: Option<Failure>,
}

/// Counts of read bytes, imported items and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Counts {
    /// Uncompressed bytes read; `None` if no object was opened.
    pub(super) bytes: Option<u64>,
    /// The number of items put.
    pub(super) imported: u64,
    /// The number of invalid items.
    pub(super) errors: u64,
}

impl Import {
    /// The table's name.
    pub(super) fn table(&self) -> &str {
        &self.request.table_creation_parameters.table_name
    }

    pub(super) fn status(&self) -> ImportStatus {
        match &self.ended {
            None => ImportStatus::InProgress,
            Some(Imported { failure: None, .. }) => ImportStatus::Completed,
            Some(Imported {
                failure: Some(failure), ..
            }) if failure.is_cancelled() => ImportStatus::Cancelled,
            Some(Imported { failure: Some(_), .. }) => ImportStatus::Failed,
        }
    }

    /// Its approximate size in bytes. Counts only the parts that a client can make long.
    pub(super) fn weight(&self) -> usize {
        let csv = self
            .request
            .input_format_options
            .as_ref()
            .and_then(|options| options.csv.as_ref());
        let columns = csv.and_then(|csv| csv.header_list.as_deref()).unwrap_or_default();
        5_000 + self.request.client_token.len() + columns.iter().map(String::len).sum::<usize>()
    }

    /// The description of the import, as in the service.
    pub(super) fn describe(&self) -> ImportTableDescription {
        let seconds = Timestamp::as_epoch_millis_f64;
        let counts = self.ended.as_ref().map(|ended| ended.counts).unwrap_or_default();
        let failure = self.ended.as_ref().and_then(|ended| ended.failure.as_ref());
        ImportTableDescription {
            request: self.request.clone(),
            import_arn: self.arn.clone(),
            import_status: self.status(),
            table_arn: self.table_arn.clone(),
            table_id: self.table_id.clone(),
            cloud_watch_log_group_arn: self.log_group.clone(),
            start_time: seconds(self.started),
            end_time: self.ended.as_ref().map(|ended| seconds(ended.at)),
            failure: failure.map(|failure| (failure.code.clone(), failure.message.clone())),
            processed_size_bytes: counts.bytes,
            processed_item_count: counts.imported + counts.errors,
            imported_item_count: counts.imported,
            error_count: counts.errors,
        }
    }

    /// The import in a list.
    pub(super) fn summary(&self) -> ImportSummary {
        ImportSummary {
            import_arn: self.arn.clone(),
            import_status: self.status(),
            table_arn: self.table_arn.clone(),
            s3_bucket_source: self.request.s3_bucket_source.clone(),
            cloud_watch_log_group_arn: self.log_group.clone(),
            input_format: self.request.input_format,
            start_time: self.started.as_epoch_millis_f64(),
            end_time: self.ended.as_ref().map(|ended| ended.at.as_epoch_millis_f64()),
        }
    }
}

//! A stored bulk operation: the request, its progress and its result.
//!
//! Must not know how records are read or items are put, nor where the operation is stored.

use hashrange_time::Timestamp;
use hashrange_wire::{
    BulkOperationDescription, BulkOperationStatus, BulkOperationSummary, BulkUsage, StartBulkPutItemsRequest,
};

use super::body;
use super::failure::Failure;

mod records;
mod report;
mod running;
mod starting;
mod usage;

pub(super) use starting::{begin, cancel};

/// The code of an operation that ended after a request to cancel it. A model: AWS does not publish codes.
const CANCELLED: &str = "Cancelled";

/// A bulk operation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Bulk {
    /// The request, with the tier filled in.
    #[serde(with = "body")]
    pub(super) request: StartBulkPutItemsRequest,
    pub(super) arn: String,
    /// The table's name.
    pub(super) table: String,
    pub(super) table_id: String,
    pub(super) started: Timestamp,
    pub(super) progress: Progress,
    /// Whether a client has cancelled it.
    pub(super) is_cancelling: bool,
    /// `None` while it is running.
    pub(super) ended: Option<Ended>,
}

/// The end of a bulk operation.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Ended {
    pub(super) at: Timestamp,
    /// Why it ended early; `None` if it read every record.
    pub(super) failure: Option<Failure>,
}

/// What a bulk operation has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Progress {
    /// Records processed, with failed ones and with false conditions.
    pub(super) processed: u64,
    /// Records and objects that could not be read, or are invalid.
    pub(super) failed: u64,
    /// Records whose condition was false.
    pub(super) false_conditions: u64,
    /// Bytes read from the objects, as they are stored.
    pub(super) bytes: u64,
    /// Bytes of all objects, once they are listed.
    pub(super) total_bytes: Option<u64>,
    pub(super) usage: BulkUsage,
}

impl Bulk {
    pub(super) fn status(&self) -> BulkOperationStatus {
        match &self.ended {
            None if self.is_cancelling => BulkOperationStatus::Cancelling,
            None => BulkOperationStatus::InProgress,
            Some(Ended { failure: None, .. }) if self.progress.failed == 0 => BulkOperationStatus::Completed,
            Some(Ended { failure: None, .. }) => BulkOperationStatus::CompletedWithErrors,
            Some(Ended {
                failure: Some(failure), ..
            }) if failure.code == CANCELLED => BulkOperationStatus::Cancelled,
            Some(_) => BulkOperationStatus::Failed,
        }
    }

    /// Its approximate size in bytes. Counts only the parts that a client can make long.
    pub(super) fn weight(&self) -> usize {
        let output = &self.request.output;
        let kinds = output.output_type.iter().map(String::len).sum::<usize>();
        let long = [&self.request.client_token, &output.s3_sse_kms_key_id];
        5_000 + kinds + long.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// The description of the operation, as in the service.
    pub(super) fn describe(&self) -> BulkOperationDescription {
        let seconds = Timestamp::as_epoch_millis_f64;
        let failure = self.ended.as_ref().and_then(|ended| ended.failure.as_ref());
        BulkOperationDescription {
            request: self.request.clone(),
            arn: self.arn.clone(),
            status: self.status(),
            table_id: self.table_id.clone(),
            start_time: seconds(self.started),
            end_time: self.ended.as_ref().map(|ended| seconds(ended.at)),
            processed_items: self.progress.processed,
            failed_items: self.progress.failed,
            processed_bytes: self.progress.bytes,
            total_bytes: self.progress.total_bytes,
            usage: self.progress.usage.clone(),
            failure: failure.map(|failure| (failure.code.clone(), failure.message.clone())),
        }
    }

    /// The operation in a list.
    pub(super) fn summary(&self) -> BulkOperationSummary {
        BulkOperationSummary {
            bulk_operation_arn: self.arn.clone(),
            bulk_operation_status: self.status(),
            start_time: self.started.as_epoch_millis_f64(),
            end_time: self.ended.as_ref().map(|ended| ended.at.as_epoch_millis_f64()),
        }
    }
}

//! An export as it is kept: what was asked for, and what it came to.
//!
//! Must not know how items are written, nor where this is kept.

use hashrange_time::Timestamp;
use hashrange_wire::{
    ExportDescription, ExportStatus, ExportSummary, ExportTableToPointInTimeRequest, ExportType, ExportViewType,
    IncrementalExportSpecification,
};

use super::body;
use super::failure::Failure;

/// An export.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Export {
    #[serde(with = "body")]
    pub(super) request: ExportTableToPointInTimeRequest,
    pub(super) arn: String,
    pub(super) table_id: String,
    pub(super) started: Timestamp,
    pub(super) content: Content,
    /// Nothing while it is on its way.
    pub(super) ended: Option<(Timestamp, Result<Exported, Failure>)>,
}

/// What an export is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum Content {
    /// Every item at a time.
    Full(Timestamp),
    /// What changed from one time on and before another.
    Incremental(Timestamp, Timestamp, ExportViewType),
}

/// What an export came to.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Exported {
    /// The key of its summary.
    pub(super) manifest: String,
    /// Items, or changes.
    pub(super) items: u64,
    /// Bytes of the items (a model: the service charges by the size it last looked up).
    pub(super) bytes: u64,
}

impl Export {
    pub(super) fn status(&self) -> ExportStatus {
        match &self.ended {
            None => ExportStatus::InProgress,
            Some((_, Ok(_))) => ExportStatus::Completed,
            Some((_, Err(_))) => ExportStatus::Failed,
        }
    }

    /// Bytes it takes, about: only what a client can make long is counted.
    pub(super) fn weight(&self) -> usize {
        let long = [&self.request.client_token, &self.request.s3_prefix, &self.request.s3_sse_kms_key_id];
        1_000 + long.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// As the service describes it.
    pub(super) fn describe(&self) -> ExportDescription {
        let seconds = Timestamp::as_epoch_millis_f64;
        let exported = self.ended.as_ref().and_then(|(_, outcome)| outcome.as_ref().ok());
        let failure = self.ended.as_ref().and_then(|(_, outcome)| outcome.as_ref().err());
        let (export_time, incremental) = match self.content {
            Content::Full(time) => (Some(seconds(time)), None),
            Content::Incremental(from, to, view) => {
                let period = IncrementalExportSpecification {
                    export_from_time: Some(seconds(from)),
                    export_to_time: Some(seconds(to)),
                    export_view_type: Some(view),
                };
                (None, Some(period))
            }
        };
        ExportDescription {
            request: self.request.clone(),
            export_arn: self.arn.clone(),
            export_status: self.status(),
            start_time: seconds(self.started),
            end_time: self.ended.as_ref().map(|(ended, _)| seconds(*ended)),
            export_manifest: exported.map(|exported| exported.manifest.clone()),
            table_id: self.table_id.clone(),
            export_time,
            incremental,
            failure: failure.map(|failure| (failure.code.clone(), failure.message.clone())),
            billed_size_bytes: exported.map(|exported| exported.bytes),
            item_count: exported.map(|exported| exported.items),
        }
    }

    /// As a list tells it.
    pub(super) fn summary(&self) -> ExportSummary {
        ExportSummary {
            export_arn: self.arn.clone(),
            export_status: self.status(),
            export_type: self.request.export_type.unwrap_or(ExportType::Full),
        }
    }
}

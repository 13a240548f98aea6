//! A stored export: the request and its result.
//!
//! Must not know how items are written, nor where the export is stored.

use hashrange_time::Timestamp;
use hashrange_wire::{
    ExportDescription, ExportStatus, ExportSummary, ExportTableToPointInTimeRequest, ExportType, ExportViewType,
    FilterSpecification, IncrementalExportSpecification, item_to_json,
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
    /// `None` while it is running.
    pub(super) ended: Option<(Timestamp, Result<Exported, Failure>)>,
}

/// The content of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) enum Content {
    /// Every item at a time.
    Full(Timestamp),
    /// The changes between two times, without the second time.
    Incremental(Timestamp, Timestamp, ExportViewType),
}

/// The result of an export.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Exported {
    /// The key of its summary.
    pub(super) manifest: String,
    /// Items, or changes.
    pub(super) items: u64,
    /// Bytes of the items (a model: the service charges by the size that it determined last).
    pub(super) bytes: u64,
}

/// The approximate size of a filter in bytes.
fn filter_weight(filter: &FilterSpecification) -> usize {
    let texts = [
        &filter.key_condition_expression,
        &filter.filter_expression,
        &filter.projection_expression,
    ];
    let texts = texts.into_iter().flatten().map(String::len).sum::<usize>();
    let names = filter.expression_attribute_names.iter().flatten();
    let names = names
        .map(|(placeholder, name)| placeholder.len() + name.len())
        .sum::<usize>();
    let values = filter.expression_attribute_values.as_ref();
    texts + names + values.map_or(0, |values| item_to_json(values).len())
}

impl Export {
    pub(super) fn status(&self) -> ExportStatus {
        match &self.ended {
            None => ExportStatus::InProgress,
            Some((_, Ok(_))) => ExportStatus::Completed,
            Some((_, Err(_))) => ExportStatus::Failed,
        }
    }

    /// Its approximate size in bytes. Counts only the parts that a client can make long.
    pub(super) fn weight(&self) -> usize {
        let long = [
            &self.request.client_token,
            &self.request.s3_prefix,
            &self.request.s3_sse_kms_key_id,
        ];
        let filter = self.request.filter.as_ref().map_or(0, filter_weight);
        1_000 + filter + long.into_iter().flatten().map(String::len).sum::<usize>()
    }

    /// The description of the export, as in the service.
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

    /// The export in a list.
    pub(super) fn summary(&self) -> ExportSummary {
        ExportSummary {
            export_arn: self.arn.clone(),
            export_status: self.status(),
            export_type: self.request.export_type.unwrap_or(ExportType::Full),
        }
    }
}

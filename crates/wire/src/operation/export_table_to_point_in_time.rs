//! ExportTableToPointInTime: writes to S3 a table's state at a past time, or its changes in a period.
//!
//! Also owns the description of an export, which DescribeExport returns too.

use super::answer::Answer;
use super::body::{Asked, members};
use super::body_member::BodyMember as _;
use super::step::Step;
use crate::constraint::{BUCKET, BUCKET_OWNER, CLIENT_TOKEN, Kind, Member, Rule};
use crate::json::request::members::refusal;
use crate::json::{Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    ExportFormat, ExportStatus, ExportType, FILTER_SPECIFICATION, FilterSpecification, INCREMENTAL,
    IncrementalExportSpecification, S3SseAlgorithm,
};

members! {
    /// ExportTableToPointInTime.
    ExportTableToPointInTimeRequest = EXPORT_TABLE {
        /// The table's ARN.
        "TableArn" table_arn: String,
        /// The time to export, in epoch seconds. The current time if left out.
        "ExportTime" export_time: Option<f64>,
        /// Identifies repeated requests.
        "ClientToken" client_token: Option<String>,
        /// The bucket to write to.
        "S3Bucket" s3_bucket: String,
        /// The account that owns the bucket.
        "S3BucketOwner" s3_bucket_owner: Option<String>,
        /// The prefix of all object keys.
        "S3Prefix" s3_prefix: Option<String>,
        /// The encryption of the objects.
        "S3SseAlgorithm" s3_sse_algorithm: Option<S3SseAlgorithm>,
        /// The key of that encryption.
        "S3SseKmsKeyId" s3_sse_kms_key_id: Option<String>,
        /// The format of items. DynamoDB JSON if left out.
        "ExportFormat" export_format: Option<ExportFormat>,
        /// Full or incremental. Full if left out.
        "ExportType" export_type: Option<ExportType>,
        /// The period of an incremental export.
        "IncrementalExportSpecification" incremental: Option<IncrementalExportSpecification>,
        /// Which items and attributes to export. All without it.
        "FilterSpecification" filter: Option<FilterSpecification>,
    }
}

/// Response to ExportTableToPointInTime and DescribeExport: an export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportDescription {
    /// The request.
    pub request: ExportTableToPointInTimeRequest,
    /// Its ARN.
    pub export_arn: String,
    /// Its status.
    pub export_status: ExportStatus,
    /// Epoch seconds of its start.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
    /// The object key of its summary, once it is complete.
    pub export_manifest: Option<String>,
    /// Identifies the table among all tables with the same name.
    pub table_id: String,
    /// The exported time, in epoch seconds. `None` for an incremental export (observed: exports-seen).
    pub export_time: Option<f64>,
    /// The period of an incremental export, with defaults filled in.
    pub incremental: Option<IncrementalExportSpecification>,
    /// Why it failed: a code and a message.
    pub failure: Option<(String, String)>,
    /// The charged bytes, once it is complete.
    pub billed_size_bytes: Option<u64>,
    /// The number of items, once it is complete.
    pub item_count: Option<u64>,
}

static EXPORT_TABLE: Asked = Asked::of("ExportTableToPointInTimeInput")
    .members(&[
        Member::required("TableArn", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]),
        Member::optional("ExportTime", Kind::Decimal),
        CLIENT_TOKEN,
        BUCKET,
        BUCKET_OWNER,
        // An empty prefix is refused (observed: export-fields; the text is inferred: export-prefix-words).
        Member::optional("S3Prefix", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]),
        Member::optional("S3SseAlgorithm", Kind::Text).with(&[Rule::OneOf(S3SseAlgorithm::WORDS)]),
        Member::optional("S3SseKmsKeyId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(2_048)]),
        Member::optional("ExportFormat", Kind::Text).with(&[Rule::OneOf(ExportFormat::WORDS)]),
        Member::optional("ExportType", Kind::Text).with(&[Rule::OneOf(ExportType::WORDS)]),
        Member::optional("IncrementalExportSpecification", Kind::Structure(&INCREMENTAL)),
        Member::optional("FilterSpecification", Kind::Structure(&FILTER_SPECIFICATION)),
    ])
    .then(&[Step::Judge(check_type)]);

/// Checks that an incremental export has a period, and that no other export has one (texts observed: exports-seen).
fn check_type(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let asked = root
        .member("ExportType")
        .and_then(Node::text)
        .and_then(ExportType::from_wire);
    let period = root.member("IncrementalExportSpecification");
    let text = match (asked, period) {
        (None, Some(_)) => {
            "Export Type expected to be Incremental Export when incremental export specification is provided"
        }
        (Some(ExportType::Full), Some(_)) => {
            "When Export Type is Full Export , Incremental Export Specification should not be provided"
        }
        (Some(ExportType::Incremental), None) => {
            "Incremental Export Specification expected when export type is set as Incremental Export"
        }
        (Some(ExportType::Incremental), Some(period)) if period.member("ExportFromTime").is_none() => {
            "ExportFromTime must be provided in IncrementalExportSpecification"
        }
        _ => return check_key(root),
    };
    Err(refusal(format!("Invalid Request: {text}")))
}

fn check_key(root: Node<'_>) -> Result<(), Rejection> {
    let algorithm = root.member("S3SseAlgorithm").and_then(Node::text);
    if root.member("S3SseKmsKeyId").is_some() && algorithm != Some(S3SseAlgorithm::Kms.as_str()) {
        return Err(refusal(
            "Invalid Request: KMS Key Id is not supported for this encryption type",
        ));
    }
    Ok(())
}

impl Answer for ExportDescription {
    fn write(&self, out: &mut Writer) {
        out.key("ExportDescription");
        out.object(|out| self.describe(out));
    }
}

impl ExportDescription {
    /// Writes the members in the order of the documentation. If the request omits the format or the encryption, writes
    /// the default. If it omits the export type, writes none (observed: exports-seen).
    fn describe(&self, out: &mut Writer) {
        let request = &self.request;
        out.text_member("ExportArn", &self.export_arn);
        out.text_member("ExportStatus", self.export_status.as_str());
        out.decimal_member("StartTime", self.start_time);
        out.optional_decimal("EndTime", self.end_time);
        out.optional_text("ExportManifest", self.export_manifest.as_deref());
        out.text_member("TableArn", &request.table_arn);
        out.text_member("TableId", &self.table_id);
        out.optional_decimal("ExportTime", self.export_time);
        out.optional_text("ClientToken", request.client_token.as_deref());
        out.text_member("S3Bucket", &request.s3_bucket);
        out.optional_text("S3BucketOwner", request.s3_bucket_owner.as_deref());
        out.optional_text("S3Prefix", request.s3_prefix.as_deref());
        out.text_member(
            "S3SseAlgorithm",
            request.s3_sse_algorithm.unwrap_or(S3SseAlgorithm::Aes256).as_str(),
        );
        out.optional_text("S3SseKmsKeyId", request.s3_sse_kms_key_id.as_deref());
        if let Some((code, message)) = &self.failure {
            out.text_member("FailureCode", code);
            out.text_member("FailureMessage", message);
        }
        out.text_member(
            "ExportFormat",
            request.export_format.unwrap_or(ExportFormat::DynamoDbJson).as_str(),
        );
        if let Some(bytes) = self.billed_size_bytes {
            out.count_member("BilledSizeBytes", bytes);
        }
        if let Some(items) = self.item_count {
            out.count_member("ItemCount", items);
        }
        request.export_type.write(out, "ExportType");
        self.incremental.write(out, "IncrementalExportSpecification");
        request.filter.write(out, "FilterSpecification");
    }
}

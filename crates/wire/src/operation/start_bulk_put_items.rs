//! StartBulkPutItems: puts the items of objects in S3 into an existing table.
//!
//! Also owns the description of a bulk operation, which DescribeBulkOperation returns too.

use super::answer::Answer;
use super::body::{Asked, members};
use super::body_member::BodyMember as _;
use super::step::Step;
use crate::constraint::{CLIENT_TOKEN, Kind, LISTED_TABLE_NAME, Member, Rule};
use crate::json::request::members::refusal;
use crate::json::{Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    BULK_INPUT, BULK_OUTPUT, BulkOperationPerformanceTier, BulkOperationStatus, BulkOutputType, InputS3Configuration,
    OutputS3Configuration, S3SseAlgorithm,
};

members! {
    /// StartBulkPutItems.
    #[derive(Eq)]
    StartBulkPutItemsRequest = START_BULK_PUT_ITEMS {
        /// The table's name or ARN.
        "TableName" table_name: String,
        /// Identifies repeated requests.
        "ClientToken" client_token: Option<String>,
        /// The objects to read.
        "InputS3Configuration" input: InputS3Configuration,
        /// The report to write.
        "OutputS3Configuration" output: OutputS3Configuration,
        /// The highest rate in write request units per second.
        "MaxWriteRequestUnits" max_write_request_units: Option<i64>,
        /// The tier. STANDARD if left out.
        "PerformanceTier" performance_tier: Option<BulkOperationPerformanceTier>,
    }
}

impl StartBulkPutItemsRequest {
    /// The highest rate in write request units per second: that of its tier, or its own if that is lower.
    #[must_use]
    pub fn write_units(&self) -> u64 {
        let tier = self.performance_tier.unwrap_or_default().write_units();
        let most = self.max_write_request_units.and_then(|most| u64::try_from(most).ok());
        most.map_or(tier, |most| most.min(tier))
    }
}

/// Response to StartBulkPutItems and DescribeBulkOperation: a bulk operation.
#[derive(Clone, Debug, PartialEq)]
pub struct BulkOperationDescription {
    /// The request, with the tier filled in.
    pub request: StartBulkPutItemsRequest,
    /// Its ARN.
    pub arn: String,
    /// Its status.
    pub status: BulkOperationStatus,
    /// Identifies the table among all tables with the same name.
    pub table_id: String,
    /// Epoch seconds of its start.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
    /// Records processed so far, with failed ones and with false conditions.
    pub processed_items: u64,
    /// Records that could not be read or are invalid.
    pub failed_items: u64,
    /// Bytes read from the objects, as they are stored.
    pub processed_bytes: u64,
    /// Bytes of all objects, as they are stored; `None` before they are listed.
    pub total_bytes: Option<u64>,
    /// Bytes put so far.
    pub usage: BulkUsage,
    /// Why it failed or was cancelled: a code and a message.
    pub failure: Option<(String, String)>,
}

/// Bytes that a bulk operation put into a table and its indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BulkUsage {
    /// Bytes of the table's items.
    pub table: u64,
    /// Bytes of local secondary indexes, by name.
    pub local: Vec<(String, u64)>,
    /// Bytes of global secondary indexes, by name.
    pub global: Vec<(String, u64)>,
    /// Bytes of vector indexes, by name.
    pub vector: Vec<(String, u64)>,
}

static START_BULK_PUT_ITEMS: Asked = Asked::of("StartBulkPutItemsInput")
    .members(&[
        LISTED_TABLE_NAME,
        CLIENT_TOKEN,
        Member::required("InputS3Configuration", Kind::Structure(&BULK_INPUT)),
        Member::required("OutputS3Configuration", Kind::Structure(&BULK_OUTPUT)),
        Member::optional("MaxWriteRequestUnits", Kind::Long).with(&[Rule::AtLeast(1_024)]),
        Member::optional("PerformanceTier", Kind::Text).with(&[Rule::OneOf(BulkOperationPerformanceTier::WORDS)]),
    ])
    .then(&[Step::Judge(check_output)]);

/// Checks what the report needs. The documentation states these rules (documented: bulk-api); the texts are a model.
fn check_output(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let Some(output) = root.member("OutputS3Configuration") else {
        return Ok(());
    };
    let kinds = output.member("OutputType").into_iter().flat_map(Node::elements);
    let mut kinds = kinds.map(|kind| kind.text().unwrap_or_default()).peekable();
    let text = if kinds.peek().is_none() {
        "OutputType needs ERROR, CONDITION_CHECK_FAILURE or both".to_owned()
    } else if let Some(foreign) = kinds.find(|word| BulkOutputType::from_wire(word).is_none()) {
        let words = BulkOutputType::WORDS.join(", ");
        format!("OutputType {foreign} is none of [{words}]")
    } else if output.member("S3Bucket").is_none() {
        "OutputS3Configuration needs S3Bucket".to_owned()
    } else if output.member("S3SseKmsKeyId").is_some()
        && output.member("S3SseAlgorithm").and_then(Node::text) != Some(S3SseAlgorithm::Kms.as_str())
    {
        "KMS Key Id is not supported for this encryption type".to_owned()
    } else {
        return Ok(());
    };
    Err(refusal(format!("Invalid Request: {text}")))
}

impl Answer for BulkOperationDescription {
    fn write(&self, out: &mut Writer) {
        out.key("BulkOperationDescription");
        out.object(|out| self.describe(out));
    }
}

impl BulkOperationDescription {
    /// Writes the members in the order of the documentation.
    fn describe(&self, out: &mut Writer) {
        let request = &self.request;
        out.text_member("BulkOperationArn", &self.arn);
        out.text_member("BulkOperationStatus", self.status.as_str());
        out.key("TableDetails");
        out.list(|out| {
            out.element();
            out.object(|out| {
                out.text_member("TableName", &request.table_name);
                out.text_member("TableId", &self.table_id);
            });
        });
        request.client_token.write(out, "ClientToken");
        request.input.write(out, "InputS3Configuration");
        request.output.write(out, "OutputS3Configuration");
        out.decimal_member("StartTime", self.start_time);
        out.optional_decimal("EndTime", self.end_time);
        out.count_member("ProcessedItemCount", self.processed_items);
        out.count_member("ProcessedInputBytes", self.processed_bytes);
        self.total_bytes.write(out, "TotalInputBytes");
        out.key("BulkOperationUsage");
        out.list(|out| {
            out.element();
            out.object(|out| self.usage.describe(out, &request.table_name));
        });
        out.count_member("FailedItemCount", self.failed_items);
        if let Some((code, message)) = &self.failure {
            out.text_member("FailureCode", code);
            out.text_member("FailureMessage", message);
        }
        request.max_write_request_units.write(out, "MaxWriteRequestUnits");
        let tier = request.performance_tier.unwrap_or_default();
        out.text_member("PerformanceTier", tier.as_str());
    }
}

impl BulkUsage {
    /// Writes the bytes of the table and of each index that has any.
    fn describe(&self, out: &mut Writer, table: &str) {
        let indexes = self.local.iter().chain(&self.global);
        let bytes = self.table + indexes.map(|(_, bytes)| bytes).sum::<u64>();
        out.text_member("TableName", table);
        out.count_member("BulkPutBytes", bytes);
        out.key("Table");
        out.object(|out| out.count_member("BulkPutBytes", self.table));
        for (member, bytes_member, indexes) in [
            ("LocalSecondaryIndexes", "BulkPutBytes", &self.local),
            ("GlobalSecondaryIndexes", "BulkPutBytes", &self.global),
            ("VectorIndexes", "BulkPutVectorBytes", &self.vector),
        ] {
            if indexes.is_empty() {
                continue;
            }
            out.key(member);
            out.object(|out| {
                for (index, bytes) in indexes {
                    out.key(index);
                    out.object(|out| out.count_member(bytes_member, *bytes));
                }
            });
        }
    }
}

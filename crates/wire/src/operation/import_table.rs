//! ImportTable: creates a table and puts the items of objects in S3 into it.
//!
//! Also owns the description of an import, which DescribeImport returns too.

use super::answer::Answer;
use super::body::{Asked, members};
use super::body_member::BodyMember as _;
use super::create_table::CreateTableRequest;
use super::step::Step;
use crate::constraint::{CLIENT_TOKEN, Kind, Member, NAME, Presence, Rule, Structure};
use crate::json::request::members::refusal;
use crate::json::{Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    ATTRIBUTE_DEFINITION, AttributeDefinition, BillingMode, ENCRYPTION, GLOBAL_INDEX, GlobalSecondaryIndex,
    ImportStatus, InputCompressionType, InputFormat, InputFormatOptions, KEY_SCHEMA, KeySchemaElement,
    ON_DEMAND_THROUGHPUT, OPTIONS, OnDemandThroughput, ProvisionedThroughput, S3BucketSource, SOURCE, SseSpecification,
    THROUGHPUT, VECTOR_INDEX, VectorIndex,
};

members! {
    /// ImportTable.
    ImportTableRequest = IMPORT_TABLE {
        /// Identifies repeated requests. The service requires it, contrary to its documentation
        /// (observed: imports-seen).
        "ClientToken" client_token: String,
        /// The location of the objects.
        "S3BucketSource" s3_bucket_source: S3BucketSource,
        /// The format of the objects.
        "InputFormat" input_format: Option<InputFormat>,
        /// Options for reading that format.
        "InputFormatOptions" input_format_options: Option<InputFormatOptions>,
        /// The compression of the objects. None if left out.
        "InputCompressionType" input_compression_type: Option<InputCompressionType>,
        /// The table to create.
        "TableCreationParameters" table_creation_parameters: TableCreationParameters,
    }
}

members! {
    /// The table that an import creates.
    #[derive(Eq)]
    TableCreationParameters in lines PARAMETERS {
        /// Its name.
        "TableName" table_name: String,
        /// Every key attribute of the table and its indexes.
        "AttributeDefinitions" attribute_definitions: Vec<AttributeDefinition>,
        /// The primary key.
        "KeySchema" key_schema: Vec<KeySchemaElement>,
        /// Provisioned by default.
        "BillingMode" billing_mode: Option<BillingMode>,
        /// Its throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Its maximum throughput on demand.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// Encryption.
        "SSESpecification" sse_specification: Option<SseSpecification>,
        /// Indexes with their own keys.
        "GlobalSecondaryIndexes" global_secondary_indexes: Option<Vec<GlobalSecondaryIndex>>,
        /// Indexes for searches of the nearest vectors.
        "VectorIndexes" vector_indexes: Option<Vec<VectorIndex>>,
    }
}

impl TableCreationParameters {
    /// The request that creates the table.
    #[must_use]
    pub fn create_table(&self) -> CreateTableRequest {
        CreateTableRequest {
            table_name: self.table_name.clone(),
            attribute_definitions: self.attribute_definitions.clone(),
            key_schema: self.key_schema.clone(),
            billing_mode: self.billing_mode,
            provisioned_throughput: self.provisioned_throughput,
            on_demand_throughput: self.on_demand_throughput,
            sse_specification: self.sse_specification.clone(),
            global_secondary_indexes: self.global_secondary_indexes.clone(),
            vector_indexes: self.vector_indexes.clone(),
            ..CreateTableRequest::default()
        }
    }
}

/// Response to ImportTable and DescribeImport: an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportTableDescription {
    /// The request. If it omits the bucket's owner, this account is filled in (observed: imports-seen).
    pub request: ImportTableRequest,
    /// Its ARN.
    pub import_arn: String,
    /// Its status.
    pub import_status: ImportStatus,
    /// The table's ARN.
    pub table_arn: String,
    /// Identifies the table among all tables with the same name.
    pub table_id: String,
    /// The ARN of the logs of all imports.
    pub cloud_watch_log_group_arn: String,
    /// Epoch seconds of its start.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
    /// Why it failed: a code and a message.
    pub failure: Option<(String, String)>,
    /// Bytes read, after decompression. `None` before the end, and if nothing was read (observed: imports-seen).
    pub processed_size_bytes: Option<u64>,
    /// Items read, including invalid items. No count increases before the end (observed: imports-seen).
    pub processed_item_count: u64,
    /// The number of items written to the table.
    pub imported_item_count: u64,
    /// The number of invalid items.
    pub error_count: u64,
}

static IMPORT_TABLE: Asked = Asked::of("ImportTableInput")
    .members(&[
        Member {
            presence: Presence::NotNull,
            ..CLIENT_TOKEN
        },
        Member::required("S3BucketSource", Kind::Structure(&SOURCE)),
        Member::required("InputFormat", Kind::Text).with(&[Rule::OneOf(InputFormat::WORDS)]),
        Member::optional("InputFormatOptions", Kind::Structure(&OPTIONS)),
        Member::optional("InputCompressionType", Kind::Text).with(&[Rule::OneOf(InputCompressionType::WORDS)]),
        Member::required("TableCreationParameters", Kind::Structure(&PARAMETERS)),
    ])
    .then(&[Step::Judge(check_options)]);

static PARAMETERS: Structure = Structure {
    class: "TableCreationParameters",
    members: &[
        Member::required("TableName", Kind::Text).with(NAME),
        Member::required(
            "AttributeDefinitions",
            Kind::List(&Kind::Structure(&ATTRIBUTE_DEFINITION)),
        ),
        KEY_SCHEMA,
        Member::optional("BillingMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
        THROUGHPUT,
        ON_DEMAND_THROUGHPUT,
        ENCRYPTION,
        Member::optional("GlobalSecondaryIndexes", Kind::List(&Kind::Structure(&GLOBAL_INDEX))),
        Member::optional("VectorIndexes", Kind::List(&Kind::Structure(&VECTOR_INDEX))),
    ],
};

/// Refuses CSV options for any other format (text observed: imports-seen).
fn check_options(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let format = root.member("InputFormat").and_then(Node::text).unwrap_or_default();
    let has_csv = root
        .member("InputFormatOptions")
        .is_some_and(|options| options.member("Csv").is_some());
    if has_csv && format != InputFormat::Csv.as_str() {
        let text = "Unsupported InputFormatOptions for the given input format";
        return Err(refusal(format!("Invalid Request: {text}: {format}.")));
    }
    Ok(())
}

impl Answer for ImportTableDescription {
    fn write(&self, out: &mut Writer) {
        out.key("ImportTableDescription");
        out.object(|out| self.describe(out));
    }
}

impl ImportTableDescription {
    fn describe(&self, out: &mut Writer) {
        let request = &self.request;
        out.text_member("ImportArn", &self.import_arn);
        out.text_member("ImportStatus", self.import_status.as_str());
        out.text_member("TableArn", &self.table_arn);
        out.text_member("TableId", &self.table_id);
        out.text_member("ClientToken", &request.client_token);
        request.s3_bucket_source.write(out, "S3BucketSource");
        out.count_member("ErrorCount", self.error_count);
        out.text_member("CloudWatchLogGroupArn", &self.cloud_watch_log_group_arn);
        request.input_format.write(out, "InputFormat");
        request.input_format_options.write(out, "InputFormatOptions");
        out.text_member(
            "InputCompressionType",
            request
                .input_compression_type
                .unwrap_or(InputCompressionType::None)
                .as_str(),
        );
        request.table_creation_parameters.write(out, "TableCreationParameters");
        out.decimal_member("StartTime", self.start_time);
        out.optional_decimal("EndTime", self.end_time);
        if let Some(bytes) = self.processed_size_bytes {
            out.count_member("ProcessedSizeBytes", bytes);
        }
        out.count_member("ProcessedItemCount", self.processed_item_count);
        out.count_member("ImportedItemCount", self.imported_item_count);
        if let Some((code, message)) = &self.failure {
            out.text_member("FailureCode", code);
            out.text_member("FailureMessage", message);
        }
    }
}

//! ImportTable: makes a table and puts the items of objects in S3 into it.
//!
//! Describes imports too: DescribeImport gives back the same description.

use super::answer::Answer;
use super::body::{Asked, members};
use super::create_table::CreateTableRequest;
use super::member::Member as _;
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
        /// Says of two requests that they are the same. The service asks for one, whatever its documentation says (observed).
        "ClientToken" client_token: String,
        /// Where the objects are.
        "S3BucketSource" s3_bucket_source: S3BucketSource,
        /// How items are written in them.
        "InputFormat" input_format: Option<InputFormat>,
        /// How that is read.
        "InputFormatOptions" input_format_options: Option<InputFormatOptions>,
        /// How the objects are packed; not at all when left out.
        "InputCompressionType" input_compression_type: Option<InputCompressionType>,
        /// The table to make.
        "TableCreationParameters" table_creation_parameters: TableCreationParameters,
    }
}

members! {
    /// The table an import makes.
    #[derive(Eq)]
    TableCreationParameters in lines PARAMETERS {
        /// Its name.
        "TableName" table_name: String,
        /// Every key attribute of the table and its indexes.
        "AttributeDefinitions" attribute_definitions: Vec<AttributeDefinition>,
        /// The primary key.
        "KeySchema" key_schema: Vec<KeySchemaElement>,
        /// Provisioned unless said otherwise.
        "BillingMode" billing_mode: Option<BillingMode>,
        /// Its throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Most it may use on demand.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// Encryption.
        "SSESpecification" sse_specification: Option<SseSpecification>,
        /// Indexes with keys of their own.
        "GlobalSecondaryIndexes" global_secondary_indexes: Option<Vec<GlobalSecondaryIndex>>,
        /// Indexes searched by nearness.
        "VectorIndexes" vector_indexes: Option<Vec<VectorIndex>>,
    }
}

impl TableCreationParameters {
    /// The request that makes the table.
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

/// Answer to ImportTable and DescribeImport: an import.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportTableDescription {
    /// What was asked for, with the bucket's owner where the request says none (observed).
    pub request: ImportTableRequest,
    /// Its resource name.
    pub import_arn: String,
    /// Where it is.
    pub import_status: ImportStatus,
    /// The table's resource name.
    pub table_arn: String,
    /// Tells the table from others of its name.
    pub table_id: String,
    /// The resource name of the logs of all imports.
    pub cloud_watch_log_group_arn: String,
    /// Epoch seconds of its beginning.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
    /// Why it failed: a word, and words for people.
    pub failure: Option<(String, String)>,
    /// Bytes read, unpacked; `None` before the end, and where nothing was read (observed).
    pub processed_size_bytes: Option<u64>,
    /// Items read, with those at fault. None of the counts grows before the end (observed).
    pub processed_item_count: u64,
    /// Items put.
    pub imported_item_count: u64,
    /// Items at fault.
    pub error_count: u64,
}

static IMPORT_TABLE: Asked = Asked::of("ImportTableInput")
    .members(&[
        Member { presence: Presence::NotNull, ..CLIENT_TOKEN },
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
        Member::required("AttributeDefinitions", Kind::List(&Kind::Structure(&ATTRIBUTE_DEFINITION))),
        KEY_SCHEMA,
        Member::optional("BillingMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
        THROUGHPUT,
        ON_DEMAND_THROUGHPUT,
        ENCRYPTION,
        Member::optional("GlobalSecondaryIndexes", Kind::List(&Kind::Structure(&GLOBAL_INDEX))),
        Member::optional("VectorIndexes", Kind::List(&Kind::Structure(&VECTOR_INDEX))),
    ],
};

/// Options are those of rows of text (text observed).
fn check_options(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let format = root.member("InputFormat").and_then(Node::text).unwrap_or_default();
    let has_csv = root.member("InputFormatOptions").is_some_and(|options| options.member("Csv").is_some());
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
            request.input_compression_type.unwrap_or(InputCompressionType::None).as_str(),
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

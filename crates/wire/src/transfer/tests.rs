//! Bodies of exports and imports: accepted, refused and written ones.

use super::*;
use crate::shape::{
    AttributeDefinition, BillingMode, BulkOperationPerformanceTier, CsvOptions, ExportStatus, ExportType,
    InputCompressionType, InputFormat, InputFormatOptions, KeyRole, KeySchemaElement, S3BucketSource,
    TableCreationParameters,
};
use hashrange_values::KeyType;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

const EXPORT: &str = r#""TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Music","S3Bucket":"my-bucket""#;
const IMPORT: &str = r#""ClientToken":"t","S3BucketSource":{"S3Bucket":"my-bucket"},"InputFormat":"CSV","TableCreationParameters":{"TableName":"Music","AttributeDefinitions":[],"KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]}"#;

fn said(operation: TransferOperation, members: &str) -> String {
    match decode_transfer(operation, format!("{{{members}}}").as_bytes()) {
        Ok(_) => "taken".to_owned(),
        Err(rejection) => rejection.service_message().unwrap_or_default(),
    }
}

fn export(more: &str) -> String {
    said(TransferOperation::ExportTableToPointInTime, &format!("{EXPORT}{more}"))
}

fn import(more: &str) -> String {
    said(TransferOperation::ImportTable, &format!("{IMPORT}{more}"))
}

#[test]
fn an_export_names_its_table_and_bucket() {
    assert_eq!(export(""), "taken");
    let nothing = said(TransferOperation::ExportTableToPointInTime, "");
    assert!(
        nothing.starts_with("2 validation errors detected: Value null at 'tableArn'"),
        "{nothing}"
    );
    let bucket = said(
        TransferOperation::ExportTableToPointInTime,
        r#""TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Music","S3Bucket":"../etc""#,
    );
    assert!(
        bucket.starts_with("1 validation error detected: Value '../etc' at 's3Bucket' failed to satisfy"),
        "{bucket}"
    );
}

#[test]
fn words_of_an_export_are_of_closed_sets() {
    assert_eq!(
        export(r#","ExportFormat":"CSV""#),
        "1 validation error detected: Value 'CSV' at 'exportFormat' failed to satisfy constraint: Member must satisfy \
         enum value set: [ION, DYNAMODB_JSON]"
    );
    let view = export(
        r#","ExportType":"INCREMENTAL_EXPORT","IncrementalExportSpecification":{"ExportFromTime":1,"ExportViewType":"NEW_IMAGES"}"#,
    );
    assert!(
        view.contains("Value 'NEW_IMAGES' at 'incrementalExportSpecification.exportViewType'"),
        "{view}"
    );
}

#[test]
fn a_kind_of_export_and_its_period_ask_for_each_other() {
    let period = r#","IncrementalExportSpecification":{"ExportFromTime":1}"#;
    assert!(export(period).starts_with("Invalid Request: Export Type expected to be Incremental Export"));
    let full = format!(r#","ExportType":"FULL_EXPORT"{period}"#);
    assert!(export(&full).starts_with("Invalid Request: When Export Type is Full Export ,"));
    let without = r#","ExportType":"INCREMENTAL_EXPORT""#;
    assert!(export(without).starts_with("Invalid Request: Incremental Export Specification expected"));
    let empty = format!(r#"{without},"IncrementalExportSpecification":{{}}"#);
    assert_eq!(
        export(&empty),
        "Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification"
    );
    assert_eq!(export(&format!("{without}{period}")), "taken");
}

#[test]
fn a_key_needs_its_algorithm_and_a_filter_its_placeholders() {
    let key = r#","S3SseKmsKeyId":"alias/aws/s3""#;
    assert_eq!(
        export(key),
        "Invalid Request: KMS Key Id is not supported for this encryption type"
    );
    assert_eq!(export(&format!(r#"{key},"S3SseAlgorithm":"KMS""#)), "taken");
    let prefix = export(r#","S3Prefix":"""#);
    assert_eq!(
        prefix,
        "1 validation error detected: Value '' at 's3Prefix' failed to satisfy constraint: Member must have length \
         greater than or equal to 1"
    );
    let filter = |members: &str| export(&format!(r#","FilterSpecification":{{{members}}}"#));
    assert_eq!(filter(r#""FilterExpression":"attribute_exists(a)""#), "taken");
    assert!(
        filter(r##""ExpressionAttributeNames":{"#a":"b"}"##).contains("can only be specified when using expressions")
    );
    assert!(filter(r#""FilterExpression":3"#).contains("cannot be converted"));
    assert!(export(r#","ClientToken":"a$""#).contains(r"pattern: ^[^\$]+$"));
}

#[test]
fn an_import_has_a_token_a_source_and_a_table() {
    assert_eq!(import(""), "taken");
    let nothing = said(TransferOperation::ImportTable, "");
    assert!(
        nothing.starts_with("4 validation errors detected: Value null at 'clientToken'"),
        "{nothing}"
    );
    let delimiter = import(r#","InputFormatOptions":{"Csv":{"Delimiter":";;"}}"#);
    assert!(
        delimiter.starts_with(
            "2 validation errors detected: Value ';;' at 'inputFormatOptions.csv.delimiter' failed to satisfy \
             constraint: Member must satisfy regular expression pattern: [,;"
        ),
        "{delimiter}"
    );
    assert_eq!(
        import(r#","InputCompressionType":"BZIP2""#),
        "1 validation error detected: Value 'BZIP2' at 'inputCompressionType' failed to satisfy constraint: Member \
         must satisfy enum value set: [ZSTD, NONE, GZIP]"
    );
}

#[test]
fn options_are_those_of_their_format() {
    let json = IMPORT.replace("\"CSV\"", "\"DYNAMODB_JSON\"");
    let options = r#","InputFormatOptions":{"Csv":{"Delimiter":","}}"#;
    assert_eq!(
        said(TransferOperation::ImportTable, &format!("{json}{options}")),
        "Invalid Request: Unsupported InputFormatOptions for the given input format: DYNAMODB_JSON."
    );
    assert_eq!(import(options), "taken");
}

const BULK: &str =
    r#""TableName":"Music","InputS3Configuration":{"S3Bucket":"my-bucket","InputFormat":"DYNAMODB_JSON"}"#;

fn bulk(output: &str, more: &str) -> String {
    let members = format!(r#"{BULK},"OutputS3Configuration":{{{output}}}{more}"#);
    said(TransferOperation::StartBulkPutItems, &members)
}

#[test]
fn a_bulk_operation_has_a_table_objects_and_a_report() {
    const OUTPUT: &str = r#""S3Bucket":"my-bucket","OutputType":["ERROR","CONDITION_CHECK_FAILURE"]"#;
    assert_eq!(bulk(OUTPUT, ""), "taken");
    let nothing = said(TransferOperation::StartBulkPutItems, "");
    assert!(
        nothing.starts_with("3 validation errors detected: Value null at 'tableName'"),
        "{nothing}"
    );
    for (output, text) in [
        (
            r#""S3Bucket":"b2","OutputType":["ALL"]"#,
            "OutputType ALL is none of [ERROR, CONDITION_CHECK_FAILURE]",
        ),
        (
            r#""S3Bucket":"b2","OutputType":[]"#,
            "OutputType needs ERROR, CONDITION_CHECK_FAILURE or both",
        ),
        (r#""OutputType":["ERROR"]"#, "OutputS3Configuration needs S3Bucket"),
        (
            r#""S3Bucket":"b2","OutputType":["ERROR"],"S3SseAlgorithm":"AES256","S3SseKmsKeyId":"k""#,
            "KMS Key Id is not supported for this encryption type",
        ),
    ] {
        assert_eq!(bulk(output, ""), format!("Invalid Request: {text}"));
    }
    assert_eq!(
        bulk(OUTPUT, r#","MaxWriteRequestUnits":1023"#),
        "1 validation error detected: Value '1023' at 'maxWriteRequestUnits' failed to satisfy constraint: Member must \
         have value greater than or equal to 1024"
    );
    assert!(bulk(OUTPUT, r#","PerformanceTier":"FAST""#).contains("[STANDARD, ACCELERATED]"));
    for (tier, most, rate) in [
        (BulkOperationPerformanceTier::Standard, None, 4_000),
        (BulkOperationPerformanceTier::Accelerated, None, 40_000),
        (BulkOperationPerformanceTier::Accelerated, Some(2_000), 2_000),
        (BulkOperationPerformanceTier::Standard, Some(1_000_000), 4_000),
    ] {
        let request = StartBulkPutItemsRequest {
            performance_tier: Some(tier),
            max_write_request_units: most,
            ..StartBulkPutItemsRequest::default()
        };
        assert_eq!(request.write_units(), rate, "{tier} {most:?}");
    }
    let body = format!(r#"{{{BULK},"OutputS3Configuration":{{{OUTPUT}}},"PerformanceTier":"ACCELERATED"}}"#);
    let request = decode_transfer(TransferOperation::StartBulkPutItems, body.as_bytes()).expect("a good body");
    let again = decode_transfer(TransferOperation::StartBulkPutItems, request.body().as_bytes());
    assert_eq!(again.expect("a good body"), request);
}

#[test]
fn a_request_is_written_as_it_is_read() {
    let request = ImportTableRequest {
        client_token: "t".to_owned(),
        s3_bucket_source: S3BucketSource {
            s3_bucket_owner: None,
            s3_bucket: "my-bucket".to_owned(),
            s3_key_prefix: Some("a/b".to_owned()),
        },
        input_format: Some(InputFormat::Csv),
        input_format_options: Some(InputFormatOptions {
            csv: Some(CsvOptions {
                delimiter: Some("\t".to_owned()),
                header_list: Some(vec!["Artist".to_owned(), "Year".to_owned()]),
            }),
        }),
        input_compression_type: None,
        table_creation_parameters: TableCreationParameters {
            table_name: "Music".to_owned(),
            attribute_definitions: vec![AttributeDefinition {
                attribute_name: "Artist".into(),
                attribute_type: KeyType::S,
            }],
            key_schema: vec![KeySchemaElement {
                attribute_name: "Artist".into(),
                key_type: KeyRole::Hash,
            }],
            billing_mode: Some(BillingMode::PayPerRequest),
            ..TableCreationParameters::default()
        },
    };
    let request = TransferRequest::from(request);
    assert_eq!(
        decode_transfer(TransferOperation::ImportTable, request.body().as_bytes()),
        Ok(request)
    );
    for (operation, body) in [
        (
            TransferOperation::ExportTableToPointInTime,
            format!(r#"{{{EXPORT},"S3Prefix":"a/b"}}"#),
        ),
        (
            TransferOperation::ExportTableToPointInTime,
            format!(
                r##"{{{EXPORT},"FilterSpecification":{{"FilterExpression":"#a = :a","ExpressionAttributeNames":{{"#a":"b"}},"ExpressionAttributeValues":{{":a":{{"S":"x"}}}}}}}}"##
            ),
        ),
        (TransferOperation::ListImports, r#"{"PageSize":3}"#.to_owned()),
        (
            TransferOperation::ListExports,
            r#"{"MaxResults":3,"NextToken":"x"}"#.to_owned(),
        ),
    ] {
        let request = decode_transfer(operation, body.as_bytes()).expect("a good body");
        assert_eq!(request.body(), body);
    }
}

#[test]
fn a_description_reports_defaults_and_leaves_out_what_is_not_known() {
    let request = decode_transfer(
        TransferOperation::ExportTableToPointInTime,
        format!("{{{EXPORT}}}").as_bytes(),
    );
    let Ok(TransferRequest::ExportTableToPointInTime(request)) = request else {
        panic!("a good body")
    };
    let description = ExportDescription {
        request,
        export_arn: "arn".to_owned(),
        export_status: ExportStatus::InProgress,
        start_time: 1.5,
        end_time: None,
        export_manifest: None,
        table_id: "id".to_owned(),
        export_time: Some(1.0),
        incremental: None,
        failure: None,
        billed_size_bytes: None,
        item_count: None,
    };
    assert_eq!(
        TransferResponse::DescribeExport(description).body(),
        r#"{"ExportDescription":{"ExportArn":"arn","ExportStatus":"IN_PROGRESS","StartTime":1.5,"TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Music","TableId":"id","ExportTime":1.0,"S3Bucket":"my-bucket","S3SseAlgorithm":"AES256","ExportFormat":"DYNAMODB_JSON"}}"#
    );
    assert_eq!(ExportType::WORDS, ["FULL_EXPORT", "INCREMENTAL_EXPORT"]);
}

#[test]
fn operations_are_found_by_name() {
    for operation in TransferOperation::ALL {
        assert_eq!(TransferOperation::from_name(operation.name()), Some(*operation));
    }
    assert_eq!(TransferOperation::from_name("GetItem"), None);
    assert_eq!(
        encode_transfer_error(&TransferError::ExportTime),
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#InvalidExportTimeException","message":"Export Time is invalid"}"#
    );
}

fn options() -> impl Strategy<Value = Option<InputFormatOptions>> {
    let header = of(vec("[a-zA-Z ]{1,9}", 1..4));
    let csv = (of(select(&[",", ";", "\t", " "][..])), header).prop_map(|(delimiter, header_list)| CsvOptions {
        delimiter: delimiter.map(str::to_owned),
        header_list,
    });
    of(of(csv).prop_map(|csv| InputFormatOptions { csv }))
}

proptest! {
    #[test]
    fn every_import_is_read_as_it_was_written(
        client_token in "[^$]{1,9}",
        (s3_bucket, s3_key_prefix) in ("[a-z0-9]{2,9}", of(".{0,9}")),
        s3_bucket_owner in of("[0-9]{12}"),
        input_format_options in options(),
        compression in of(select(InputCompressionType::ALL)),
        key in "[a-z]{1,9}",
    ) {
        let source = S3BucketSource { s3_bucket_owner, s3_bucket, s3_key_prefix };
        let request = ImportTableRequest {
            client_token,
            s3_bucket_source: source,
            input_format: Some(InputFormat::Csv),
            input_format_options,
            input_compression_type: compression,
            table_creation_parameters: TableCreationParameters {
                table_name: "Music".to_owned(),
                attribute_definitions: vec![AttributeDefinition {
                    attribute_name: key.as_str().into(),
                    attribute_type: KeyType::B,
                }],
                key_schema: vec![KeySchemaElement { attribute_name: key.as_str().into(), key_type: KeyRole::Hash }],
                ..TableCreationParameters::default()
            },
        };
        let request = TransferRequest::from(request);
        prop_assert_eq!(decode_transfer(TransferOperation::ImportTable, request.body().as_bytes()), Ok(request));
    }

    #[test]
    fn no_body_is_too_strange_to_be_judged(body in ".{0,80}", place in 0..TransferOperation::ALL.len()) {
        let _ = decode_transfer(TransferOperation::ALL[place], body.as_bytes());
    }
}

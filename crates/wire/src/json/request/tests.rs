//! Requests and their error texts.

use hashrange_values::{AttributeValue, Number};

use super::*;
use crate::shape::*;
use crate::{encode_rejection, item_from_json};

pub(super) fn refused(operation: Operation, body: &str) -> String {
    match decode(operation, body.as_bytes()) {
        Err(rejection) => rejection.to_string(),
        Ok(request) => panic!("{body} was taken for {request:?}"),
    }
}

pub(super) fn table(cases: &[(Operation, &str, &str)]) {
    for (operation, body, expected) in cases {
        assert_eq!(refused(*operation, body), *expected, "{operation:?} {body}");
    }
}

pub(super) const NULL: &str = "failed to satisfy constraint: Member must not be null";

#[test]
fn a_draft_may_break_constraints() {
    let statement = |body: &str| match decode_draft(Operation::ExecuteStatement, body.as_bytes()) {
        Ok(Request::ExecuteStatement(request)) => Some(request.statement),
        _ => None,
    };
    assert_eq!(statement(r#"{"Statement":""}"#).as_deref(), Some(""));
    assert_eq!(statement("{}").as_deref(), Some(""));
    assert_eq!(
        [statement(r#"{"Statement":1}"#), statement("[]"), statement("{")],
        [None, None, None]
    );
    let body = br#"{"TransactStatements":[]}"#;
    assert!(decode_draft(Operation::ExecuteTransaction, body).is_ok());
    assert!(decode(Operation::ExecuteTransaction, body).is_err());
}

#[test]
fn shapes() {
    use Operation::{DeleteItem, GetItem, ListTables, PutItem, Query, Scan, UpdateItem};
    table(&[
        (
            GetItem,
            "{}",
            &format!("2 validation errors detected: Value null at 'tableName' {NULL}; Value null at 'key' {NULL}"),
        ),
        (
            PutItem,
            "{}",
            &format!("1 validation error detected: Value null at 'tableName' {NULL}"),
        ),
        (
            PutItem,
            r#"{"TableName":"abc"}"#,
            &format!("1 validation error detected: Value null at 'item' {NULL}"),
        ),
        (
            GetItem,
            r#"{"TableName":"","Key":{}}"#,
            "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 1",
        ),
        (
            UpdateItem,
            r#"{"TableName":"","Key":{}}"#,
            "1 validation error detected: Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1",
        ),
        (
            DeleteItem,
            r#"{"TableName":"a;","Key":{},"ReturnValues":"hi"}"#,
            "2 validation errors detected: Value 'a;' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]",
        ),
        (
            UpdateItem,
            r#"{"TableName":"abc","Key":{},"ReturnConsumedCapacity":"a","ReturnValues":"b"}"#,
            "1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]",
        ),
        (
            Query,
            r#"{"TableName":"abc","Limit":0}"#,
            "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
        ),
        (
            Scan,
            r#"{"TableName":"abc","Limit":0,"Segment":-1,"TotalSegments":1000001,"IndexName":"a"}"#,
            "4 validation errors detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1; Value '-1' at 'segment' failed to satisfy constraint: Member must have value greater than or equal to 0; Value '1000001' at 'totalSegments' failed to satisfy constraint: Member must have value less than or equal to 1000000; Value 'a' at 'indexName' failed to satisfy constraint: Member must have length greater than or equal to 3",
        ),
        (
            ListTables,
            r#"{"Limit":101}"#,
            "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must have value less than or equal to 100",
        ),
    ]);
}

#[test]
fn names_of_tables() {
    use Operation::{CreateTable, DeleteTable, DescribeTable};
    let long = "a".repeat(256);
    table(&[
        (
            CreateTable,
            "{}",
            "The parameter 'TableName' is required but was not present in the request",
        ),
        (
            DescribeTable,
            "{}",
            "The parameter 'TableName' is required but was not present in the request",
        ),
        (
            DeleteTable,
            r#"{"TableName":"ab"}"#,
            "TableName must be at least 3 characters long and at most 255 characters long",
        ),
        (
            DeleteTable,
            &format!(r#"{{"TableName":"{long}"}}"#),
            "TableName must be at least 3 characters long and at most 255 characters long",
        ),
        (
            DeleteTable,
            r#"{"TableName":"a b c"}"#,
            "1 validation error detected: Value 'a b c' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
        ),
        (
            CreateTable,
            r#"{"TableName":";"}"#,
            "2 validation errors detected: Value ';' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value ';' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
        ),
    ]);
}

#[test]
fn definitions_of_tables() {
    use Operation::CreateTable;
    let schema = r#""KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]"#;
    table(&[
        (
            CreateTable,
            r#"{"TableName":"abc","ProvisionedThroughput":{"ReadCapacityUnits":-1}}"#,
            &format!(
                "4 validation errors detected: Value null at 'provisionedThroughput.writeCapacityUnits' {NULL}; Value '-1' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: Member must have value greater than or equal to 1; Value null at 'keySchema' {NULL}; Value null at 'attributeDefinitions' {NULL}"
            ),
        ),
        (
            CreateTable,
            r#"{"TableName":"abc","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"SS"}],"KeySchema":[{"AttributeName":"a","KeyType":"HASH"},{"KeyType":"Woop","AttributeName":"b"},{"AttributeName":"c"}]}"#,
            &format!(
                "4 validation errors detected: Value '[KeySchemaElement(attributeName=a, keyType=HASH), KeySchemaElement(attributeName=b, keyType=Woop), KeySchemaElement(attributeName=c, keyType=null)]' at 'keySchema' failed to satisfy constraint: Member must have length less than or equal to 2; Value 'Woop' at 'keySchema.2.member.keyType' failed to satisfy constraint: Member must satisfy enum value set: [HASH, RANGE]; Value null at 'keySchema.3.member.keyType' {NULL}; Value 'SS' at 'attributeDefinitions.1.member.attributeType' failed to satisfy constraint: Member must satisfy enum value set: [B, N, S]"
            ),
        ),
        (
            CreateTable,
            &format!(
                r#"{{"TableName":"abc",{schema},"AttributeDefinitions":[],"LocalSecondaryIndexes":[{{}},{{"IndexName":"i;","KeySchema":[],"Projection":{{"ProjectionType":"X","NonKeyAttributes":[]}}}}]}}"#
            ),
            &format!(
                "8 validation errors detected: Value null at 'localSecondaryIndexes.1.member.indexName' {NULL}; Value null at 'localSecondaryIndexes.1.member.keySchema' {NULL}; Value null at 'localSecondaryIndexes.1.member.projection' {NULL}; Value 'i;' at 'localSecondaryIndexes.2.member.indexName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value 'i;' at 'localSecondaryIndexes.2.member.indexName' failed to satisfy constraint: Member must have length greater than or equal to 3; Value '[]' at 'localSecondaryIndexes.2.member.keySchema' failed to satisfy constraint: Member must have length greater than or equal to 1; Value 'X' at 'localSecondaryIndexes.2.member.projection.projectionType' failed to satisfy constraint: Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]; Value '[]' at 'localSecondaryIndexes.2.member.projection.nonKeyAttributes' failed to satisfy constraint: Member must have length greater than or equal to 1"
            ),
        ),
        (
            CreateTable,
            &format!(
                r#"{{"TableName":"abc",{schema},"AttributeDefinitions":[],"ProvisionedThroughput":{{"ReadCapacityUnits":1000000000001,"WriteCapacityUnits":1}}}}"#
            ),
            "Given value 1000000000001 for ReadCapacityUnits is out of bounds",
        ),
    ]);
    let many = vec!["{}"; 50].join(",");
    let text = refused(
        CreateTable,
        &format!(r#"{{"TableName":"abc",{schema},"AttributeDefinitions":[{many}]}}"#),
    );
    assert!(text.starts_with("10 validation errors detected: "), "{text}");
}

#[test]
fn values() {
    let invalid = "One or more parameter values were invalid:";
    for (value, expected, enveloped) in [
        ("{}", "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes".to_owned(), false),
        ("null", "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes".to_owned(), false),
        (r#"{"X":"a"}"#, "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes".to_owned(), false),
        (
            r#"{"S":"a","N":"1"}"#,
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes".to_owned(),
            false,
        ),
        (r#"{"S":"a","N":"b"}"#, "The parameter cannot be converted to a numeric value: b".to_owned(), true),
        (r#"{"N":""}"#, "The parameter cannot be converted to a numeric value".to_owned(), true),
        (r#"{"NS":["1","b"]}"#, "The parameter cannot be converted to a numeric value: b".to_owned(), true),
        (r#"{"N":"1e126"}"#, "Number overflow. Attempting to store a number with magnitude larger than supported range".to_owned(), true),
        (r#"{"N":"-1e-131"}"#, "Number underflow. Attempting to store a number with magnitude smaller than supported range".to_owned(), true),
        (r#"{"N":"123456789012345678901234567890123456789"}"#, "Attempting to store more than 38 significant digits in a Number".to_owned(), true),
        (r#"{"SS":[]}"#, format!("{invalid} An string set  may not be empty"), true),
        (r#"{"NS":[]}"#, format!("{invalid} An number set  may not be empty"), true),
        (r#"{"BS":[]}"#, format!("{invalid} Binary sets should not be empty"), true),
        (r#"{"SS":["a","b","a"]}"#, format!("{invalid} Input collection [a, b, a] contains duplicates."), true),
        (r#"{"NS":["1","1.0"]}"#, "Input collection contains duplicates".to_owned(), true),
        (r#"{"BS":["Yg==","Yg=="]}"#, format!("{invalid} Input collection [Yg==, Yg==]of type BS contains duplicates."), true),
        (r#"{"SS":["a",null]}"#, format!("{invalid} An string set may not have a null string as a member"), false),
        (r#"{"NULL":false}"#, format!("{invalid} Null attribute value types must have the value of true"), true),
        (r#"{"L":[{"M":{"x":{"NULL":"no"}}}]}"#, format!("{invalid} Null attribute value types must have the value of true"), true),
    ] {
        let anew = expected
            .replace("[a, b, a]", "[\"a\", \"b\", \"a\"]")
            .replace("[Yg==, Yg==]", "[\"Yg==\",\"Yg==\"]")
            .replace("Input collection contains duplicates", &format!("{invalid} Input collection contains duplicates."))
            .replace("numeric value", if value == r#"{"N":""}"# { "numeric value: " } else { "numeric value" });
        let prefix = if enveloped { "1 validation error detected: " } else { "" };
        for (operation, member) in [(Operation::PutItem, "Item"), (Operation::DeleteItem, "Key")] {
            let message = refused(operation, &format!(r#"{{"TableName":"abc","{member}":{{"a":{value}}}}}"#));
            assert_eq!(message, format!("{prefix}{anew}"), "{value}");
        }
        let get = refused(Operation::GetItem, &format!(r#"{{"TableName":"abc","Key":{{"a":{value}}}}}"#));
        assert_eq!(get, anew, "{value}");
        let scan = refused(Operation::Scan, &format!(r#"{{"TableName":"abc","ExclusiveStartKey":{{"a":{value}}}}}"#));
        assert_eq!(scan, format!("The provided starting key is invalid: {expected}"), "{value}");
    }
}

#[test]
fn a_long_set_with_a_repeat_is_refused_in_time() {
    let members: Vec<String> = (0..200_000).map(|number| format!("\"{number}\"")).collect();
    let body = format!(
        r#"{{"TableName":"abc","Item":{{"a":{{"SS":[{},"7"]}}}}}}"#,
        members.join(",")
    );
    assert!(refused(Operation::PutItem, &body).ends_with("\"99999\", \"7\"] contains duplicates."));
}

#[test]
fn nesting_ends_at_level_32() {
    let nested = |levels: usize| format!("{}{{\"S\":\"leaf\"}}{}", "{\"L\":[".repeat(levels), "]}".repeat(levels));
    let put = |levels| format!(r#"{{"TableName":"abc","Item":{{"a":{}}}}}"#, nested(levels));
    assert!(decode(Operation::PutItem, put(31).as_bytes()).is_ok());
    let text = "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
    for levels in [32, 62] {
        assert_eq!(
            refused(Operation::PutItem, &put(levels)),
            format!("1 validation error detected: {text}")
        );
    }
    for levels in [63, 200] {
        assert_eq!(refused(Operation::PutItem, &put(levels)), text);
    }
    // A nesting beyond any reader's limit is refused and causes no crash.
    assert!(decode(Operation::PutItem, put(100_000).as_bytes()).is_err());
}

#[test]
fn expression_parameters() {
    use Operation::{DeleteItem, GetItem, PutItem, Query, Scan, UpdateItem};
    let envelope = "1 validation error detected: ";
    let misused = "ExpressionAttributeValues can only be specified when using expressions";
    let null = &format!("{misused}:");
    table(&[
        (
            GetItem,
            r#"{"TableName":"abc","Key":{"a":{}},"ExpressionAttributeNames":{}}"#,
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            DeleteItem,
            r#"{"TableName":"abc","Key":{"a":{}},"ExpressionAttributeValues":{}}"#,
            &format!("{envelope}{misused}"),
        ),
        (
            PutItem,
            r#"{"TableName":"abc","Item":{},"ExpressionAttributeValues":{}}"#,
            &format!("{envelope}{misused}"),
        ),
        (
            UpdateItem,
            r#"{"TableName":"abc","Key":{},"ExpressionAttributeValues":{}}"#,
            &format!("{envelope}{misused}"),
        ),
        (
            Query,
            r#"{"TableName":"abc","ProjectionExpression":"a","ExpressionAttributeValues":{}}"#,
            &format!("{null} FilterExpression and KeyConditionExpression are null"),
        ),
        (
            Scan,
            r#"{"TableName":"abc","ExpressionAttributeValues":{}}"#,
            &format!("{null} FilterExpression is null"),
        ),
    ]);
}

#[test]
fn placeholders_alone_or_malformed() {
    use Operation::{PutItem, Scan, UpdateItem};
    let envelope = "1 validation error detected: ";
    table(&[
        (
            PutItem,
            r#"{"TableName":"abc","Item":{},"ExpressionAttributeNames":{}}"#,
            &format!("{envelope}ExpressionAttributeNames can only be specified when using expressions"),
        ),
        (
            PutItem,
            r#"{"TableName":"abc","Item":{},"ConditionExpression":"a","ExpressionAttributeNames":{}}"#,
            &format!("{envelope}ExpressionAttributeNames must not be empty"),
        ),
        (
            UpdateItem,
            r#"{"TableName":"abc","Key":{},"UpdateExpression":"a","ExpressionAttributeValues":{"a":{}}}"#,
            &format!("{envelope}ExpressionAttributeValues contains invalid key: Syntax error; key: \"a\""),
        ),
        (
            Scan,
            r#"{"TableName":"abc","FilterExpression":"a","ExpressionAttributeNames":{}}"#,
            "ExpressionAttributeNames must not be empty",
        ),
        (
            Scan,
            r#"{"TableName":"abc","FilterExpression":"a","ExpressionAttributeValues":{}}"#,
            "ExpressionAttributeValues must not be empty",
        ),
        (
            Scan,
            r##"{"TableName":"abc","FilterExpression":"a","ExpressionAttributeNames":{"#a b":"a"}}"##,
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a b\"",
        ),
        (
            Scan,
            r#"{"TableName":"abc","FilterExpression":"a","ExpressionAttributeValues":{":a":{},"b":{}}}"#,
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\"",
        ),
        (
            Scan,
            r#"{"TableName":"abc","FilterExpression":"a","ExpressionAttributeValues":{":a":{}}}"#,
            "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes for key :a",
        ),
        (
            UpdateItem,
            r#"{"TableName":"abc","Key":{},"UpdateExpression":"a","ExpressionAttributeValues":{":a":{"SS":[]}}}"#,
            "1 validation error detected: One or more parameter values were invalid: An string set  may not be empty",
        ),
        (
            UpdateItem,
            r#"{"TableName":"abc","Key":{},"UpdateExpression":"a","ExpressionAttributeValues":{":a":{"NULL":false}}}"#,
            "1 validation error detected: One or more parameter values were invalid: Null attribute value types must have the value of true",
        ),
    ]);
}

#[test]
fn combinations() {
    use Operation::{DeleteItem, PutItem, Query, Scan, UpdateItem};
    let condition = r#""KeyConditionExpression":"a = :a""#;
    table(&[
        (
            Query,
            r#"{"TableName":"abc"}"#,
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
        ),
        (
            Scan,
            r#"{"TableName":"abc","Segment":1}"#,
            "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
        ),
        (
            Scan,
            r#"{"TableName":"abc","TotalSegments":1}"#,
            "The Segment parameter is required but was not present in the request when parameter TotalSegments is present",
        ),
        (
            Scan,
            r#"{"TableName":"abc","TotalSegments":4,"Segment":4}"#,
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 4 is not less than TotalSegments: 4",
        ),
        (
            Query,
            &format!(r#"{{"TableName":"abc",{condition},"Select":"SPECIFIC_ATTRIBUTES"}}"#),
            "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES",
        ),
        (
            Query,
            &format!(r#"{{"TableName":"abc",{condition},"Select":"COUNT","ProjectionExpression":"a"}}"#),
            "1 validation error detected: Cannot specify the ProjectionExpression when choosing to get only the Count",
        ),
        (
            Scan,
            r#"{"TableName":"abc","Select":"ALL_PROJECTED_ATTRIBUTES"}"#,
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        ),
        (
            PutItem,
            r#"{"TableName":"abc","Item":{},"ReturnValues":"ALL_NEW"}"#,
            "1 validation error detected: ReturnValues can only be ALL_OLD or NONE",
        ),
        (
            DeleteItem,
            r#"{"TableName":"abc","Key":{},"ReturnValues":"ALL_NEW"}"#,
            "1 validation error detected: ReturnValues can only be ALL_OLD or NONE",
        ),
        (
            UpdateItem,
            r#"{"TableName":"abc","Key":{},"AttributeUpdates":{"a":{}}}"#,
            "One or more parameter values were invalid: Only DELETE action is allowed when no attribute value is specified",
        ),
    ]);
}

#[test]
fn kinds_are_judged_before_everything_else() {
    let body = r#"{"TableName":";","Key":{"a":{"S":"x","N":5}},"ExpressionAttributeNames":{}}"#;
    let Err(Rejection::Serialization(error)) = decode(Operation::GetItem, body.as_bytes()) else {
        panic!()
    };
    assert_eq!(error.to_string(), "NUMBER_VALUE cannot be converted to String");
    assert_eq!((error.path.as_str(), error.offset), ("Key.a.N", 41));
}

#[test]
fn rejections_on_the_wire() {
    let body = |operation, text: &str| encode_rejection(&decode(operation, text.as_bytes()).unwrap_err());
    let bare = r#"{"__type":"com.amazon.coral.service#SerializationException"}"#;
    assert_eq!(body(Operation::GetItem, "{"), bare);
    assert_eq!(body(Operation::GetItem, "[]"), bare);
    assert_eq!(
        body(Operation::GetItem, r#"{"TableName":5}"#),
        r#"{"__type":"com.amazon.coral.service#SerializationException","Message":"NUMBER_VALUE cannot be converted to String"}"#
    );
    assert_eq!(
        body(Operation::DeleteTable, "{}"),
        r#"{"__type":"com.amazon.coral.validate#ValidationException","message":"The parameter 'TableName' is required but was not present in the request"}"#
    );
}

#[test]
fn a_request_arrives_as_it_was_meant() {
    let arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Thread";
    let body = format!(
        r##"{{"TableName":"{arn}","Unknown":[{{}}],"Limit":2.7,"KeyConditionExpression":"#f = :f","ExpressionAttributeNames":{{"#f":"Forum"}},"ExpressionAttributeValues":{{":f":{{"S":"S3"}}}},"ScanIndexForward":false,"Select":null,"ExclusiveStartKey":{{"b":{{"N":"007"}},"a":{{"B":"Yg=="}}}}}}"##
    );
    let Ok(Request::Query(request)) = decode(Operation::Query, body.as_bytes()) else {
        panic!()
    };
    assert_eq!(request.table_name, arn);
    assert_eq!(
        (request.limit, request.select, request.scan_index_forward),
        (Some(2), None, Some(false))
    );
    let start = request.exclusive_start_key.unwrap();
    assert_eq!(
        start.get("a"),
        Some(&AttributeValue::B(b"b".to_vec().into_boxed_slice()))
    );
    assert_eq!(start.get("b"), Some(&AttributeValue::N(Number::from(7))));
    assert_eq!(
        request.expression_attribute_values.unwrap().get(":f"),
        Some(&AttributeValue::string("S3"))
    );
}

#[test]
fn requests_survive_being_written_and_read() {
    let item = item_from_json(r#"{"a":{"S":"x\"y"},"b":{"L":[{"N":"1.5"},{"M":{"c":{"NULL":true}}}]}}"#).unwrap();
    let names = [("#a".into(), "a".into())].into_iter().collect();
    let values = item_from_json(r#"{":v":{"NS":["1","2"]}}"#).unwrap();
    let scan = ScanRequest {
        table_name: "abc".into(),
        index_name: Some("ind".into()),
        filter_expression: Some("#a = :v".into()),
        expression_attribute_names: Some(names),
        expression_attribute_values: Some(values),
        limit: Some(5),
        segment: Some(1),
        total_segments: Some(2),
        exclusive_start_key: Some(item.clone()),
        consistent_read: Some(true),
        ..ScanRequest::default()
    };
    let create = CreateTableRequest {
        table_name: "abc".into(),
        attribute_definitions: vec![AttributeDefinition {
            attribute_name: "a".into(),
            attribute_type: hashrange_values::KeyType::B,
        }],
        key_schema: vec![KeySchemaElement {
            attribute_name: "a".into(),
            key_type: KeyRole::Hash,
        }],
        global_secondary_indexes: Some(vec![GlobalSecondaryIndex {
            index_name: "ind".into(),
            key_schema: vec![KeySchemaElement {
                attribute_name: "a".into(),
                key_type: KeyRole::Hash,
            }],
            projection: Projection {
                projection_type: Some(ProjectionType::Include),
                non_key_attributes: Some(vec!["x".into(), "y".into()]),
            },
            provisioned_throughput: Some(ProvisionedThroughput {
                read_capacity_units: 1,
                write_capacity_units: 2,
            }),
            ..GlobalSecondaryIndex::default()
        }]),
        billing_mode: Some(BillingMode::Provisioned),
        ..CreateTableRequest::default()
    };
    let put = PutItemRequest {
        table_name: "abc".into(),
        item,
        return_values: Some(ReturnValues::AllOld),
        return_item_collection_metrics: Some(ReturnItemCollectionMetrics::Size),
        ..PutItemRequest::default()
    };
    for request in [Request::from(scan), create.into(), put.into()] {
        for text in [encode_request(&request), encode_request_pretty(&request)] {
            assert_eq!(
                decode(request.operation(), text.as_bytes()).as_ref(),
                Ok(&request),
                "{text}"
            );
        }
        assert_eq!(check(&request), Ok(()));
    }
}

//! The grid of JSON kinds and member kinds, word for word as observed: serialization-words.

use crate::operation::Operation;
use crate::{Rejection, SerializationReason, decode};

/// Returns the text of the SerializationException for `json`, which replaces `?` in `body`.
fn said(operation: Operation, body: &str, json: &str) -> Option<String> {
    match decode(operation, body.replace('?', json).as_bytes()) {
        Err(Rejection::Serialization(error)) => match error.reason {
            SerializationReason::Type(text) => Some(text),
            other => panic!("{other:?}"),
        },
        _ => None,
    }
}

fn grid(operation: Operation, body: &str, expected: &[(&str, Option<&str>)]) {
    for (json, text) in expected {
        assert_eq!(said(operation, body, json).as_deref(), *text, "{body} with {json}");
    }
}

const STRING: &[(&str, Option<&str>)] = &[
    ("\"x\"", None),
    ("null", None),
    ("true", Some("TRUE_VALUE cannot be converted to String")),
    ("false", Some("FALSE_VALUE cannot be converted to String")),
    ("23", Some("NUMBER_VALUE cannot be converted to String")),
    ("-2147483648", Some("NUMBER_VALUE cannot be converted to String")),
    ("34.56", Some("DECIMAL_VALUE cannot be converted to String")),
    ("[]", Some("Unrecognized collection type class java.lang.String")),
    ("{}", Some("Start of structure or map found where not expected")),
];

const BLOB: &[(&str, Option<&str>)] = &[
    ("\"Yg==\"", None),
    ("true", Some("only base-64-encoded strings are convertible to bytes")),
    ("23", Some("only base-64-encoded strings are convertible to bytes")),
    ("[]", Some("Unrecognized collection type class java.nio.ByteBuffer")),
    ("{}", Some("Start of structure or map found where not expected")),
    (
        "\"23456\"",
        Some("Base64 encoded length is expected a multiple of 4 bytes but found: 5"),
    ),
    ("\"=+/=\"", Some("Invalid last non-pad Base64 character dectected")),
    ("\"+/+=\"", Some("Invalid last non-pad Base64 character dectected")),
];

const BOOLEAN: &[(&str, Option<&str>)] = &[
    ("true", None),
    ("\"Yes\"", None),
    ("\"23\"", Some("Unexpected token received from parser")),
    ("23", Some("NUMBER_VALUE cannot be converted to Boolean")),
    ("34.56", Some("DECIMAL_VALUE cannot be converted to Boolean")),
    ("[]", Some("Unrecognized collection type class java.lang.Boolean")),
    ("{}", Some("Start of structure or map found where not expected")),
];

const LIST: &[(&str, Option<&str>)] = &[
    ("[]", None),
    ("\"23\"", Some("Unexpected field type")),
    ("true", Some("Unexpected field type")),
    ("34.56", Some("Unexpected field type")),
    ("{}", Some("Start of structure or map found where not expected")),
];

#[test]
fn scalars_and_lists() {
    grid(Operation::PutItem, r#"{"TableName":?}"#, STRING);
    grid(Operation::PutItem, r#"{"Item":{"a":{"S":?}}}"#, STRING);
    grid(Operation::PutItem, r#"{"Item":{"a":{"N":?}}}"#, STRING);
    grid(Operation::PutItem, r#"{"Item":{"a":{"SS":[?]}}}"#, STRING);
    grid(Operation::Query, r#"{"ExpressionAttributeNames":{"a":?}}"#, STRING);
    grid(Operation::CreateTable, r#"{"KeySchema":[{"KeyType":?}]}"#, STRING);
    grid(Operation::PutItem, r#"{"Item":{"a":{"B":?}}}"#, BLOB);
    grid(Operation::PutItem, r#"{"Item":{"a":{"M":{"b":{"BS":[?]}}}}}"#, BLOB);
    grid(Operation::GetItem, r#"{"ConsistentRead":?}"#, BOOLEAN);
    grid(Operation::GetItem, r#"{"Key":{"a":{"NULL":?}}}"#, BOOLEAN);
    grid(Operation::CreateTable, r#"{"KeySchema":?}"#, LIST);
    grid(Operation::Scan, r#"{"ExclusiveStartKey":{"a":{"L":?}}}"#, LIST);
    grid(Operation::Scan, r#"{"ExclusiveStartKey":{"a":{"BS":?}}}"#, LIST);
}

#[test]
fn numbers() {
    let long = [
        ("1", None),
        ("1.9", None),
        ("\"23\"", Some("STRING_VALUE cannot be converted to Long")),
        ("true", Some("TRUE_VALUE cannot be converted to Long")),
        ("[]", Some("Unrecognized collection type class java.lang.Long")),
        ("{}", Some("Start of structure or map found where not expected")),
    ];
    grid(
        Operation::CreateTable,
        r#"{"ProvisionedThroughput":{"ReadCapacityUnits":?}}"#,
        &long,
    );
    let integer = [
        ("1", None),
        ("\"23\"", Some("STRING_VALUE cannot be converted to Integer")),
        ("3000000000", Some("NUMBER_VALUE cannot be converted to Integer")),
    ];
    grid(Operation::Scan, r#"{"Limit":?}"#, &integer);
}

#[test]
fn maps_and_structures() {
    let map =
        "Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>";
    grid(
        Operation::PutItem,
        r#"{"Item":?}"#,
        &[
            ("{}", None),
            ("[]", Some(map)),
            ("\"23\"", Some("Unexpected field type")),
            ("1", Some("Unexpected field type")),
        ],
    );
    grid(
        Operation::PutItem,
        r#"{"Item":{"a":{"M":?}}}"#,
        &[("[]", Some(map)), ("1", Some("Unexpected field type"))],
    );
    let names = "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>";
    grid(
        Operation::Query,
        r#"{"ExpressionAttributeNames":?}"#,
        &[("[]", Some(names))],
    );
    let value = "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue";
    let element = [
        ("{}", None),
        ("[]", Some(value)),
        ("true", Some("Unexpected value type in payload")),
    ];
    grid(Operation::PutItem, r#"{"Item":{"a":?}}"#, &element);
    grid(Operation::PutItem, r#"{"Item":{"a":{"L":[?]}}}"#, &element);
    let units = "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.ProvisionedThroughput";
    grid(
        Operation::CreateTable,
        r#"{"ProvisionedThroughput":?}"#,
        &[("[]", Some(units)), ("1", Some("Unexpected field type"))],
    );
    let schema = "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeySchemaElement";
    grid(
        Operation::CreateTable,
        r#"{"GlobalSecondaryIndexes":[{"KeySchema":[?]}]}"#,
        &[("[]", Some(schema)), ("1", Some("Unexpected value type in payload"))],
    );
}

/// Lists and maps inside other containers have their own error texts (observed: serialization-words).
#[test]
fn collections_inside_collections() {
    let inside = "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of loader 'bootstrap')";
    let structure = "Start of structure or map found where not expected";
    let list = [
        ("\"23\"", Some(inside)),
        ("true", Some(inside)),
        ("34.56", Some(inside)),
        ("{}", Some(structure)),
    ];
    grid(Operation::BatchWriteItem, r#"{"RequestItems":{"a":?}}"#, &list);
    let class =
        "Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>";
    let map = [("\"23\"", Some(inside)), ("23", Some(inside)), ("[]", Some(class))];
    grid(Operation::BatchGetItem, r#"{"RequestItems":{"a":{"Keys":[?]}}}"#, &map);
    let writes = "Unrecognized collection type java.util.Map<java.lang.String, java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>";
    grid(
        Operation::BatchWriteItem,
        r#"{"RequestItems":?}"#,
        &[("[]", Some(writes)), ("1", Some("Unexpected field type"))],
    );
    let keys = "Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.KeysAndAttributes>";
    grid(Operation::BatchGetItem, r#"{"RequestItems":?}"#, &[("[]", Some(keys))]);
    let put = "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.PutRequest";
    grid(
        Operation::BatchWriteItem,
        r#"{"RequestItems":{"a":[{"PutRequest":?}]}}"#,
        &[("[]", Some(put)), ("1", Some("Unexpected field type"))],
    );
    let action = "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.TransactWriteItem";
    grid(
        Operation::TransactWriteItems,
        r#"{"TransactItems":[?]}"#,
        &[("[]", Some(action)), ("1", Some("Unexpected value type in payload"))],
    );
}

#[test]
fn unknown_members_are_not_looked_at() {
    grid(Operation::GetItem, r#"{"Tomorrow":?}"#, &[("[1,{}]", None)]);
}

//! Items as text: round trips, and errors with positions.

use std::sync::Arc;

use hashrange_values::{AttributeType, AttributeValue, Item, List, Number, Text, to_map};
use proptest::prelude::*;

use super::*;
use crate::error::{CancellationReason, ResourceNotFound, ServiceError, ValidationError};
use crate::operation::Operation;
use crate::request::Response;
use crate::shape::{
    BatchWriteItemResponse, ConsumedCapacity, PutItemResponse, QueryResponse, TransactGetItemsResponse,
    TransactWriteItemsResponse, UnitsName,
};

fn number() -> impl Strategy<Value = Number> {
    ("-?[0-9]{1,20}", "[0-9]{0,18}", -100..100i32).prop_map(|(whole, fraction, exponent)| {
        format!("{whole}.{fraction}0e{exponent}")
            .parse()
            .unwrap_or(Number::ZERO)
    })
}

fn distinct<T: Ord + Clone + std::fmt::Debug>(member: impl Strategy<Value = T>) -> impl Strategy<Value = List<T>> {
    proptest::collection::btree_set(member, 1..4).prop_map(|set| set.into_iter().collect())
}

fn bytes() -> impl Strategy<Value = Box<[u8]>> {
    proptest::collection::vec(any::<u8>(), 0..8).prop_map(Vec::into_boxed_slice)
}

pub(super) fn value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        any::<String>().prop_map(|text| AttributeValue::string(&text)),
        number().prop_map(AttributeValue::N),
        bytes().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null),
        distinct(any::<String>())
            .prop_map(|set| AttributeValue::Ss(set.iter().map(|text| Text::from(text.as_str())).collect())),
        distinct(number()).prop_map(AttributeValue::Ns),
        distinct(bytes()).prop_map(AttributeValue::Bs),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(|elements| AttributeValue::L(elements.into())),
            proptest::collection::vec((".{1,6}", inner), 0..4)
                .prop_map(|entries| AttributeValue::M(entries.into_iter().collect())),
        ]
    })
}

pub(super) fn item() -> impl Strategy<Value = Item> {
    proptest::collection::vec((".{1,12}", value()), 0..5).prop_map(|entries| entries.into_iter().collect())
}

#[test]
fn marks_say_what_plain_json_cannot() {
    let text = r#"{"a":{"B":"aGk="},"b":{"SS":["x"]},"c":{"M":{"B":{"S":"no mark"}}},"d":{"S":"small"},"e":{"B":"?"},"f":{"B":"aGk=","g":1}}"#;
    let item = item_from_marked_json(text).unwrap();
    let kinds: Vec<AttributeType> = item.iter().map(|(_, value)| value.attribute_type()).collect();
    use AttributeType::{B, M, Ss};
    assert_eq!(kinds, [B, Ss, M, M, M, M]);
    assert_eq!(item_from_marked_json(&item_to_marked_json(&item)), Ok(item.clone()));
    assert!(
        item_to_marked_json(&item)
            .starts_with(r#"{"a":{"B":"aGk="},"b":{"SS":["x"]},"c":{"M":{"B":{"S":"no mark"}}},"#)
    );
}

proptest! {
    #[test]
    fn items_survive_marked_json(item in item()) {
        prop_assert_eq!(item_from_marked_json(&item_to_marked_json(&item)), Ok(item));
    }

    #[test]
    fn items_survive_dynamodb_json(item in item()) {
        prop_assert_eq!(item_from_json(&item_to_json(&item)), Ok(item.clone()));
        prop_assert_eq!(item_from_json(&item_to_json_pretty(&item)), Ok(item.clone()));
        // An independent parser accepts the written text.
        prop_assert!(serde_json::from_str::<serde_json::Value>(&item_to_json_pretty(&item)).is_ok());
    }

    #[test]
    fn items_survive_plain_json_when_their_types_are_known(item in item()) {
        let plain = item_to_plain_json(&item);
        prop_assert_eq!(item_from_plain_json(&plain.text, Some(&item)), Ok(item.clone()));
        let unaided = item_from_plain_json(&plain.text, None);
        prop_assert_eq!(unaided == Ok(item), plain.lossy.is_empty());
    }

    #[test]
    fn no_body_panics(operation in proptest::sample::select(Operation::ALL), body in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = decode(operation, &body);
    }

    #[test]
    fn no_json_panics(operation in proptest::sample::select(Operation::ALL), name in "TableName|Key|Item|Limit|KeySchema|ExpressionAttributeValues|GlobalSecondaryIndexes|Expected|AttributeUpdates|KeyConditions|AttributesToGet", value in r#"(\{"[a:]":|\[|\{"M":)?(\{"(S|N|L|M|SS|B)":("1"|\[\]|\{\}|null|7)\}|5|"x"|\[\{\}\])(\}|\])?"#) {
        let _ = decode(operation, format!(r#"{{"TableName":"abc","{name}":{value}}}"#).as_bytes());
    }
}

#[test]
fn people_see_an_attribute_a_line() {
    let item = item_from_json(r#"{"b":{"M":{"x":{"N":"1"},"y":{"L":[]}}},"a":{"SS":["p","q"]},"c":{"M":{}}}"#).unwrap();
    let expected = r#"{
  "a": {"SS": ["p", "q"]},
  "b": {"M": {
    "x": {"N": "1"},
    "y": {"L": []}
  }},
  "c": {"M": {}}
}"#;
    assert_eq!(item_to_json_pretty(&item), expected);
}

#[test]
fn plain_json_keeps_every_digit_and_reports_what_it_cannot_say() {
    let json = r#"{"big":{"N":"12345678901234567890123456789012345678"},"tags":{"SS":["x","y"]},"list":{"L":[{"S":"a"},{"B":"Yg=="}]}}"#;
    let item = item_from_json(json).unwrap();
    let plain = item_to_plain_json(&item);
    assert!(
        plain.text.contains("\"big\": 12345678901234567890123456789012345678"),
        "{}",
        plain.text
    );
    let lossy: Vec<(String, AttributeType)> = plain
        .lossy
        .iter()
        .map(|(path, kind)| (path.to_string(), *kind))
        .collect();
    assert_eq!(
        lossy,
        [
            ("list[1]".to_owned(), AttributeType::B),
            ("tags".to_owned(), AttributeType::Ss)
        ]
    );
    // An edited set stays a set. An edited set that does not fit the set's type becomes a list.
    let edited = item_from_plain_json(r#"{"tags":["z"],"list":["a","Yg==",1]}"#, Some(&item)).unwrap();
    assert_eq!(
        item_to_json(&edited),
        r#"{"list":{"L":[{"S":"a"},{"B":"Yg=="},{"N":"1"}]},"tags":{"SS":["z"]}}"#
    );
    let mixed = item_from_plain_json(r#"{"tags":["z",1]}"#, Some(&item)).unwrap();
    assert_eq!(
        mixed.get("tags").map(AttributeValue::attribute_type),
        Some(AttributeType::L)
    );
}

#[test]
fn errors_say_where() {
    let at = |error: ItemError| {
        (
            error.path.map(|path| path.to_string()),
            error.line,
            error.column,
            error.reason.to_string(),
        )
    };
    let error = item_from_json("{\n  \"a\": {\"L\": [{\"S\": \"é\"}, {\"N\": 5}]}\n}").unwrap_err();
    assert_eq!(
        at(error),
        (
            Some("a[1]".into()),
            2,
            33,
            "NUMBER_VALUE cannot be converted to String".into()
        )
    );
    let error = item_from_json(r#"{"a":{"M":{"b":{"SS":["x","x"]}}}}"#).unwrap_err();
    let text = "One or more parameter values were invalid: Input collection [x, x] contains duplicates.";
    assert_eq!(at(error), (Some("a.b".into()), 1, 22, text.into()));
    let error = item_from_plain_json("{\"a\":\n[1e999]}", None).unwrap_err();
    let text = "Number overflow. Attempting to store a number with magnitude larger than supported range";
    assert_eq!(at(error), (Some("a[0]".into()), 2, 2, text.into()));
    let error = item_from_json("{\"a\" {}}").unwrap_err();
    assert_eq!((error.offset, error.path), (5, None));
    assert_eq!(item_from_json("[]").unwrap_err().reason, ItemFault::NotAnObject);
    assert_eq!(attribute_value_from_json(r#"{"N":"x"}"#).unwrap_err().offset, 5);
}

#[test]
fn many_attributes_out_of_order_stay_quick() {
    let members: Vec<String> = (0..60_000)
        .rev()
        .map(|n| format!("\"{n:06}\":{{\"N\":\"{n}\"}}"))
        .collect();
    let item = item_from_json(&format!("{{{}}}", members.join(","))).unwrap();
    assert_eq!(item.len(), 60_000);
    let set: Vec<String> = (0..60_000).rev().map(|n| format!("\"{n}\"")).collect();
    assert!(attribute_value_from_json(&format!("{{\"NS\":[{}]}}", set.join(","))).is_ok());
}

#[test]
fn the_last_of_equal_names_counts() {
    let item = item_from_json(r#"{"b":{"N":"1"},"a":{"N":"1"},"b":{"N":"2"}}"#).unwrap();
    assert_eq!(item_to_json(&item), r#"{"a":{"N":"1"},"b":{"N":"2"}}"#);
}

#[test]
fn answers_and_errors_on_the_wire() {
    let item = Arc::new(item_from_json(r#"{"a":{"S":"\u0001/\n"}}"#).unwrap());
    let capacity = ConsumedCapacity {
        table_name: "T".into(),
        capacity_units: 1.5,
        table: Some(1.0),
        global_secondary_indexes: to_map([("G".to_owned(), 0.5)]),
        ..ConsumedCapacity::default()
    };
    let query = QueryResponse {
        items: Some(vec![Arc::clone(&item)]),
        count: 1,
        scanned_count: 2,
        consumed_capacity: Some(Box::new(capacity)),
        last_evaluated_key: None,
    };
    assert_eq!(
        encode_response(&Response::Query(query)),
        r#"{"Items":[{"a":{"S":"\u0001/\n"}}],"Count":1,"ScannedCount":2,"ConsumedCapacity":{"TableName":"T","CapacityUnits":1.5,"Table":{"CapacityUnits":1.0},"GlobalSecondaryIndexes":{"G":{"CapacityUnits":0.5}}}}"#
    );
    assert_eq!(encode_response(&Response::PutItem(PutItemResponse::default())), "{}");
    assert_eq!(
        encode_error(&ServiceError::ConditionalCheckFailed { item: Some(item) }),
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","Item":{"a":{"S":"\u0001/\n"}},"message":"The conditional request failed"}"#
    );
    assert_eq!(
        encode_error(&ServiceError::ResourceNotFound(ResourceNotFound::Unnamed)),
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"Requested resource not found"}"#
    );
}

#[test]
fn transactions_in_text() {
    let item = Arc::new(item_from_json(r#"{"a":{"S":"x"}}"#).unwrap());
    let units = ConsumedCapacity {
        table_name: "T".into(),
        capacity_units: 4.0,
        table: Some(2.0),
        local_secondary_indexes: to_map([("L".into(), 2.0)]),
        named: Some(UnitsName::Write),
        ..ConsumedCapacity::default()
    };
    let write = TransactWriteItemsResponse {
        consumed_capacity: Some(vec![units]),
        ..Default::default()
    };
    assert_eq!(
        encode_response(&Response::TransactWriteItems(write)),
        r#"{"ConsumedCapacity":[{"TableName":"T","CapacityUnits":4.0,"WriteCapacityUnits":4.0,"Table":{"CapacityUnits":2.0,"WriteCapacityUnits":2.0},"LocalSecondaryIndexes":{"L":{"CapacityUnits":2.0,"WriteCapacityUnits":2.0}}}]}"#
    );
    let get = TransactGetItemsResponse {
        responses: vec![Some(Arc::clone(&item)), None],
        consumed_capacity: None,
    };
    assert_eq!(
        encode_response(&Response::TransactGetItems(get)),
        r#"{"Responses":[{"Item":{"a":{"S":"x"}}},{}]}"#
    );
    assert_eq!(
        encode_response(&Response::BatchWriteItem(BatchWriteItemResponse::default())),
        r#"{"UnprocessedItems":{}}"#
    );
    let reasons = vec![
        CancellationReason::None,
        CancellationReason::ConditionalCheckFailed { item: Some(item) },
        CancellationReason::Validation(ValidationError::KeySchemaMismatch),
    ];
    assert_eq!(
        encode_error(&ServiceError::TransactionCanceled(reasons)),
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","CancellationReasons":[{"Code":"None"},{"Code":"ConditionalCheckFailed","Item":{"a":{"S":"x"}},"Message":"The conditional request failed"},{"Code":"ValidationError","Message":"The provided key element does not match the schema"}],"Message":"Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ValidationError]"}"#
    );
}

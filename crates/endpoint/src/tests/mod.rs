//! Requests as clients send them, and the exact responses.

mod accelerated;
mod bounded;
mod conditions;
mod cost;
mod forms;
mod idle;
mod journal;
mod loads;
mod numbers;
mod retries;
mod rules;
mod salvage;
mod timeline;

use hashrange_engine::{Engine, EngineOptions, Physics};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::Operation;
use serde_json::{Value, json};

use crate::{Answer, Front, ignore_steps, operation_of, target_of};

const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

fn engine(physics: Physics) -> Engine {
    Engine::new(EngineOptions {
        start: START,
        physics,
        ..EngineOptions::default()
    })
}

/// The response of an engine without observers.
fn dispatch(engine: &mut Engine, at: Timestamp, target: &str, body: &[u8]) -> Answer {
    Front {
        dax: None,
        engine,
        on_step: &mut ignore_steps,
    }
    .dispatch(at, target, body)
    .answer
}

fn send(engine: &mut Engine, operation: &str, body: &Value) -> (Answer, Value) {
    let now = engine.now();
    let answer = dispatch(
        engine,
        now,
        &format!("DynamoDB_20120810.{operation}"),
        body.to_string().as_bytes(),
    );
    let parsed = serde_json::from_str(&answer.body).expect("every body is JSON");
    (answer, parsed)
}

fn with_table(physics: Physics) -> Engine {
    let mut engine = engine(physics);
    let (answer, _) = send(
        &mut engine,
        "CreateTable",
        &json!({
            "TableName": "Thread",
            "AttributeDefinitions": [
                {"AttributeName": "ForumName", "AttributeType": "S"},
                {"AttributeName": "Subject", "AttributeType": "S"},
            ],
            "KeySchema": [
                {"AttributeName": "ForumName", "KeyType": "HASH"},
                {"AttributeName": "Subject", "KeyType": "RANGE"},
            ],
            "BillingMode": "PAY_PER_REQUEST",
        }),
    );
    assert!(answer.is_success(), "{}", answer.body);
    engine
}

#[test]
fn an_item_goes_in_and_comes_out() {
    let mut engine = with_table(Physics::instant());
    let item = json!({"ForumName": {"S": "S3"}, "Subject": {"S": "aaa"}, "Views": {"N": "12345678901234567890.5"}});
    let (put, body) = send(&mut engine, "PutItem", &json!({"TableName": "Thread", "Item": item}));
    assert_eq!((put.status, body), (200, json!({})));
    let key = json!({"ForumName": {"S": "S3"}, "Subject": {"S": "aaa"}});
    let (got, body) = send(&mut engine, "GetItem", &json!({"TableName": "Thread", "Key": key}));
    assert!(got.is_success());
    assert_eq!(body, json!({"Item": item}));
}

#[test]
fn a_refusal_of_the_engine_names_exception_and_message() {
    let mut engine = engine(Physics::instant());
    let (answer, body) = send(&mut engine, "DescribeTable", &json!({"TableName": "Nowhere"}));
    assert_eq!(
        (answer.status, answer.exception),
        (400, Some("ResourceNotFoundException"))
    );
    assert_eq!(
        body["__type"],
        "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"
    );
    assert_eq!(body["message"], json!(answer.message));
}

#[test]
fn a_refusal_of_the_shape_names_exception_and_message() {
    let mut engine = engine(Physics::instant());
    let (answer, body) = send(&mut engine, "DescribeTable", &json!({}));
    assert_eq!((answer.status, answer.exception), (400, Some("ValidationException")));
    assert_eq!(body["__type"], "com.amazon.coral.validate#ValidationException");
    assert_eq!(body["message"], json!(answer.message));
    assert!(engine.events_since(0).next().is_none(), "the engine never saw it");
}

#[test]
fn what_is_no_json_is_refused_without_a_message() {
    let mut engine = engine(Physics::instant());
    for body in ["", "hi", "{\"TableName\":", "[]", "{} {}"] {
        let answer = dispatch(&mut engine, START, "DynamoDB_20120810.ListTables", body.as_bytes());
        assert_eq!(
            (answer.status, answer.exception),
            (400, Some("SerializationException")),
            "{body}"
        );
        assert_eq!(
            answer.body, r#"{"__type":"com.amazon.coral.service#SerializationException"}"#,
            "{body}"
        );
        assert_eq!(answer.message, None);
    }
    let answer = dispatch(&mut engine, START, "DynamoDB_20120810.ListTables", b"\xFF\xFE");
    assert_eq!(answer.exception, Some("SerializationException"));
}

#[test]
fn a_member_of_the_wrong_kind_is_refused_with_one() {
    let mut engine = engine(Physics::instant());
    let (answer, body) = send(&mut engine, "ListTables", &json!({"Limit": "many"}));
    assert_eq!(answer.exception, Some("SerializationException"));
    assert!(answer.message.is_some());
    assert_eq!(body["Message"], json!(answer.message));
}

#[test]
fn a_target_is_the_version_and_a_known_operation() {
    assert_eq!(operation_of("DynamoDB_20120810.GetItem"), Some(Operation::GetItem));
    for operation in Operation::ALL {
        assert_eq!(operation_of(&target_of(operation.name())), Some(*operation));
    }
    assert_eq!(target_of("GetItem"), "DynamoDB_20120810.GetItem");
    assert_eq!(target_of("GetRecords"), "DynamoDBStreams_20120810.GetRecords");
    for target in [
        "",
        "DynamoDBStreams_20120810.GetItem",
        "DynamoDB_20120810.GetRecords",
        "GetItem",
        "whatever.GetItem",
        "DynamoDB_20120810.",
        "DynamoDB_20120810.getItem",
        "DynamoDB_20120810.GetItem.",
        "DynamoDB_20120810.ListTable",
        "DynamoDB_20111205.GetItem",
    ] {
        assert_eq!(operation_of(target), None, "{target}");
        let answer = dispatch(&mut engine(Physics::instant()), START, target, b"{}");
        assert_eq!(answer, Answer::unknown_operation(), "{target}");
    }
}

#[test]
fn an_unknown_operation_is_found_after_bad_json_and_before_no_body() {
    let mut engine = engine(Physics::instant());
    let mut exception = |body: &[u8]| dispatch(&mut engine, START, "", body).exception;
    assert_eq!(exception(b""), Some("UnknownOperationException"));
    assert_eq!(exception(b"{\"Limit\": 1000}"), Some("UnknownOperationException"));
    assert_eq!(exception(b"[]"), Some("UnknownOperationException"));
    assert_eq!(exception(b"hi"), Some("SerializationException"));
}

#[test]
fn time_passes_for_refused_bodies_too() {
    let mut engine = with_table(Physics::aws());
    let later = Timestamp::from_seconds(1_700_000_060);
    dispatch(&mut engine, later, "DynamoDB_20120810.PutItem", b"{}");
    assert_eq!(engine.now(), later);
    let (_, body) = send(&mut engine, "DescribeTable", &json!({"TableName": "Thread"}));
    assert_eq!(body["Table"]["TableStatus"], "ACTIVE");
}

#[test]
fn an_error_of_the_simulator_is_one_that_clients_repeat() {
    let answer = Answer::internal_server_error();
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(answer.status, 500);
    assert_eq!(body["__type"], "com.amazonaws.dynamodb.v20120810#InternalServerError");
    assert_eq!(body["message"], json!(answer.message));
}

#[test]
fn what_a_request_came_to_is_returned_with_its_answer() {
    let mut engine = with_table(Physics::classroom());
    let later = engine.now() + Duration::from_seconds(60);
    let mut ask = |body: &[u8]| {
        let mut front = Front {
            dax: None,
            engine: &mut engine,
            on_step: &mut ignore_steps,
        };
        let event = front.dispatch(later, &target_of("ListTables"), body).event;
        (event.map(|event| event.operation), engine.last_event())
    };
    let (event, happened) = ask(br#"{"Limit":"many"}"#);
    assert!(event.is_none(), "it did not get to the engine");
    assert!(happened > 2, "although the table became ACTIVE before it");
    assert_eq!(ask(b"{}"), (Some(Operation::ListTables), happened + 1));
}

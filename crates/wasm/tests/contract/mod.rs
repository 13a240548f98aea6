//! What the package promises its callers, wherever it runs.

use hashrange_wasm::{Hashrange, JsOptions, contract_version};
use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const CREATE: &str = r#"{
    "TableName": "Games",
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "score", "AttributeType": "N"}
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [{
        "IndexName": "by-score",
        "KeySchema": [{"AttributeName": "score", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"}
    }],
    "BillingMode": "PAY_PER_REQUEST"
}"#;

const PUT: &str = r#"{"TableName": "Games", "Item": {"id": {"S": "ñ 🦀"}, "score": {"N": "7"}}}"#;
const GET: &str = r#"{"TableName": "Games", "Key": {"id": {"S": "ñ 🦀"}}}"#;
const QUERY: &str = r#"{
    "TableName": "Games",
    "IndexName": "by-score",
    "KeyConditionExpression": "score = :s",
    "ExpressionAttributeValues": {":s": {"N": "7"}}
}"#;

fn parsed(text: &str) -> JsValue {
    JSON::parse(text).expect("JSON")
}

fn options(text: &str) -> Option<JsOptions> {
    Some(parsed(text).unchecked_into())
}

fn member(object: &impl AsRef<JsValue>, path: &str) -> JsValue {
    path.split('.')
        .fold(object.as_ref().clone(), |value, name| Reflect::get(&value, &name.into()).unwrap_or(JsValue::UNDEFINED))
}

fn text(object: &impl AsRef<JsValue>, path: &str) -> String {
    member(object, path).as_string().unwrap_or_default()
}

fn number(object: &impl AsRef<JsValue>, path: &str) -> f64 {
    member(object, path).as_f64().unwrap_or(f64::NAN)
}

fn has(object: &impl AsRef<JsValue>, name: &str) -> bool {
    Reflect::has(object.as_ref(), &name.into()).unwrap()
}

fn service(given: &str) -> Hashrange {
    Hashrange::new(options(given)).expect("these options are good")
}

#[wasm_bindgen_test]
fn an_item_goes_in_and_comes_out() {
    let mut service = Hashrange::new(None).unwrap();
    service.request("CreateTable", CREATE).unwrap();
    assert_eq!(service.request("PutItem", PUT).unwrap(), "{}");
    let got = parsed(&service.request("GetItem", GET).unwrap());
    assert_eq!((text(&got, "Item.id.S"), text(&got, "Item.score.N")), ("ñ 🦀".to_owned(), "7".to_owned()));
}

#[wasm_bindgen_test]
fn a_refused_request_throws_an_error_with_name_status_and_body() {
    let mut service = Hashrange::new(None).unwrap();
    let error = service.request("GetItem", GET).unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "name"), "ResourceNotFoundException");
    assert_eq!(number(&error, "status"), 400.0);
    assert_eq!(text(&parsed(&text(&error, "body")), "message"), text(&error, "message"));
    assert_eq!(text(&service.request("GetItem", "hi").unwrap_err(), "name"), "SerializationException");
    assert_eq!(text(&service.request("NoSuch", "{}").unwrap_err(), "name"), "UnknownOperationException");
    assert_eq!(service.request("ListTables", "{}").unwrap(), r#"{"TableNames":[]}"#, "it is still of use");
}

#[wasm_bindgen_test]
fn dispatch_answers_whatever_comes() {
    let mut service = Hashrange::new(None).unwrap();
    let good = service.dispatch("DynamoDB_20120810.ListTables", "{}");
    assert_eq!((number(&good, "status"), text(&good, "body")), (200.0, r#"{"TableNames":[]}"#.to_owned()));
    assert!(!has(&good, "exception") && !has(&good, "message"));
    let refused = service.dispatch("DynamoDB_20120810.GetItem", "{}");
    assert_eq!(text(&refused, "exception"), "ValidationException");
    assert!(!text(&refused, "message").is_empty());
    let unknown = service.dispatch("", "");
    assert_eq!((number(&unknown, "status"), has(&unknown, "message")), (400.0, false));
}

#[wasm_bindgen_test]
fn time_passes_when_it_is_told_to() {
    let mut service = service(r#"{"physics": "classroom", "start_ms": 1700000000000, "seed": 3}"#);
    assert_eq!(service.now_ms(), 1_700_000_000_000.0);
    service.request("CreateTable", CREATE).unwrap();
    let status = |service: &mut Hashrange| {
        let described = service.request("DescribeTable", r#"{"TableName": "Games"}"#).unwrap();
        text(&parsed(&described), "Table.TableStatus")
    };
    assert_eq!(status(&mut service), "CREATING");
    let progress = service.advance(0.5).unwrap();
    assert_eq!(number(&progress, "reached_ms"), 1_700_000_000_000.5);
    let due = number(&progress, "next_due_ms");
    assert!(due > 1_700_000_000_000.5);
    let progress = service.advance(due - service.now_ms()).unwrap();
    assert_eq!(status(&mut service), "ACTIVE");
    assert!(!has(&progress, "next_due_ms"));

    service.request("PutItem", PUT).unwrap();
    assert_eq!(number(&parsed(&service.request("Query", QUERY).unwrap()), "Count"), 0.0, "the index is behind");
    service.advance(500.0).unwrap();
    assert_eq!(number(&parsed(&service.request("Query", QUERY).unwrap()), "Count"), 1.0);
}

#[wasm_bindgen_test]
fn time_that_is_none_is_refused() {
    let mut service = Hashrange::new(None).unwrap();
    for ms in [-1.0, f64::NAN, f64::INFINITY, 1e16] {
        assert!(service.advance(ms).err().unwrap().is_instance_of::<js_sys::RangeError>(), "{ms}");
    }
    for _ in 0..4 {
        service.advance(8.64e15).unwrap();
    }
    assert_eq!(service.request("ListTables", "{}").unwrap(), r#"{"TableNames":[]}"#, "the end of time is survived");
}

#[wasm_bindgen_test]
fn events_tell_what_happened() {
    let mut service = service(r#"{"start_ms": 1000}"#);
    service.request("CreateTable", CREATE).unwrap();
    service.request("PutItem", PUT).unwrap();
    service.request("GetItem", GET).unwrap();
    service.request("GetItem", r#"{"TableName": "Nowhere", "Key": {"id": {"S": "1"}}}"#).unwrap_err();
    let events: Array = service.events(None).unchecked_into();
    let of_kind = |kind: &str| events.iter().filter(|event| text(event, "kind") == kind).collect::<Vec<_>>();
    let requests = of_kind("request");
    let named: Vec<_> = requests.iter().map(|event| text(event, "operation")).collect();
    assert_eq!(named, ["CreateTable", "PutItem", "GetItem", "GetItem"]);
    let [_, put, get, refused] = requests.as_slice() else { panic!("four requests") };
    assert_eq!((text(put, "direction"), number(put, "capacity_units")), ("write".to_owned(), 2.0));
    assert_eq!((text(get, "direction"), number(get, "capacity_units")), ("read".to_owned(), 0.5));
    assert_eq!(text(refused, "exception"), "ResourceNotFoundException");
    assert!(!has(get, "exception") && number(get, "at_ms") == 1000.0);
    assert_eq!(of_kind("table").last().map(|event| text(event, "status")), Some("ACTIVE".to_owned()));
    let caught_up = of_kind("index_caught_up");
    assert_eq!(caught_up.iter().map(|event| text(event, "index")).collect::<Vec<_>>(), ["by-score"]);
    let last = events.length();
    assert_eq!(number(&events.get(last - 1), "sequence"), f64::from(last));
    let newest: Array = service.events(Some(f64::from(last - 1))).unchecked_into();
    assert_eq!(newest.length(), 1);
}

#[wasm_bindgen_test]
fn options_are_read_or_refused() {
    let region = r#"{"region": "eu-west-1", "seed": null}"#;
    let created = service(region).request("CreateTable", CREATE).unwrap();
    let arn = text(&parsed(&created), "TableDescription.TableArn");
    assert_eq!(arn, "arn:aws:dynamodb:eu-west-1:000000000000:table/Games");
    for bad in [
        r#"{"sead": 1}"#,
        r#"{"seed": -1}"#,
        r#"{"seed": 1.5}"#,
        r#"{"seed": "1"}"#,
        r#"{"physics": "fast"}"#,
        r#"{"start_ms": "now"}"#,
        r#"{"start_ms": -5}"#,
        r#"{"region": 5}"#,
        "5",
    ] {
        let error = Hashrange::new(options(bad)).expect_err(bad);
        assert!(!text(&error, "message").is_empty(), "{bad}");
    }
    let object = Object::new();
    let largest = js_sys::BigInt::from(u64::MAX);
    Reflect::set(&object, &"seed".into(), &largest).unwrap();
    assert!(Hashrange::new(Some(object.clone().unchecked_into())).is_ok());
    Reflect::set(&object, &"seed".into(), &(largest + js_sys::BigInt::from(1))).unwrap();
    assert!(Hashrange::new(Some(object.unchecked_into())).is_err());
}

#[wasm_bindgen_test]
fn equal_seeds_and_requests_give_equal_bytes() {
    let run = |seed: u32| {
        let mut service = service(&format!(r#"{{"seed": {seed}, "physics": "aws"}}"#));
        let mut bodies = service.request("CreateTable", CREATE).unwrap();
        for _ in 0..3 {
            let progress = service.advance(7_000.0).unwrap();
            bodies.push_str(&String::from(JSON::stringify(&progress).unwrap()));
            bodies.push_str(&service.request("DescribeTable", r#"{"TableName": "Games"}"#).unwrap());
        }
        bodies
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[wasm_bindgen_test]
fn the_contract_has_a_version() {
    assert_eq!(contract_version(), 1);
}

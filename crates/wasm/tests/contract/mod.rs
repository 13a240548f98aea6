//! Tests the package's contract with its callers, on every platform.

mod border;

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
const ADD_INDEX: &str = r#"{
    "TableName": "Games",
    "AttributeDefinitions": [{"AttributeName": "score", "AttributeType": "N"}],
    "GlobalSecondaryIndexUpdates": [{"Create": {
        "IndexName": "by-score-again",
        "KeySchema": [{"AttributeName": "score", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"}
    }}]
}"#;
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
    path.split('.').fold(object.as_ref().clone(), |value, name| {
        Reflect::get(&value, &name.into()).unwrap_or(JsValue::UNDEFINED)
    })
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

/// A request in text, as most of these are.
trait Text {
    fn ask(&mut self, operation: &str, body: &str) -> Result<String, js_sys::Error>;
}

impl Text for Hashrange {
    fn ask(&mut self, operation: &str, body: &str) -> Result<String, js_sys::Error> {
        self.request(operation.into(), body.into())
            .map(|answer| answer.as_string().expect("text for text"))
    }
}

fn service(given: &str) -> Hashrange {
    Hashrange::new(options(given)).expect("these options are good")
}

fn events_of(service: &Hashrange, cursor: Option<f64>) -> Array {
    service.events_since(cursor.into()).unwrap().unchecked_into()
}

#[wasm_bindgen_test]
fn an_item_goes_in_and_comes_out() {
    let mut service = Hashrange::new(None).unwrap();
    service.ask("CreateTable", CREATE).unwrap();
    assert_eq!(service.ask("PutItem", PUT).unwrap(), "{}");
    let got = parsed(&service.ask("GetItem", GET).unwrap());
    assert_eq!(
        (text(&got, "Item.id.S"), text(&got, "Item.score.N")),
        ("ñ 🦀".to_owned(), "7".to_owned())
    );
}

#[wasm_bindgen_test]
fn a_refused_request_throws_an_error_with_name_status_and_body() {
    let mut service = Hashrange::new(None).unwrap();
    let error = service.ask("GetItem", GET).unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "name"), "ResourceNotFoundException");
    assert_eq!(number(&error, "status"), 400.0);
    assert_eq!(text(&parsed(&text(&error, "body")), "message"), text(&error, "message"));
    assert_eq!(
        text(&service.ask("GetItem", "hi").unwrap_err(), "name"),
        "SerializationException"
    );
    assert_eq!(
        service.ask("ListTables", "{}").unwrap(),
        r#"{"TableNames":[]}"#,
        "it is still of use"
    );
}

#[wasm_bindgen_test]
fn an_unknown_operation_is_named_beside_the_known_ones() {
    let mut service = Hashrange::new(None).unwrap();
    for unknown in ["GetItems", "getItem", "DynamoDB_20120810.GetItem", ""] {
        let error = service.ask(unknown, "{}").unwrap_err();
        assert_eq!(text(&error, "name"), "UnknownOperationException");
        let message = text(&error, "message");
        let begin = format!("there is no operation {unknown}; there are BatchExecuteStatement, BatchGetItem, ");
        assert!(
            message.starts_with(&begin) && message.ends_with(", UpdateTimeToLive"),
            "{message}"
        );
        assert_eq!(
            text(&error, "body"),
            r#"{"__type":"com.amazon.coral.service#UnknownOperationException"}"#,
            "as the service writes it"
        );
    }
    let empty = service.ask("ListTables", "").unwrap_err();
    assert!(
        !text(&empty, "message").contains("no operation"),
        "a known operation with a body that is none"
    );
    let error = service.request(5.into(), JsValue::UNDEFINED).unwrap_err();
    assert_eq!(String::from(error.to_string()), "TypeError: operation is a string");
}

#[wasm_bindgen_test]
fn dispatch_answers_whatever_comes() {
    let mut service = Hashrange::new(None).unwrap();
    let good = service.dispatch("DynamoDB_20120810.ListTables", "{}");
    assert_eq!(
        (number(&good, "status"), text(&good, "body")),
        (200.0, r#"{"TableNames":[]}"#.to_owned())
    );
    assert!(!has(&good, "exception") && !has(&good, "message"));
    let refused = service.dispatch("DynamoDB_20120810.GetItem", "{}");
    assert_eq!(text(&refused, "exception"), "ValidationException");
    assert!(!text(&refused, "message").is_empty());
    let unknown = service.dispatch("", "");
    assert_eq!((number(&unknown, "status"), has(&unknown, "message")), (400.0, false));
}

#[wasm_bindgen_test]
fn time_passes_only_on_command() {
    let mut service = service(r#"{"physics": "classroom", "startMs": 1700000000000, "seed": 3}"#);
    assert_eq!(service.now_ms(), 1_700_000_000_000.0);
    service.ask("CreateTable", CREATE).unwrap();
    let status = |service: &mut Hashrange| {
        let described = service.ask("DescribeTable", r#"{"TableName": "Games"}"#).unwrap();
        text(&parsed(&described), "Table.TableStatus")
    };
    assert_eq!(status(&mut service), "CREATING");
    let progress = service.advance(0.5.into()).unwrap();
    assert_eq!(number(&progress, "reachedMs"), 1_700_000_000_000.5);
    let due = number(&progress, "nextDueMs");
    assert!(due > 1_700_000_000_000.5);
    let progress = service.advance((due - service.now_ms()).into()).unwrap();
    assert_eq!(status(&mut service), "ACTIVE");
    assert!(!has(&progress, "nextDueMs"));

    service.ask("PutItem", PUT).unwrap();
    assert_eq!(
        number(&parsed(&service.ask("Query", QUERY).unwrap()), "Count"),
        0.0,
        "the index is behind"
    );
    service.advance(500.0.into()).unwrap();
    assert_eq!(number(&parsed(&service.ask("Query", QUERY).unwrap()), "Count"), 1.0);
}

#[wasm_bindgen_test]
fn time_that_is_none_is_refused() {
    let mut service = Hashrange::new(None).unwrap();
    for ms in [-1.0, f64::NAN, f64::INFINITY, 1e16] {
        assert!(
            service
                .advance(ms.into())
                .err()
                .unwrap()
                .is_instance_of::<js_sys::RangeError>(),
            "{ms}"
        );
    }
    for (neither, reported) in [
        (JsValue::from("5"), "TypeError: ms is a number"),
        (JsValue::from(""), "TypeError: ms is a number"),
        (JsValue::from(js_sys::BigInt::from(5)), "TypeError: ms is a number"),
        (JsValue::NULL, "TypeError: ms is a number"),
        (JsValue::UNDEFINED, "TypeError: ms is a number"),
        (
            JsValue::from(-1),
            "RangeError: ms is a number of milliseconds from 0 to 8.64e15, not -1",
        ),
    ] {
        let error = service.advance(neither).err().unwrap();
        assert_eq!(String::from(error.to_string()), reported);
    }
    let error = service.events_since("5".into()).err().unwrap();
    assert_eq!(String::from(error.to_string()), "TypeError: cursor is a number");
    assert_eq!(service.now_ms(), 0.0, "no time passed");
    for _ in 0..4 {
        service.advance(8.64e15.into()).unwrap();
    }
    assert_eq!(
        service.ask("ListTables", "{}").unwrap(),
        r#"{"TableNames":[]}"#,
        "the end of time is survived"
    );
}

#[wasm_bindgen_test]
fn events_report_what_happened() {
    let mut service = service(r#"{"startMs": 1000}"#);
    service.ask("CreateTable", CREATE).unwrap();
    service.ask("PutItem", PUT).unwrap();
    service.ask("GetItem", GET).unwrap();
    service
        .ask("GetItem", r#"{"TableName": "Nowhere", "Key": {"id": {"S": "1"}}}"#)
        .unwrap_err();
    let events = events_of(&service, None);
    let of_kind = |kind: &str| {
        events
            .iter()
            .filter(|event| text(event, "kind") == kind)
            .collect::<Vec<_>>()
    };
    let requests = of_kind("request");
    let named: Vec<_> = requests.iter().map(|event| text(event, "operation")).collect();
    assert_eq!(named, ["CreateTable", "PutItem", "GetItem", "GetItem"]);
    let [_, put, get, refused] = requests.as_slice() else {
        panic!("four requests")
    };
    assert_eq!(
        (text(put, "direction"), number(put, "capacityUnits")),
        ("write".to_owned(), 2.0)
    );
    assert_eq!(
        (text(get, "direction"), number(get, "capacityUnits")),
        ("read".to_owned(), 0.5)
    );
    assert_eq!(text(refused, "exception"), "ResourceNotFoundException");
    assert!(!has(get, "exception") && number(get, "atMs") == 1000.0);
    assert_eq!(
        of_kind("table").last().map(|event| text(event, "status")),
        Some("ACTIVE".to_owned())
    );
    let caught_up = of_kind("index_caught_up");
    assert_eq!(
        caught_up.iter().map(|event| text(event, "index")).collect::<Vec<_>>(),
        ["by-score"]
    );
    let last = events.length();
    assert_eq!(number(&events.get(last - 1), "sequence"), f64::from(last));
    assert_eq!(events_of(&service, Some(f64::from(last - 1))).length(), 1);
}

#[wasm_bindgen_test]
fn events_of_filling_have_the_members_the_types_report() {
    let mut service = service("{}");
    service.ask("CreateTable", CREATE).unwrap();
    service.ask("PutItem", PUT).unwrap();
    service.ask("UpdateTable", ADD_INDEX).unwrap();
    service.advance(1_000.0.into()).unwrap();
    let events = events_of(&service, None);
    let filled = events.iter().find(|event| text(event, "kind") == "backfilled").unwrap();
    assert_eq!(
        (number(&filled, "entries"), number(&filled, "capacityUnits")),
        (1.0, 1.0)
    );
    let life = events.iter().rfind(|event| text(event, "kind") == "index").unwrap();
    assert_eq!(
        (text(&life, "index"), text(&life, "status")),
        ("by-score-again".to_owned(), "ACTIVE".to_owned())
    );
}

#[wasm_bindgen_test]
fn an_accelerator_stands_before_the_tables_when_asked_for() {
    assert!(
        service("{}").dax_metrics().unwrap().is_none() && service(r#"{"dax": false}"#).dax_metrics().unwrap().is_none()
    );
    let mut first = service(r#"{"dax": {"itemTtlMs": 5000}}"#);
    first.ask("CreateTable", CREATE).unwrap();
    first.ask("PutItem", PUT).unwrap();
    first.ask("GetItem", GET).unwrap();
    first.advance(5_001.0.into()).unwrap();
    first.ask("GetItem", GET).unwrap();
    let metric = |service: &Hashrange, name: &str| {
        let metrics = service.dax_metrics().unwrap().expect("there is an accelerator");
        Reflect::get(&metrics, &name.into()).unwrap().as_f64()
    };
    assert_eq!(metric(&first, "ItemCacheHits"), Some(1.0));
    let second = Hashrange::restore(first.snapshot().unwrap()).unwrap();
    for name in ["ItemCacheHits", "ItemCacheMisses", "EstimatedDbSize"] {
        assert_eq!(metric(&second, name), metric(&first, name), "{name}");
    }
    assert_eq!(second.state_hash(), first.state_hash());
}

#[wasm_bindgen_test]
fn equal_seeds_and_requests_give_equal_bytes() {
    let run = |seed: u32| {
        let mut service = service(&format!(r#"{{"seed": {seed}, "physics": "aws"}}"#));
        let mut bodies = service.ask("CreateTable", CREATE).unwrap();
        for _ in 0..3 {
            let progress = service.advance(7_000.0.into()).unwrap();
            bodies.push_str(&String::from(JSON::stringify(&progress).unwrap()));
            bodies.push_str(&service.ask("DescribeTable", r#"{"TableName": "Games"}"#).unwrap());
        }
        bodies
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[wasm_bindgen_test]
fn the_contract_has_a_version() {
    assert_eq!(contract_version(), 2);
}

#[wasm_bindgen_test]
fn objects_are_answered_with_objects() {
    let mut service = Hashrange::new(None).unwrap();
    let made = service.request("CreateTable".into(), parsed(CREATE)).unwrap();
    assert_eq!(text(&made, "TableDescription.TableName"), "Games");
    service.request("PutItem".into(), parsed(PUT)).unwrap();
    let got = service.request("GetItem".into(), parsed(GET)).unwrap();
    assert_eq!(
        (text(&got, "Item.id.S"), text(&got, "Item.score.N")),
        ("ñ 🦀".to_owned(), "7".to_owned())
    );
    let listed = service.request("ListTables".into(), JsValue::UNDEFINED).unwrap();
    assert_eq!(text(&listed, "TableNames.0"), "Games");
    let error = service.request("GetItem".into(), Object::new().into()).unwrap_err();
    assert_eq!(text(&error, "name"), "ValidationException");
    for neither in [JsValue::from(5), JsValue::NULL, JsValue::from(true)] {
        assert!(
            service
                .request("ListTables".into(), neither)
                .unwrap_err()
                .is_instance_of::<js_sys::TypeError>()
        );
    }
}

#[wasm_bindgen_test]
fn digits_and_bytes_are_kept() {
    let mut service = Hashrange::new(None).unwrap();
    service.ask("CreateTable", CREATE).unwrap();
    let item = r#"{"id":{"S":"1"},"bytes":{"B":"AP8="},"number":{"N":"12345678901234567890123456789012345678"}}"#;
    let put = format!(r#"{{"TableName":"Games","Item":{item}}}"#);
    service.request("PutItem".into(), parsed(&put)).unwrap();
    let got = service
        .request(
            "GetItem".into(),
            parsed(r#"{"TableName":"Games","Key":{"id":{"S":"1"}}}"#),
        )
        .unwrap();
    assert_eq!(text(&got, "Item.number.N"), "12345678901234567890123456789012345678");
    assert_eq!(text(&got, "Item.bytes.B"), "AP8=");
}

#[wasm_bindgen_test]
fn a_snapshot_brings_everything_back() {
    let given = r#"{"physics": {"preset": "classroom", "indexPropagationMs": 300}, "startMs": 1700000000000, "seed": 3,
        "region": "eu-west-1"}"#;
    let mut first = service(given);
    first.ask("CreateTable", CREATE).unwrap();
    first.advance(1_000.0.into()).unwrap();
    first.ask("PutItem", PUT).unwrap();
    first.ask("GetItem", GET).unwrap();
    first.advance(100.0.into()).unwrap();
    let snapshot = first.snapshot().unwrap();
    let mut second = Hashrange::restore(snapshot.clone()).unwrap();
    assert_eq!(second.now_ms(), 1_700_000_001_100.0);
    assert_eq!(second.snapshot().unwrap(), snapshot);
    assert_eq!(
        (second.state_hash().len(), second.state_hash()),
        (32, first.state_hash())
    );
    // Both continue the same way, including the index's delay.
    let go_on = |service: &mut Hashrange| {
        let mut reported = service.ask("Query", QUERY).unwrap();
        service.advance(200.0.into()).unwrap();
        reported += &service.ask("Query", QUERY).unwrap();
        reported += &service.ask("DescribeTable", r#"{"TableName": "Games"}"#).unwrap();
        reported + &String::from(JSON::stringify(&events_of(service, None)).unwrap())
    };
    let reported = go_on(&mut first);
    assert_eq!(reported, go_on(&mut second));
    assert!(
        reported.contains(r#""Count":0"#) && reported.contains(r#""Count":1"#) && reported.contains("eu-west-1"),
        "{reported}"
    );
}

#[wasm_bindgen_test]
fn snapshots_that_are_none_are_refused() {
    let mut service = service(r#"{"record": false}"#);
    assert!(text(&service.snapshot().unwrap_err(), "message").contains("record: false"));
    let mut whole = Hashrange::new(None).unwrap();
    whole.ask("CreateTable", CREATE).unwrap();
    let snapshot = whole.snapshot().unwrap();
    let mut cut = snapshot.clone();
    cut.pop();
    let mut changed = snapshot;
    let middle = changed.len() / 2;
    changed.get_mut(middle).into_iter().for_each(|byte| *byte ^= 1);
    for bad in [Vec::new(), b"nothing".to_vec(), cut, changed] {
        assert!(!text(&Hashrange::restore(bad).unwrap_err(), "message").is_empty());
    }
}

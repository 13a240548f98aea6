//! Tests the conversion of plain data: options in, objects out.

use hashrange_wasm::Hashrange;
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{CREATE, PUT, Text as _, events_of, options, parsed, service, text};

/// Whether this is a plain object and every member has a value.
fn is_plain(value: &JsValue) -> bool {
    let Some(object) = value.dyn_ref::<Object>() else {
        return false;
    };
    let prototype: JsValue = Object::get_prototype_of(value).into();
    let literal: JsValue = Object::get_prototype_of(&Object::new()).into();
    prototype == literal
        && Object::values(object)
            .iter()
            .all(|member| !member.is_undefined() && !member.is_null())
}

#[wasm_bindgen_test]
fn options_are_read_or_refused() {
    let region = r#"{"region": "eu-west-1", "seed": null}"#;
    let created = service(region).ask("CreateTable", CREATE).unwrap();
    let arn = text(&parsed(&created), "TableDescription.TableArn");
    assert_eq!(arn, "arn:aws:dynamodb:eu-west-1:000000000000:table/Games");
    for bad in [
        r#"{"sead": 1}"#,
        r#"{"seed": -1}"#,
        r#"{"seed": 1.5}"#,
        r#"{"seed": "1"}"#,
        r#"{"physics": "fast"}"#,
        r#"{"startMs": "now"}"#,
        r#"{"startMs": -5}"#,
        r#"{"region": 5}"#,
        r#"{"record": 1}"#,
        r#"{"physics": {"preset": "fast"}}"#,
        r#"{"physics": {"indexPropagationMs": -1}}"#,
        r#"{"physics": {"lag": 1}}"#,
        r#"{"physics": 5}"#,
        r#"{"dax": 5}"#,
        r#"{"dax": {"ttl": 5}}"#,
        r#"{"dax": {"queryTtlMs": -5}}"#,
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
fn refusals_name_the_option_at_fault() {
    for (bad, reported) in [
        (
            r#"{"sead": 1}"#,
            "TypeError: there is no option sead; there are seed, physics, startMs, dax, region, record",
        ),
        (
            r#"{"seed": -1}"#,
            "RangeError: seed is a whole number from 0, below 2^53 as a number, below 2^64 as a bigint",
        ),
        (
            r#"{"physics": "fast"}"#,
            "RangeError: physics is instant, classroom or aws",
        ),
        (r#"{"physics": 5}"#, "TypeError: physics is a name or an object"),
        (
            r#"{"physics": {"preset": 5}}"#,
            "RangeError: preset is instant, classroom or aws",
        ),
        (
            r#"{"physics": {"throttling": "on"}}"#,
            "RangeError: throttling is off, adaptive or split",
        ),
        (r#"{"startMs": "now"}"#, "TypeError: startMs is a number"),
        (
            r#"{"startMs": -5}"#,
            "RangeError: startMs is a number of milliseconds from 0 to 8.64e15, not -5",
        ),
        (r#"{"dax": 5}"#, "TypeError: dax is true, false or an object"),
        (
            r#"{"dax": {"ttl": 5}}"#,
            "TypeError: there is no option ttl; there are itemTtlMs, queryTtlMs",
        ),
        (r#"{"region": 5}"#, "TypeError: region is a string"),
        (r#"{"record": 1}"#, "TypeError: record is true or false"),
        ("5", "TypeError: the options are an object"),
    ] {
        let error = Hashrange::new(options(bad)).expect_err(bad);
        assert_eq!(String::from(error.to_string()), reported);
    }
}

#[wasm_bindgen_test]
fn options_may_be_undefined_inherited_or_computed() {
    let defaults = parsed(r#"{"startMs": 7, "physics": "classroom"}"#);
    let object: Object = Object::create(defaults.unchecked_ref::<Object>());
    for name in ["seed", "dax", "record"] {
        Reflect::set(&object, &name.into(), &JsValue::UNDEFINED).unwrap();
    }
    let service = Hashrange::new(Some(object.clone().unchecked_into())).unwrap();
    assert_eq!(service.now_ms(), 7.0);
    let throwing = js_sys::Function::new_no_args("return { get region() { throw new RangeError('no region yet') } }");
    let throwing = throwing.call0(&JsValue::UNDEFINED).unwrap();
    let error = Hashrange::new(Some(throwing.unchecked_into())).unwrap_err();
    assert_eq!(text(&error, "message"), "no region yet");
    Reflect::set(&object, &"sead".into(), &JsValue::UNDEFINED).unwrap();
    assert!(
        Hashrange::new(Some(object.unchecked_into())).is_err(),
        "a misspelt name, whatever its value"
    );
}

#[wasm_bindgen_test]
fn what_comes_out_is_plain_objects_without_empty_members() {
    let mut service = service(r#"{"physics": "classroom", "dax": true}"#);
    service.ask("CreateTable", CREATE).unwrap();
    assert!(is_plain(&service.advance(1.0.into()).unwrap()));
    assert!(is_plain(&service.advance(60_000.0.into()).unwrap()));
    service.ask("PutItem", PUT).unwrap();
    service
        .ask("GetItem", r#"{"TableName": "Nowhere", "Key": {"id": {"S": "1"}}}"#)
        .unwrap_err();
    service.ask("ListTables", "{}").unwrap();
    service.ask("DeleteTable", r#"{"TableName": "Games"}"#).unwrap();
    service.advance(60_000.0.into()).unwrap();
    let events = events_of(&service, None);
    assert!(events.length() > 5 && events.iter().all(|event| is_plain(&event)));
    for event in events.iter() {
        let names: Vec<_> = Object::keys(event.unchecked_ref::<Object>())
            .iter()
            .take(3)
            .filter_map(|it| it.as_string())
            .collect();
        assert_eq!(names, ["sequence", "atMs", "kind"]);
    }
    let metrics = service.dax_metrics().unwrap().unwrap();
    assert!(
        is_plain(&metrics)
            && Object::values(metrics.unchecked_ref::<Object>())
                .iter()
                .all(|it| it.as_f64().is_some())
    );
    assert!(is_plain(&service.dispatch("DynamoDB_20120810.ListTables", "{}")));
}

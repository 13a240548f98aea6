//! Journals with records that are missing: what the others contain completely is there, and the rest is named.

use hashrange_journal::{HEADER_BYTES, Reader, Record};
use hashrange_time::Duration;

use super::*;
use crate::{Keeps, Replayed, Settings, Timeline, replay};

/// The bytes of a journal's header, and its records.
fn written() -> (Vec<u8>, Vec<Record>) {
    let mut timeline: Timeline = Timeline::begin(&Settings {
        start: START,
        ..Settings::default()
    });
    timeline.set_keeps(Keeps::Everything);
    let table = json!({"TableName": "Notes", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}]});
    let put = |id: &str| {
        json!({"TableName": "Notes", "Item": {"Id": {"S": id}, "A": {"S": "a"}, "B": {"S": "b"}, "C": {"S": "c"},
            "N": {"N": "1"}}})
    };
    let count = |id: &str| {
        json!({"TableName": "Notes", "Key": {"Id": {"S": id}}, "UpdateExpression": "ADD N :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}}})
    };
    let delete = json!({"TableName": "Notes", "Key": {"Id": {"S": "gone"}}});
    for (operation, body) in [
        ("CreateTable", table),
        ("PutItem", put("kept")),
        ("PutItem", put("gone")),
        ("PutItem", put("lost")),
        ("UpdateItem", count("kept")),
        ("UpdateItem", count("lost")),
        ("DeleteItem", delete),
        ("PutItem", put("late")),
    ] {
        let at = timeline.engine().now() + Duration::from_seconds(1);
        let answer = timeline
            .dispatch(at, &target_of(operation), body.to_string().as_bytes())
            .answer;
        assert!(answer.is_success(), "{operation}: {}", answer.body);
    }
    let journal = timeline.journal().expect("it has one");
    let (_, reader) = Reader::new(&journal).expect("a journal");
    let records = reader.map(|record| record.expect("it is intact")).collect();
    (journal[..HEADER_BYTES].to_vec(), records)
}

/// What the records give without those of these operations, as ids with numbers, and what is left out.
fn salvaged(is_missing: impl Fn(usize) -> bool) -> (Vec<(String, String)>, Vec<String>) {
    let (header, records) = written();
    let mut service: Replayed = replay(&header).expect("a header");
    let (mut misses_some, mut left_out) = (false, Vec::new());
    for (place, record) in records.iter().enumerate() {
        if is_missing(place) {
            misses_some = true;
        } else {
            left_out.extend(service.salvage(record, misses_some));
        }
    }
    let now = service.engine.now();
    let answer = service
        .front(&mut ignore_steps)
        .dispatch(now, &target_of("Scan"), br#"{"TableName":"Notes"}"#)
        .answer;
    let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
    let items = answer["Items"].as_array().cloned().unwrap_or_default();
    let mut items: Vec<_> = items
        .iter()
        .map(|item| {
            (
                item["Id"]["S"].as_str().unwrap_or_default().to_owned(),
                item["N"]["N"].to_string(),
            )
        })
        .collect();
    items.sort();
    (items, left_out)
}

fn named(items: &[(&str, u32)]) -> Vec<(String, String)> {
    items
        .iter()
        .map(|(id, number)| ((*id).to_owned(), format!("\"{number}\"")))
        .collect()
}

// Places: 0 settings, 1 the table, 2 to 4 kept, gone and lost, 5 and 6 counts of kept and lost, 7 the deletion, 8 late.

#[test]
fn a_whole_journal_gives_everything() {
    let all = named(&[("kept", 2), ("late", 1), ("lost", 2)]);
    assert_eq!(salvaged(|_| false), (all, vec![]));
}

#[test]
fn what_a_record_contains_in_part_is_left_out_and_named() {
    let (items, left_out) = salvaged(|place| place == 4);
    assert_eq!(items, named(&[("kept", 2), ("late", 1)]));
    assert_eq!(
        left_out,
        [r#"record 7, UpdateItem: the item {"Id":{"S":"lost"}} of Notes, of which the record contains only a part"#]
    );
    // A count that is missing: the next record of the item would show that.
    assert_eq!(
        salvaged(|place| place == 5).0,
        named(&[("kept", 1), ("late", 1), ("lost", 2)])
    );
}

#[test]
fn items_of_an_unknown_table_are_named() {
    let (items, left_out) = salvaged(|place| place <= 1);
    assert_eq!(items, []);
    assert_eq!(left_out.len(), 7, "{left_out:?}");
    assert_eq!(
        left_out[0],
        "record 3, PutItem: an item of Notes, a table whose definition is missing"
    );
}

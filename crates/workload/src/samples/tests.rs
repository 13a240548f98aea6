//! Checks that the samples match their descriptions.

use std::collections::BTreeSet;

use hashrange_values::AttributeType;
use hashrange_wire::{check, decode};

use super::*;

fn items(id: &str) -> Vec<hashrange_values::Item> {
    let requests = sample(id).unwrap().requests();
    requests
        .into_iter()
        .filter_map(|request| match request {
            Request::PutItem(put) => Some(put.item),
            _ => None,
        })
        .collect()
}

#[test]
fn every_line_means_something() {
    for sample in samples() {
        assert_eq!(sample.script().misread, Vec::<&str>::new(), "{}", sample.id);
    }
}

#[test]
fn every_request_is_one_the_service_would_look_at() {
    for sample in samples() {
        for request in sample.requests() {
            assert_eq!(check(&request), Ok(()), "{} {request:?}", sample.id);
        }
        let saved = sample.saved_requests();
        assert!(!saved.is_empty(), "{}", sample.id);
        for request in saved {
            assert!(
                decode(request.operation, request.body_json.as_bytes()).is_ok(),
                "{request:?}"
            );
        }
    }
}

#[test]
fn tables_are_the_ones_promised_and_shared_by_none() {
    let mut seen = BTreeSet::new();
    for sample in samples() {
        let made: Vec<String> = sample
            .requests()
            .into_iter()
            .filter_map(|request| match request {
                Request::CreateTable(create) => Some(create.table_name),
                _ => None,
            })
            .collect();
        assert_eq!(made, sample.tables, "{}", sample.id);
        assert!(made.into_iter().all(|table| seen.insert(table)), "{}", sample.id);
    }
}

#[test]
fn sizes_are_exact_where_a_sample_is_about_sizes() {
    assert_eq!(
        items("lsi-fetch-cost")
            .iter()
            .map(|item| item.item_size())
            .collect::<Vec<_>>(),
        [300; 4]
    );
    assert_eq!(
        items("gsi-read-cost")
            .iter()
            .map(|item| item.item_size())
            .collect::<Vec<_>>(),
        [2000; 8]
    );
}

#[test]
fn types_are_the_ones_meant() {
    let threads = items("thread");
    let tags = threads.first().and_then(|item| item.get("Tags")).unwrap();
    assert_eq!(tags.attribute_type(), AttributeType::Ss);
    assert!(threads.last().is_some_and(|draft| !draft.contains("LastPostDateTime")));
    let players = items("game-scores");
    assert_eq!(players.len(), 11);
    assert!(players.iter().any(|item| !item.contains("TopScore")));
}

#[test]
fn definitions_are_the_keys_in_use() {
    let Some(Request::CreateTable(create)) = sample("game-scores").unwrap().requests().into_iter().next() else {
        panic!()
    };
    let names: Vec<&str> = create
        .attribute_definitions
        .iter()
        .map(|d| d.attribute_name.as_str())
        .collect();
    assert_eq!(names, ["UserId", "GameTitle", "TopScore"]);
}

#[test]
fn the_samples_stay_small() {
    let parts: BTreeSet<&str> = samples()
        .iter()
        .flat_map(|sample| sample.parts.iter().copied())
        .collect();
    let bytes: usize = parts.iter().map(|part| part.len()).sum();
    assert!(bytes <= 25 * 1024, "{bytes}");
}

//! Batches: the cache handles each member separately.

use hashrange_values::to_map;
use hashrange_wire::{
    BatchGetItemRequest, BatchGetItemResponse, BatchWriteItemRequest, BatchWriteItemResponse, ConsumedCapacity,
    KeysAndAttributes, ReturnConsumedCapacity, WriteRequest,
};

use super::*;

fn wanted(ids: &[&str]) -> KeysAndAttributes {
    KeysAndAttributes {
        keys: ids.iter().map(|id| key(id)).collect(),
        ..KeysAndAttributes::default()
    }
}

fn batch(members: impl IntoIterator<Item = (&'static str, KeysAndAttributes)>) -> BatchGetItemRequest {
    let request_items = members
        .into_iter()
        .map(|(table, wanted)| (table.to_owned(), wanted))
        .collect();
    BatchGetItemRequest {
        request_items,
        return_consumed_capacity: None,
    }
}

fn found(items: Vec<Arc<Item>>) -> BatchGetItemResponse {
    BatchGetItemResponse {
        responses: to_map([("Shirts".to_owned(), items)]),
        ..Default::default()
    }
}

#[test]
fn only_what_is_not_at_hand_is_asked_for() {
    let mut case = Case::new();
    let _ = case.passed(get("2"), Ok(got(Some(item("2", "blue")))));
    let request = batch([("Shirts", wanted(&["1", "2", "3"]))]);
    let answer = case.passed(
        request.clone(),
        Ok(Response::BatchGetItem(found(vec![item("1", "red")]))),
    );
    assert_eq!(
        case.asked(),
        &Request::BatchGetItem(batch([("Shirts", wanted(&["1", "3"]))]))
    );
    let all = Response::BatchGetItem(found(vec![item("1", "red"), item("2", "blue")]));
    assert_eq!(answer, Ok(all.clone()));
    assert_eq!(case.hit(request), all);
    assert_eq!(case.hit(get("3")), got(None));
    let metrics = case.dax.report().metrics;
    assert_eq!((metrics.item_cache_hits, metrics.item_cache_misses), (1 + 3 + 1, 1 + 2));
}

#[test]
fn parts_are_cut_and_what_is_left_over_is_handed_back_as_it_was_asked_for() {
    let mut case = Case::new();
    let asked = KeysAndAttributes {
        projection_expression: Some("Color".to_owned()),
        ..wanted(&["1", "2"])
    };
    let mut answer = found(vec![item("1", "red")]);
    answer.unprocessed_keys.insert("Shirts".to_owned(), wanted(&["2"]));
    let outcome = case.passed(batch([("Shirts", asked.clone())]), Ok(Response::BatchGetItem(answer)));
    let Ok(Response::BatchGetItem(response)) = outcome else {
        panic!("another answer")
    };
    let color: Item = [("Color", text("red"))].into_iter().collect();
    assert_eq!(response.responses[&"Shirts".to_owned()], [Arc::new(color)]);
    assert_eq!(
        response.unprocessed_keys[&"Shirts".to_owned()],
        KeysAndAttributes {
            keys: vec![key("2")],
            ..asked
        }
    );
    assert_eq!(case.dax.report().items.entries, 1);
}

#[test]
fn a_table_under_two_names_is_read_past_the_cache() {
    let mut case = Case::new();
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Shirts";
    let request = batch([("Shirts", wanted(&["1"])), (arn, wanted(&["2"]))]);
    let answer = found(vec![item("1", "red"), item("2", "blue")]);
    let outcome = case.passed(request.clone(), Ok(Response::BatchGetItem(answer.clone())));
    assert_eq!(outcome, Ok(Response::BatchGetItem(answer)));
    let Request::BatchGetItem(asked) = case.asked() else {
        panic!("something else was asked")
    };
    assert_eq!(asked.request_items, request.request_items);
    assert_eq!(case.dax.report().items.entries, 0);
}

#[test]
fn tables_read_strongly_pass_beside_the_others() {
    let mut case = Case::new();
    let _ = case.passed(get("1"), Ok(got(Some(item("1", "red")))));
    let strong = KeysAndAttributes {
        consistent_read: Some(true),
        ..wanted(&["7"])
    };
    let mut request = batch([("Shirts", wanted(&["1"])), ("Socks", strong.clone())]);
    request.return_consumed_capacity = Some(ReturnConsumedCapacity::Total);
    let paid = ConsumedCapacity {
        table_name: "Socks".to_owned(),
        capacity_units: 1.0,
        ..ConsumedCapacity::default()
    };
    let mut answer = BatchGetItemResponse {
        consumed_capacity: Some(vec![paid.clone()]),
        ..Default::default()
    };
    answer.responses.insert("Socks".to_owned(), vec![item("7", "grey")]);
    let outcome = case.passed(request, Ok(Response::BatchGetItem(answer)));
    let Request::BatchGetItem(asked) = case.asked() else {
        panic!("something else was asked")
    };
    assert_eq!(asked.request_items, batch([("Socks", strong)]).request_items);
    let Ok(Response::BatchGetItem(response)) = outcome else {
        panic!("another answer")
    };
    assert_eq!(response.responses[&"Shirts".to_owned()], [item("1", "red")]);
    assert_eq!(response.responses[&"Socks".to_owned()], [item("7", "grey")]);
    let free = ConsumedCapacity {
        table_name: "Shirts".to_owned(),
        ..ConsumedCapacity::default()
    };
    assert_eq!(response.consumed_capacity, Some(vec![paid, free]));
    assert_eq!(case.dax.report().items.entries, 1);
}

#[test]
fn a_key_twice_is_the_tables_to_refuse() {
    let mut case = Case::new();
    let _ = case.passed(get("1"), Ok(got(None)));
    let twice = batch([("Shirts", wanted(&["1", "1"]))]);
    assert_eq!(case.passed(twice.clone(), Err(refusal())), Err(refusal()));
    assert_eq!(case.asked(), &Request::BatchGetItem(twice));
}

#[test]
fn what_a_batch_could_not_write_is_not_kept() {
    let mut case = Case::new();
    let _ = case.passed(put("3", "old"), done());
    let write = |id: &str| WriteRequest::Put(Item::clone(&item(id, "red")));
    let writes = vec![write("1"), write("2"), WriteRequest::Delete(key("3"))];
    let request = BatchWriteItemRequest {
        request_items: to_map([("Shirts".to_owned(), writes)]),
        ..BatchWriteItemRequest::default()
    };
    let left = to_map([("Shirts".to_owned(), vec![write("2")])]);
    let answer = BatchWriteItemResponse {
        unprocessed_items: left,
        ..BatchWriteItemResponse::default()
    };
    let _ = case.passed(request, Ok(Response::BatchWriteItem(answer)));
    assert_eq!(case.hit(get("1")), got(Some(item("1", "red"))));
    let _ = case.passed(get("2"), Ok(got(None)));
    let _ = case.passed(get("3"), Ok(got(None)));
}

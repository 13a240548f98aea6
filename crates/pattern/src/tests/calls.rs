//! The key values of calls: where they come from, and that each call differs from the one before.

use hashrange_time::Random;
use hashrange_values::{AttributeValue, Item, to_map, to_set};
use hashrange_wire::{JsonForm, Operation, Request};

use super::{ask, of_customer, pattern, placed, shop};
use crate::calls::Calls;
use crate::slots::each_slot;
use crate::{KeySource, Pattern};

/// A shop with this many customers, each with two orders.
fn shop_of(customers: usize) -> hashrange_engine::Engine {
    let mut engine = shop();
    for (customer, order) in (2..=customers).flat_map(|customer| [(customer, "o1"), (customer, "o2")]) {
        let body = format!(
            r#"{{"TableName":"Orders","Item":{{"Customer":{{"S":"c{customer}"}},"Order":{{"S":"{order}"}},"Status":{{"S":"s{customer}"}}}}}}"#
        );
        ask(&mut engine, Operation::PutItem, &body);
    }
    engine
}

fn calls_of(engine: &hashrange_engine::Engine, pattern: &Pattern, keys: KeySource, calls: usize) -> Vec<Request> {
    let pattern = Pattern {
        keys,
        ..pattern.clone()
    };
    let mut samples = Vec::new();
    let mut source = Calls::of(&pattern, (1, 3), engine, &mut samples, &Random::new(7));
    let next = |_| source.next(&samples).expect("a good request").into_request();
    (0..calls).map(next).collect()
}

fn keys_of(mut request: Request) -> Vec<Item> {
    let mut keys = Vec::new();
    each_slot(&mut request, &mut |_, slot| match slot {
        crate::slots::Slot::Key(item) | crate::slots::Slot::Put(item) => keys.push(item.clone()),
    });
    keys
}

fn text(item: &Item, name: &str) -> String {
    match item.get(name) {
        Some(AttributeValue::S(text)) => text.to_string(),
        other => panic!("{name}: {other:?}"),
    }
}

/// How often each key occurs.
fn counts(requests: Vec<Request>) -> Vec<usize> {
    let name = |item: &Item| format!("{} {}", text(item, "Customer"), text(item, "Order"));
    let names: Vec<String> = requests.into_iter().flat_map(keys_of).map(|key| name(&key)).collect();
    let number = |name: &String| (name.clone(), names.iter().filter(|other| *other == name).count());
    to_map(names.iter().map(number))
        .into_iter()
        .map(|(_, number)| number)
        .collect()
}

fn order() -> Pattern {
    pattern(
        Operation::GetItem,
        r#"{"TableName":"Orders","Key":{"Customer":{"S":"none"},"Order":{"S":"none"}}}"#,
    )
}

#[test]
fn written_keys_stay() {
    let requests = calls_of(&shop_of(5), &order(), KeySource::Written, 3);
    assert_eq!(counts(requests), [3]);
}

#[test]
fn each_key_comes_in_turn_and_a_random_key_does_not() {
    let engine = shop_of(20);
    assert_eq!(counts(calls_of(&engine, &order(), KeySource::Each, 120)), [3; 40]);
    let random = counts(calls_of(&engine, &order(), KeySource::Random, 4_000));
    assert_eq!((random.len(), random.iter().sum::<usize>()), (40, 4_000));
    // 100 each, give or take five standard deviations.
    assert!(random.iter().all(|count| (50..=150).contains(count)), "{random:?}");
}

#[test]
fn a_tenth_of_the_keys_is_hot() {
    let mut counts = counts(calls_of(&shop_of(20), &order(), KeySource::Hot, 4_000));
    hashrange_values::sort_by(&mut counts, |one, other| other.cmp(one));
    assert_eq!(counts.len(), 40);
    let hot: usize = counts.iter().take(4).sum();
    assert!((3_500..=3_700).contains(&hot), "{counts:?}");
}

#[test]
fn a_query_asks_for_partition_keys_that_exist_and_keeps_its_sort_condition() {
    let engine = shop_of(20);
    let query = pattern(
        Operation::Query,
        r##"{"TableName":"Orders","KeyConditionExpression":":o <= #o AND #c = :c",
            "ExpressionAttributeNames":{"#c":"Customer","#o":"Order"},
            "ExpressionAttributeValues":{":c":{"S":"o1"},":o":{"S":"o1"}},
            "ExclusiveStartKey":{"Customer":{"S":"o1"},"Order":{"S":"o9"}}}"##,
    );
    let mut asked = Vec::new();
    for request in calls_of(&engine, &query, KeySource::Each, 20) {
        let Request::Query(query) = request else {
            panic!("a query")
        };
        let values = query.expression_attribute_values.expect("values");
        assert_eq!((text(&values, ":o").as_str(), query.exclusive_start_key), ("o1", None));
        asked.push(text(&values, ":c"));
    }
    assert_eq!(to_set(asked), to_set((1..=20).map(|customer| format!("c{customer}"))));
}

#[test]
fn a_query_of_an_index_asks_for_the_keys_of_the_index() {
    let mut asked = Vec::new();
    for request in calls_of(&shop_of(3), &super::of_status(), KeySource::Each, 3) {
        let Request::Query(query) = request else {
            panic!("a query")
        };
        asked.push(text(&query.expression_attribute_values.expect("values"), ":s"));
    }
    assert_eq!(to_set(asked), to_set(["NEW", "s2", "s3"].map(str::to_owned)));
}

#[test]
fn a_put_has_an_existing_partition_key_and_a_new_sort_key() {
    let items: Vec<Item> = calls_of(&shop_of(3), &placed(), KeySource::Each, 6)
        .into_iter()
        .flat_map(keys_of)
        .collect();
    // The second of three patterns: its new keys have the numbers 1, 4, 7 and so on.
    let orders: Vec<String> = items.iter().map(|item| text(item, "Order")).collect();
    assert_eq!(orders, ["o3#1", "o3#4", "o3#7", "o3#10", "o3#13", "o3#16"]);
    let customers = to_set(items.iter().map(|item| text(item, "Customer")));
    assert_eq!(customers, to_set(["c1", "c2", "c3"].map(str::to_owned)));
}

/// A table with users, and with the orders of each: several kinds of items under one name for their keys.
fn of_kinds() -> hashrange_engine::Engine {
    let mut engine = shop();
    for user in 1..=5 {
        for order in ["PROFILE", "ORDER#1", "ORDER#2"] {
            let body = format!(
                r#"{{"TableName":"Orders","Item":{{"Customer":{{"S":"USER#{user}"}},"Order":{{"S":"{order}"}},"Status":{{"S":"OF#{user}"}}}}}}"#
            );
            ask(&mut engine, Operation::PutItem, &body);
        }
    }
    engine
}

#[test]
fn keys_are_those_of_items_of_the_same_kind() {
    let engine = of_kinds();
    let keys = |operation, body: &str| {
        let requests = calls_of(&engine, &pattern(operation, body), KeySource::Each, 20);
        let keys: Vec<Item> = requests.into_iter().flat_map(keys_of).collect();
        let of = |name| to_set(keys.iter().map(|key| text(key, name)));
        (of("Customer"), of("Order"))
    };
    let set = |values: &[&str]| to_set(values.iter().map(|value| (*value).to_owned()));
    let users = ["USER#1", "USER#2", "USER#3", "USER#4", "USER#5"];
    let profile = r#"{"TableName":"Orders","Key":{"Customer":{"S":"USER#1"},"Order":{"S":"PROFILE"}}}"#;
    assert_eq!(keys(Operation::GetItem, profile), (set(&users), set(&["PROFILE"])));
    let order = profile.replace("PROFILE", "ORDER#1");
    let expected = (set(&users), set(&["ORDER#1", "ORDER#2"]));
    assert_eq!(keys(Operation::UpdateItem, &order), expected);
    let put = r#"{"TableName":"Orders","Item":{"Customer":{"S":"USER#1"},"Order":{"S":"ORDER#3"}}}"#;
    assert_eq!(keys(Operation::PutItem, put).0, set(&users));
    // A number or a date is not a kind.
    let other = r#"{"TableName":"Orders","Key":{"Customer":{"S":"c9"},"Order":{"S":"2026-11-28#o9"}}}"#;
    assert_eq!(keys(Operation::DeleteItem, other), (set(&["c1"]), set(&["o1", "o2"])));
    let query = super::of_status();
    let query = pattern(Operation::Query, &query.body.replace("NEW", "OF#9"));
    let values = calls_of(&engine, &query, KeySource::Each, 20)
        .into_iter()
        .map(|request| {
            let Request::Query(query) = request else {
                panic!("a query")
            };
            text(&query.expression_attribute_values.expect("values"), ":s")
        });
    assert_eq!(to_set(values), set(&["OF#1", "OF#2", "OF#3", "OF#4", "OF#5"]));
}

#[test]
fn a_batch_never_has_a_key_twice() {
    let key = r#"{"Customer":{"S":"none"},"Order":{"S":"ORDER"}}"#;
    let keys: Vec<String> = (0..30).map(|order| key.replace("ORDER", &order.to_string())).collect();
    let body = format!(r#"{{"RequestItems":{{"Orders":{{"Keys":[{}]}}}}}}"#, keys.join(","));
    let batch = pattern(Operation::BatchGetItem, &body);
    for source in [KeySource::Each, KeySource::Random, KeySource::Hot] {
        for request in calls_of(&shop_of(20), &batch, source, 20) {
            assert_eq!(counts(vec![request]), [1; 30], "{source:?}");
        }
    }
}

#[test]
fn a_transaction_is_new_in_each_call() {
    let body = r#"{"ClientRequestToken":"token","TransactItems":[
        {"Put":{"TableName":"Orders","Item":{"Customer":{"S":"c1"},"Order":{"S":"o3"}}}},
        {"Delete":{"TableName":"Orders","Key":{"Customer":{"S":"c1"},"Order":{"S":"o3"}}}}]}"#;
    let transaction = pattern(Operation::TransactWriteItems, body);
    for request in calls_of(&shop_of(20), &transaction, KeySource::Each, 3) {
        let Request::TransactWriteItems(transaction) = &request else {
            panic!("a transaction")
        };
        assert_eq!(transaction.client_request_token, None);
        assert_eq!(counts(vec![request]), [1, 1]);
    }
}

#[test]
fn without_items_everything_is_as_written_except_new_keys() {
    let mut engine = hashrange_engine::Engine::new(hashrange_engine::EngineOptions::default());
    ask(&mut engine, Operation::CreateTable, super::TABLE);
    assert_eq!(counts(calls_of(&engine, &order(), KeySource::Random, 3)), [3]);
    assert_eq!(counts(calls_of(&engine, &placed(), KeySource::Random, 3)), [1; 3]);
    let Some(Request::Query(query)) = calls_of(&engine, &of_customer(), KeySource::Random, 1).pop() else {
        panic!("a query")
    };
    assert_eq!(text(&query.expression_attribute_values.expect("values"), ":c"), "c1");
}

#[test]
fn a_stored_pattern_without_the_member_is_played_as_written() {
    let stored = r#"{"name":"Q","operation":"GetItem","body":"{}","returns":null,"budget":null,"rate":null}"#;
    let pattern = Pattern::of_json(stored).expect("a pattern");
    assert_eq!(pattern.keys, KeySource::Written);
}

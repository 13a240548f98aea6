//! Keys under load: which partition key values let a table serve its provisioned throughput, and which do not. Runs
//! both variants, and compares their numbers.
#![allow(clippy::cast_precision_loss, reason = "counts few things")]

use std::collections::BTreeSet;

use hashrange_engine::{EngineOptions, Physics, Throttling};
use hashrange_tests::service::InProcess;
use hashrange_tests::traffic::{
    TrafficCounts, ask, create, load, partition_of, puts, send_all, spread_word, with_attribute,
};
use hashrange_values::{AttributeValue, Item};
use hashrange_workload::{Action, KeyChoice, LoadPlan, Mix, Suffix, Suffixes, gather, least_suffixes};
use serde_json::{Value, json};

/// Read and write units of a table with four partitions that share 1,000 write units evenly, or 3,000 read units.
const FOUR_FOR_WRITES: (u64, u64) = (9_000, 1_000);
const FOUR_FOR_READS: (u64, u64) = (3_000, 3_000);
/// A table with forty partitions, which has more than enough.
const AMPLE: (u64, u64) = (1, 39_999);

fn service(mode: Throttling) -> InProcess {
    let mut physics = Physics::instant();
    physics.throttling.mode = mode;
    InProcess::new(EngineOptions {
        physics,
        ..EngineOptions::default()
    })
}

fn with_table(mode: Throttling, units: (u64, u64)) -> InProcess {
    let mut service = service(mode);
    create(&mut service, "Tab", units, &json!({}));
    service
}

/// Runs puts for a number of seconds against a new table.
fn put_all(
    mode: Throttling,
    units: (u64, u64),
    (rate, seconds): (u32, u64),
    keys: KeyChoice,
) -> (InProcess, TrafficCounts) {
    let mut service = with_table(mode, units);
    let plan = puts(&service, "Tab", rate, seconds, keys);
    let outcome = send_all(&mut service, load(plan));
    (service, outcome)
}

fn few(weights: &[(&str, u32)]) -> KeyChoice {
    KeyChoice::Few {
        weights: weights
            .iter()
            .map(|(value, weight)| ((*value).to_owned(), *weight))
            .collect(),
    }
}

fn uniform(values: u64) -> KeyChoice {
    KeyChoice::Uniform { values }
}

/// Puts with one logical key, with optional suffixes. Returns served and throttled requests in the sixth second, when
/// the initial bucket content has been used.
fn one_key(rate: u32, key: &str, suffixes: Option<Suffixes>) -> (u64, u64) {
    let mut service = with_table(Throttling::Adaptive, AMPLE);
    let plan = LoadPlan {
        suffixes,
        ..puts(&service, "Tab", rate, 6, few(&[(key, 1)]))
    };
    send_all(&mut service, load(plan)).per_second_from(5)
}

/// Whether a number is close to the expected one. Times are whole microseconds, so rates are up to one percent lower.
fn about(found: u64, expected: u64) -> bool {
    found.abs_diff(expected) <= 50
}

fn rotation(count: u64) -> Suffixes {
    Suffixes::new(count, '-', Suffix::Rotation)
}

/// 250 of 1,000 write units in each of four partitions, as before partitions shared throughput.
#[test]
fn key_009_uneven_data_throttles_a_table_below_its_limit() {
    let (_, even) = put_all(Throttling::Split, FOUR_FOR_WRITES, (800, 5), uniform(10_000));
    assert_eq!(even.all_throttled(), 0);
    let names: Vec<String> = (0..60).map(|number| format!("value-{number}")).collect();
    let (hot, others): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| partition_of(4, name) == 0);
    let mut weights = vec![(hot[0].as_str(), 45), (hot[1].as_str(), 45)];
    weights.extend(others.iter().take(10).map(|name| (name.as_str(), 1)));
    let (_, uneven) = put_all(Throttling::Split, FOUR_FOR_WRITES, (800, 5), few(&weights));
    let (served, throttled) = uneven.per_second_from(1);
    // 720 per second for a partition with 250, and 80 for the other three.
    assert!(
        (450..=490).contains(&throttled) && served + throttled >= 798,
        "{served} served, {throttled} throttled"
    );
}

#[test]
fn key_010_a_hot_key_throttles_reads_and_is_named() {
    let reads = |keys: KeyChoice| {
        let mut service = with_table(Throttling::Split, FOUR_FOR_READS);
        let item =
            json!({ "pk": { "S": "P1" }, "sk": { "S": "000000000" }, "description": { "S": "x".repeat(4_000) } });
        ask(&mut service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
        let plan = LoadPlan {
            mix: Mix(vec![(Action::Get, 1)]),
            sorts: uniform(1),
            ..puts(&service, "Tab", 2_000, 4, keys)
        };
        let outcome = send_all(&mut service, load(plan));
        (service, outcome)
    };
    let (_, even) = reads(uniform(10_000));
    assert_eq!(even.all_throttled(), 0);
    let others: Vec<String> = (0..25).map(|number| format!("P{}", number + 2)).collect();
    let mut weights = vec![("P1", 75)];
    weights.extend(others.iter().map(|name| (name.as_str(), 1)));
    let (service, hot) = reads(few(&weights));
    let (_, throttled) = hot.per_second_from(1);
    // 1,500 per second for P1 and its partition's share of the others: 750 are served.
    assert!((740..=900).contains(&throttled), "{throttled} throttled");
    let table = service.engine.table("Tab").expect("made");
    let (key, _) = table.most_used().into_iter().next().expect("a most used key");
    assert_eq!(
        format!("{:?}", key.get("pk")),
        format!("{:?}", Some(AttributeValue::string("P1")))
    );
    let mut loads: Vec<f64> = table
        .partitions()
        .map(|partition| table.load(partition.number, service.now()).0)
        .collect();
    loads.sort_by(f64::total_cmp);
    assert!(
        loads[3] > 3.0 * loads[2],
        "one partition is hot, the others are idle: {loads:?}"
    );
}

#[test]
fn key_012_keys_of_high_cardinality_spread_the_load() {
    let status = few(&[("OPEN", 60), ("PAID", 25), ("SENT", 15)]);
    let (_, by_status) = put_all(Throttling::Split, FOUR_FOR_WRITES, (800, 5), status);
    assert!(by_status.all_throttled() > 0);
    let (service, by_order) = put_all(Throttling::Split, FOUR_FOR_WRITES, (800, 12), uniform(10_000));
    assert_eq!(by_order.all_throttled(), 0);
    let table = service.engine.table("Tab").expect("made");
    let busiest = table
        .partitions()
        .map(|partition| partition.items)
        .max()
        .expect("four partitions");
    assert!(busiest < 250 * 12, "{busiest} writes in twelve seconds");
}

#[test]
fn key_013_several_attributes_in_one_key() {
    let countries = few(&[("US", 50), ("BR", 20), ("IN", 15), ("FR", 10), ("JP", 5)]);
    let (_, by_country) = put_all(Throttling::Split, FOUR_FOR_WRITES, (800, 4), countries);
    assert!(by_country.all_throttled() > 0);
    // 100 customers, 50 products, 5 countries.
    let (mut service, combined) = put_all(Throttling::Split, FOUR_FOR_WRITES, (800, 4), uniform(25_000));
    assert_eq!(combined.all_throttled(), 0);
    let table = service.engine.table("Tab").expect("made");
    let counts: Vec<usize> = table.partitions().map(|partition| partition.items).collect();
    assert!(
        counts.iter().all(|count| (700..=900).contains(count)),
        "the load is flat: {counts:?}"
    );
    for date in ["2018-03-02", "2018-01-15", "2018-02-20", "2017-12-31", "2018-04-01"] {
        let item = json!({ "pk": { "S": "C1#P7#BR" }, "sk": { "S": date } });
        ask(&mut service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    let query = json!({ "TableName": "Tab", "KeyConditionExpression": "pk = :p AND sk BETWEEN :a AND :b",
        "ExpressionAttributeValues": { ":p": { "S": "C1#P7#BR" }, ":a": { "S": "2018-01-01" }, ":b": { "S": "2018-03-31" } } });
    let answer = ask(&mut service, "Query", &query);
    let dates: Vec<&str> = (0..3)
        .filter_map(|at| answer["Items"][at]["sk"]["S"].as_str())
        .collect();
    assert_eq!(
        (answer["Count"].as_u64(), dates),
        (Some(3), vec!["2018-01-15", "2018-02-20", "2018-03-02"])
    );
}

#[test]
fn key_015_a_suffix_spreads_the_writes_of_one_key() {
    let (served, throttled) = one_key(3_000, "K", None);
    assert!(about(served, 1_000) && about(throttled, 2_000), "{served}, {throttled}");
    let suffixes = Suffixes::new(10, '-', Suffix::Random);
    let key = spread_word("K", 40, |word| suffixes.values(word).collect());
    let (served, throttled) = one_key(3_000, &key, Some(suffixes.clone()));
    assert_eq!(throttled, 0);
    assert!(about(served, 3_000));
    // Each suffix gets about a tenth.
    let mut service = with_table(Throttling::Off, AMPLE);
    let plan = LoadPlan {
        suffixes: Some(suffixes),
        ..puts(&service, "Tab", 3_000, 1, few(&[(&key, 1)]))
    };
    send_all(&mut service, load(plan));
    let table = service.engine.table("Tab").expect("made");
    let busy: Vec<usize> = table
        .partitions()
        .map(|partition| partition.items)
        .filter(|items| *items > 0)
        .collect();
    assert!(
        busy.len() == 10 && busy.iter().all(|items| (240..=360).contains(items)),
        "{busy:?}"
    );
}

#[test]
fn key_016_the_formula_gives_the_fewest_suffixes() {
    assert_eq!((least_suffixes(5_000, 1_024), least_suffixes(5_000, 2_560)), (5, 15));
    let key = spread_word("12121", 40, |word| rotation(5).values(word).collect());
    let throttled = |suffixes: Option<Suffixes>| one_key(5_000, &key, suffixes).1;
    assert_eq!(throttled(Some(rotation(5))), 0);
    assert!(about(throttled(Some(rotation(4))), 1_000));
    assert!(about(throttled(None), 4_000));
}

#[test]
fn key_020_a_range_of_suffixes_is_chosen_with_room_to_grow() {
    let key = spread_word("invoice", 40, |word| rotation(10).values(word).collect());
    let mut service = with_table(Throttling::Off, AMPLE);
    for suffixes in [rotation(5), rotation(10)] {
        let plan = puts(&service, "Tab", 100, 1, few(&[(&key, 1)]));
        send_all(
            &mut service,
            load(LoadPlan {
                suffixes: Some(suffixes),
                ..plan
            }),
        );
    }
    let table = service.engine.table("Tab").expect("made");
    let written = table.item_count();
    let mut found = |suffixes: &Suffixes| -> usize {
        let queries = gather("Tab", "pk", &key, suffixes, None);
        let now = service.now();
        let answers = queries
            .into_iter()
            .map(|query| service.send(now, query.into()).expect("a query"));
        answers
            .map(|answer| {
                if let hashrange_wire::Response::Query(page) = answer {
                    page.count as usize
                } else {
                    0
                }
            })
            .sum()
    };
    assert!(
        found(&rotation(5)) < written,
        "a reader of five misses what stands under six to ten"
    );
    assert_eq!(found(&rotation(10)), written);
    assert!(about(one_key(8_000, &key, Some(rotation(5))).1, 3_000));
    assert_eq!(one_key(8_000, &key, Some(rotation(10))).1, 0);
}

/// One invoice with random suffixes from 1 to 10: nine times the writes of one key. A reader who knows the item but not
/// its suffix reads up to ten keys.
#[test]
fn key_022_a_random_suffix_spreads_writes_and_hides_items() {
    let suffixes = Suffixes::new(10, '-', Suffix::Random);
    let key = spread_word("121212", 40, |word| suffixes.values(word).collect());
    let [(alone, _), (spread, throttled)] =
        [None, Some(suffixes.clone())].map(|suffixes| one_key(9_000, &key, suffixes));
    assert!(
        about(alone, 1_000) && spread + throttled >= 8_800 && spread >= 8 * alone,
        "{alone}, then {spread}"
    );

    let mut service = with_table(Throttling::Off, AMPLE);
    let plan = puts(&service, "Tab", 500, 1, few(&[(&key, 1)]));
    send_all(
        &mut service,
        load(LoadPlan {
            suffixes: Some(suffixes.clone()),
            ..plan
        }),
    );
    let table = service.engine.table("Tab").expect("made");
    let sorts: Vec<Value> = table.items().map(|(item, _)| value_of(item, "sk")).collect();
    let mut asked: Vec<usize> = Vec::new();
    for sort in &sorts {
        let found = suffixes.values(&key).position(|value| {
            let get = json!({ "TableName": "Tab", "Key": { "pk": { "S": value }, "sk": sort } });
            ask(&mut service, "GetItem", &get).get("Item").is_some()
        });
        asked.push(found.expect("it stands under one of them") + 1);
    }
    let mean = asked.iter().sum::<usize>() as f64 / asked.len() as f64;
    assert!(
        asked.len() >= 490 && asked.iter().max() == Some(&10),
        "{} items",
        asked.len()
    );
    assert!((5.0..6.0).contains(&mean), "{mean} requests for one item");
}

fn value_of(item: &Item, name: &str) -> Value {
    match item.get(name) {
        Some(AttributeValue::S(text)) => json!({ "S": text.to_string() }),
        other => panic!("no text: {other:?}"),
    }
}

#[test]
fn key_033_a_popular_product_as_partition_key_throttles() {
    let products = KeyChoice::Hot {
        values: 20,
        percent: 60,
    };
    let (_, by_product) = put_all(Throttling::Adaptive, AMPLE, (2_500, 4), products);
    let (_, throttled) = by_product.per_second_from(2);
    assert!((430..=700).contains(&throttled), "about 500 of 1,500: {throttled}");
    let (_, by_order) = put_all(Throttling::Adaptive, AMPLE, (2_500, 3), uniform(1_000_000));
    assert_eq!(by_order.all_throttled(), 0);
}

/// For a strategy at these rates of writes and reads: throttled writes and reads per second, and the requests for one
/// invoice.
fn strategy(suffixes: Option<&Suffixes>, (writes, reads): (u32, u32)) -> (u64, u64, usize) {
    let mut service = with_table(Throttling::Adaptive, (2_000, 30_000));
    let invoices = || KeyChoice::Hot {
        values: 10,
        percent: 60,
    };
    let plan = LoadPlan {
        suffixes: suffixes.cloned(),
        ..puts(&service, "Tab", writes, 2, invoices())
    };
    let written = send_all(&mut service, load(plan)).per_second_from(1).1;
    let plan = LoadPlan {
        suffixes: suffixes.cloned(),
        consistent: false,
        mix: Mix(vec![(Action::Query, 1)]),
        ..puts(&service, "Tab", reads, 2, invoices())
    };
    let read = send_all(&mut service, load(plan)).per_second_from(1).1;
    (
        written,
        read,
        suffixes.map_or(1, |suffixes| gather("Tab", "pk", "k", suffixes, None).len()),
    )
}

/// The rates of the second load are half of those in the claim: 2,500 reads per second.
#[test]
fn key_037_no_strategy_is_best_for_every_load() {
    let random = Suffixes::new(10, '-', Suffix::Random);
    let calculated = Suffixes::new(10, '-', Suffix::Hash);
    let ways = [None, Some(&random), Some(&calculated)];
    let [plain, spread, known] = ways.map(|suffixes| strategy(suffixes, (5_000, 50)));
    assert!(plain.0 > 1_500, "3,000 a second go to one invoice: {plain:?}");
    assert!(spread.0 < plain.0 / 4 && known.0 < plain.0 / 4, "{spread:?}, {known:?}");
    // One read finds a single item if its suffix can be calculated.
    assert!(calculated.calculated("000000001").is_some() && random.calculated("000000001").is_none());
    let [plain, spread, known] = ways.map(|suffixes| strategy(suffixes, (50, 2_500)));
    assert_eq!((plain.0, plain.2), (0, 1));
    assert_eq!((spread.2, known.2), (10, 10));
    // Ten reads instead of one: more than ten times the units.
    assert!(
        plain.1 == 0 && spread.1 > 1_000 && known.1 > 1_000,
        "{plain:?}, {spread:?}, {known:?}"
    );
}

#[test]
fn lsi_077_a_single_collection_is_a_hot_spot() {
    let forums = |keys: KeyChoice| {
        let mut service = service(Throttling::Adaptive);
        let index = json!({ "IndexName": "LastPostIndex", "Projection": { "ProjectionType": "KEYS_ONLY" },
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "last", "KeyType": "RANGE" }] });
        let more = json!({ "LocalSecondaryIndexes": [index], "AttributeDefinitions": [{ "AttributeName": "last", "AttributeType": "S" }] });
        create(&mut service, "Tab", (1, 3_999), &more);
        let plan = puts(&service, "Tab", 1_000, 4, keys);
        let requests = with_attribute(load(plan), "last", uniform(1_000));
        let outcome = send_all(&mut service, requests);
        (service, outcome)
    };
    let (_, even) = forums(uniform(100));
    assert_eq!(even.all_throttled(), 0);
    let (service, one) = forums(few(&[("S3", 1)]));
    let (served, throttled) = one.per_second_from(1);
    assert!(
        served.abs_diff(500) <= 2 && throttled.abs_diff(500) <= 2,
        "{served} served, {throttled} throttled"
    );
    let table = service.engine.table("Tab").expect("made");
    let hot: BTreeSet<u32> = table
        .partitions()
        .filter(|partition| table.load(partition.number, service.now()).1 > 0.0)
        .map(|partition| partition.number)
        .collect();
    assert_eq!(hot.len(), 1, "one partition is hot");
}

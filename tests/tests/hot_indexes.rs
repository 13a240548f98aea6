//! Global indexes under load. An index with too little write capacity, or with a hot key, throttles writes to its
//! table. So can an index during its backfill, which uses the units that live writes leave. Runs both variants, and
//! compares their numbers.

use hashrange_engine::{EngineOptions, Limits, Physics, Span, Throttling};
use hashrange_tests::service::{InProcess, Service};
use hashrange_tests::traffic::{
    TrafficCounts, ask, create, global_index, load, puts, send_all, spread_word, with_attribute,
};
use hashrange_time::Duration;
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::IndexStatus;
use hashrange_workload::{KeyChoice, Suffix, Suffixes};
use serde_json::{Value, json};

/// Nothing takes time except a backfill, which runs once a second.
fn physics(mode: Throttling) -> Physics {
    let mut physics = Physics::instant();
    physics.throttling.mode = mode;
    physics.index_update.allocation = Span::millis(1_000, 1_000);
    physics.index_update.backfill_step = Duration::from_seconds(1);
    physics
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

/// The definition of the indexes' key attribute, in the form of CreateTable.
fn defined() -> Value {
    json!([{ "AttributeName": "group", "AttributeType": "S" }])
}

/// Creates a table with an index on `group`, sends puts, and returns their results.
fn with_index(
    (units, index_units): ((u64, u64), (u64, u64)),
    (rate, seconds): (u32, u64),
    groups: KeyChoice,
) -> (InProcess, TrafficCounts) {
    let mut service = InProcess::new(EngineOptions {
        physics: physics(Throttling::Adaptive),
        ..EngineOptions::default()
    });
    let index = global_index("ByGroup", ("group", None), index_units);
    create(
        &mut service,
        "Tab",
        units,
        &json!({ "AttributeDefinitions": defined(), "GlobalSecondaryIndexes": [index] }),
    );
    let plan = puts(&service, "Tab", rate, seconds, uniform(1_000_000));
    let outcome = send_all(&mut service, with_attribute(load(plan), "group", groups));
    (service, outcome)
}

#[test]
fn new_005_all_partition_key_attributes_of_an_index_are_hashed_together() {
    let fullest = |keys: &[&str]| {
        let mut service = InProcess::new(EngineOptions::default());
        let mut index = global_index("ByGroup", ("kind", None), (1, 3_999));
        let schema = keys
            .iter()
            .map(|name| json!({ "AttributeName": name, "KeyType": "HASH" }));
        index["KeySchema"] = schema.collect();
        let types = keys
            .iter()
            .map(|name| json!({ "AttributeName": name, "AttributeType": "S" }));
        let types: Value = types.collect();
        let more = json!({ "AttributeDefinitions": types, "GlobalSecondaryIndexes": [index] });
        create(&mut service, "Tab", (1, 3_999), &more);
        for number in 0..80 {
            let text = |text: &str| json!({ "S": text });
            let item = json!({ "pk": text("p"), "sk": text(&number.to_string()), "kind": text("one"),
                "group": text(&number.to_string()) });
            ask(&mut service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
        }
        let table = service.engine.table("Tab").expect("made");
        let index = table.indexes().next().expect("made");
        let entries: Vec<usize> = index.partitions().map(|partition| partition.items).collect();
        assert_eq!(entries.iter().sum::<usize>(), 80, "{entries:?}");
        entries.into_iter().max().expect("partitions")
    };
    assert_eq!(fullest(&["kind"]), 80);
    assert!(fullest(&["kind", "group"]) < 40);
}

#[test]
fn gsi_033_an_index_needs_the_write_capacity_of_its_table() {
    for (units, served) in [(50, 50), (100, 100), (150, 100)] {
        let (_, outcome) = with_index(((1, 100), (1, units)), (100, 6), uniform(10_000));
        let (found, throttled) = outcome.per_second_from(2);
        assert!(
            found.abs_diff(served) <= 1 && (found + throttled).abs_diff(100) <= 1,
            "{units}: {found}, {throttled}"
        );
    }
}

#[test]
fn key_024_a_hot_key_of_an_index_is_spread_by_suffixes() {
    let ample = ((1, 10_000), (1, 39_999));
    let (_, hot) = with_index(ample, (2_000, 3), few(&[("OPEN", 1)]));
    let (served, throttled) = hot.per_second_from(1);
    assert!(
        served.abs_diff(1_000) <= 2 && throttled.abs_diff(1_000) <= 2,
        "{served} served, {throttled} throttled"
    );
    let suffixes = Suffixes::new(4, '-', Suffix::Random);
    let word = spread_word("OPEN", 40, |word| suffixes.values(word).collect());
    let spread = KeyChoice::Few {
        weights: suffixes.values(&word).map(|value| (value, 1)).collect(),
    };
    let (service, spread) = with_index(ample, (2_000, 3), spread);
    assert_eq!(spread.all_throttled(), 0);
    let table = service.engine.table("Tab").expect("made");
    let index = table.indexes().next().expect("an index");
    let busy: Vec<usize> = index
        .partitions()
        .map(|partition| partition.items)
        .filter(|items| *items > 0)
        .collect();
    // 500 of each per second, for three seconds.
    assert!(
        busy.len() == 4 && busy.iter().all(|items| (1_400..=1_600).contains(items)),
        "{busy:?}"
    );
}

#[test]
fn key_025_most_invoices_are_of_one_country() {
    let countries = few(&[("USA", 90), ("FRA", 5), ("DEU", 5)]);
    let (service, outcome) = with_index(((1, 10_000), (1, 39_999)), (2_000, 5), countries);
    let (_, throttled) = outcome.per_second_from(2);
    assert!(
        (760..=840).contains(&throttled),
        "1,800 a second are asked of 1,000: {throttled}"
    );
    let table = service.engine.table("Tab").expect("made");
    let index = table.indexes().next().expect("an index");
    let mut entries: Vec<usize> = index.partitions().map(|partition| partition.items).collect();
    entries.sort_unstable_by(|one, other| other.cmp(one));
    assert!(
        entries[0] > 4_900 && entries[1..].iter().all(|entries| *entries < 1_100),
        "the others idle: {entries:?}"
    );
}

/// Creates a table with items of this many values of `group`, written while throttling is off, and adds an index.
fn building(
    (items, groups): (u32, KeyChoice),
    (units, index_units): ((u64, u64), (u64, u64)),
    mode: Throttling,
) -> InProcess {
    let mut service = InProcess::new(EngineOptions {
        physics: physics(Throttling::Off),
        ..EngineOptions::default()
    });
    create(&mut service, "Tab", units, &json!({}));
    let plan = puts(&service, "Tab", items, 1, uniform(1_000_000));
    send_all(&mut service, with_attribute(load(plan), "group", groups));
    service.engine.adjust(service.now(), physics(mode), Limits::aws());
    let index = global_index("ByGroup", ("group", None), index_units);
    let update = json!({ "TableName": "Tab", "AttributeDefinitions": defined(), "GlobalSecondaryIndexUpdates": [{ "Create": index }] });
    ask(&mut service, "UpdateTable", &update);
    service.advance(1_000);
    service
}

fn is_active(service: &InProcess) -> bool {
    let table = service.engine.table("Tab").expect("made");
    table
        .indexes()
        .next()
        .is_some_and(|index| index.status() == IndexStatus::Active)
}

/// The number of entries written by the backfill so far.
fn filled(service: &InProcess) -> u64 {
    let table = service.engine.table("Tab").expect("made");
    table
        .indexes()
        .next()
        .and_then(|index| index.build())
        .map_or(u64::MAX, |build| build.entries)
}

/// Sends live writes of new items until the index is ready, for a maximum number of seconds. Returns the seconds and
/// the results.
fn live(service: &mut InProcess, rate: u32, groups: &KeyChoice, most: u64) -> (u64, TrafficCounts) {
    let mut all = TrafficCounts::default();
    for second in 0..most {
        if is_active(service) {
            return (second, all);
        }
        // Other keys than before: the table has a million to choose from.
        let plan = puts(
            service,
            "Tab",
            rate,
            1,
            KeyChoice::Few {
                weights: vec![(format!("live-{second}"), 1)],
            },
        );
        let outcome = send_all(service, with_attribute(load(plan), "group", groups.clone()));
        *all.served.entry(second).or_default() += outcome.served.values().sum::<u64>();
        *all.throttled.entry(second).or_default() += outcome.all_throttled();
        service.advance(1_000_u64.saturating_sub((service.now().micros() / 1_000) % 1_000));
    }
    (most, all)
}

/// Waits until the index is ready, for a maximum number of seconds, without other traffic. Returns the seconds.
fn wait(service: &mut InProcess, most: u64) -> u64 {
    (0..most)
        .find(|_| {
            let done = is_active(service);
            service.advance(1_000);
            done
        })
        .unwrap_or(most)
}

fn set_index_units(service: &mut InProcess, units: u64) {
    let update = json!({ "Update": { "IndexName": "ByGroup", "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": units } } });
    ask(
        service,
        "UpdateTable",
        &json!({ "TableName": "Tab", "GlobalSecondaryIndexUpdates": [update] }),
    );
}

/// The index has ten partitions in each case. With distinct keys, 200 live writes per second and the backfill fit into
/// them. If nine tenths have the same value, they do not fit: one key gets at most 1,000 units in any index.
#[test]
fn mng_008_skewed_keys_throttle_the_table_while_an_index_is_filled() {
    let run = |groups: KeyChoice| {
        let units = ((1, 1_000), (24_000, 2_000));
        let mut service = building((10_000, groups.clone()), units, Throttling::Adaptive);
        let table = service.engine.table("Tab").expect("made");
        assert_eq!(table.indexes().next().expect("an index").partitions().count(), 10);
        live(&mut service, 200, &groups, 60).1.all_throttled()
    };
    let (even, skewed) = (
        run(uniform(10_000)),
        run(KeyChoice::Hot {
            values: 1_000,
            percent: 90,
        }),
    );
    assert_eq!(even, 0);
    assert!(skewed > 100, "{skewed} throttled");
}

#[test]
fn mng_009_a_skewed_index_is_added_when_there_is_little_to_do() {
    let run = |rate: u32| {
        let groups = KeyChoice::Hot {
            values: 1_000,
            percent: 90,
        };
        let units = ((1, 1_000), (24_000, 2_000));
        let mut service = building((10_000, groups.clone()), units, Throttling::Adaptive);
        let (seconds, outcome) = live(&mut service, rate, &groups, 120);
        (seconds, outcome.all_throttled())
    };
    let (peak, low) = (run(800), run(50));
    assert!(
        peak.1 > low.1 && peak.0 >= low.0,
        "seconds and throttled writes at the peak {peak:?}, at night {low:?}"
    );
}

/// The backfill gets the units that live writes leave: none, half of the table's capacity, all of it.
#[test]
fn mng_011_twice_the_capacity_for_an_index_with_full_load() {
    let run = |units: u64, most: u64| {
        let mut service = building((3_000, uniform(10_000)), ((1, 100), (1, units)), Throttling::Adaptive);
        let (seconds, outcome) = live(&mut service, 100, &uniform(10_000), most);
        assert_eq!(outcome.all_throttled(), 0, "live writes come first");
        (seconds, service)
    };
    let (seconds, mut service) = run(100, 200);
    assert_eq!(seconds, 200, "no end while the load lasts");
    assert!(wait(&mut service, 300) < 300, "it ends when the load falls");
    assert!((55..=65).contains(&run(150, 200).0));
    assert!((26..=34).contains(&run(200, 200).0));
}

#[test]
fn mng_047_one_and_a_half_times_the_capacity_of_the_table() {
    let run = |units: u64, most: u64| {
        let mut service = building((5_000, uniform(10_000)), ((1, 100), (1, units)), Throttling::Adaptive);
        let (seconds, outcome) = live(&mut service, 100, &uniform(10_000), most);
        assert_eq!(outcome.all_throttled(), 0);
        seconds
    };
    assert_eq!(run(100, 400), 400, "no headway");
    assert!((92..=106).contains(&run(150, 400)));
    assert!((230..=260).contains(&run(120, 400)));
}

/// 10,000 entries take 100 seconds at 100 units, and ten at 1,000 units. Auto scaling with a minimum of 1,000 does not
/// change the 100 units of an index during its backfill, but UpdateTable does.
#[test]
fn mng_023_only_the_throughput_of_the_index_changes_the_pace() {
    let start = || building((10_001, uniform(10_000)), ((1, 100), (1, 100)), Throttling::Adaptive);
    let units = |service: &InProcess| {
        let table = service.engine.table("Tab").expect("made");
        let rate = table.indexes().next().expect("an index").throughput();
        rate.expect("provisioned").write_capacity_units
    };
    let mut service = start();
    let seconds = wait(&mut service, 200);
    assert!((98..=104).contains(&seconds), "{seconds}");
    let mut service = start();
    scale_index(&mut service, (1_000, 2_000));
    let scaled = wait(&mut service, 200);
    assert_eq!(scaled, seconds, "a least number of units shortens nothing");
    assert_eq!(units(&service), 100);
    // Setting the minimum again takes effect, because the index is now ready.
    scale_index(&mut service, (1_000, 2_000));
    service.advance(120_000);
    assert_eq!(units(&service), 1_000);
    let mut service = start();
    assert!(filled(&service) <= 200);
    set_index_units(&mut service, 1_000);
    let seconds = wait(&mut service, 200);
    assert!((9..=12).contains(&seconds), "{seconds}");
}

/// Sets auto scaling of the index's writes within these bounds.
fn scale_index(service: &mut InProcess, (least, most): (u64, u64)) {
    let mut target = json!({ "ServiceNamespace": "dynamodb", "ResourceId": "table/Tab/index/ByGroup",
        "ScalableDimension": "dynamodb:index:WriteCapacityUnits", "MinCapacity": least, "MaxCapacity": most });
    ask(service, "RegisterScalableTarget", &target);
    target["PolicyName"] = json!("follow");
    target["TargetTrackingScalingPolicyConfiguration"] = json!({ "TargetValue": 70,
        "PredefinedMetricSpecification": { "PredefinedMetricType": "DynamoDBWriteCapacityUtilization" } });
    ask(service, "PutScalingPolicy", &target);
}

#[test]
fn mng_050_after_the_build_an_index_gets_what_it_needs() {
    let mut service = building((2_001, uniform(10_000)), ((1, 100), (1, 1_000)), Throttling::Adaptive);
    wait(&mut service, 60);
    set_index_units(&mut service, 50);
    service.advance(1_000);
    let table = ask(&mut service, "DescribeTable", &json!({ "TableName": "Tab" }));
    let units = table["Table"]["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"]["WriteCapacityUnits"].as_u64();
    // Of 1,000 unit-hours per hour, 950 are no longer charged.
    assert_eq!(units, Some(50));
    let plan = puts(&service, "Tab", 40, 30, uniform(1_000_000));
    let outcome = send_all(&mut service, with_attribute(load(plan), "group", uniform(1_000)));
    assert_eq!(outcome.all_throttled(), 0);
}

/// The Violation Detector's report, and corrected items. The backfill omitted the same items.
#[test]
fn mng_038_violations_are_found_and_mended() {
    let mut service = InProcess::new(EngineOptions::default());
    create(&mut service, "Tab", (100, 100), &json!({}));
    let put = |service: &mut InProcess, number: &str, title: &str, score: &Value| {
        let item = json!({ "pk": { "S": number }, "sk": { "S": "s" }, "GameTitle": { "S": title }, "TopScore": score });
        ask(service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
    };
    let long = "x".repeat(2_049);
    for number in 0..1_000 {
        let score = if number % 200 == 0 {
            json!({ "S": "many" })
        } else {
            json!({ "N": "7" })
        };
        let title = match number {
            1..=3 => long.as_str(),
            4..=5 => "",
            _ => "Galaxy Invaders",
        };
        put(&mut service, &number.to_string(), title, &score);
    }
    let create = json!({ "Create": { "IndexName": "TopScores", "Projection": { "ProjectionType": "KEYS_ONLY" },
        "KeySchema": [{ "AttributeName": "GameTitle", "KeyType": "HASH" }, { "AttributeName": "TopScore", "KeyType": "RANGE" }],
        "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 } } });
    let update = json!({ "TableName": "Tab", "GlobalSecondaryIndexUpdates": [create],
        "AttributeDefinitions": [{ "AttributeName": "GameTitle", "AttributeType": "S" }, { "AttributeName": "TopScore", "AttributeType": "N" }] });
    ask(&mut service, "UpdateTable", &update);
    let detect = |service: &InProcess| {
        let table = service.engine.table("Tab").expect("made");
        let report = table.violations("TopScores", usize::MAX).expect("an index");
        assert_eq!((report.scanned, report.complete), (1_000, true));
        (report.items, table.indexes().next().expect("an index").item_count())
    };
    let (items, entries) = detect(&service);
    assert_eq!((items.len(), entries), (10, 990));
    let reported: Vec<String> = items
        .iter()
        .flat_map(|item| &item.violations)
        .map(|violation| format!("{} {:?}", violation.attribute, violation.reason))
        .collect();
    let with = |word: &str| reported.iter().filter(|reported| reported.contains(word)).count();
    assert_eq!(
        (with("TopScore Type"), with("GameTitle Size"), with("GameTitle Empty")),
        (5, 3, 2)
    );
    let table = service.engine.table("Tab").expect("made");
    let (left_out, count) = table.indexes().next().expect("an index").violations();
    let keys = |keys: &mut dyn Iterator<Item = &Item>| keys.cloned().collect::<Vec<Item>>();
    let left_out = keys(&mut left_out.iter().map(|left| &left.key));
    assert_eq!((left_out, count), (keys(&mut items.iter().map(|item| &item.key)), 10));
    for item in items {
        let Some(AttributeValue::S(number)) = item.key.get("pk") else {
            panic!("{item:?}")
        };
        put(&mut service, number, "Galaxy Invaders", &json!({ "N": "7" }));
    }
    assert_eq!(detect(&service), (Vec::new(), 1_000));
}

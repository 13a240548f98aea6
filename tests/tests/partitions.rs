//! Partitions: after any split, every row is in one partition and reads return the same. A hot partition is split, but
//! not the partition of a single hot key. Stale responses are states that the item had within the lag, the same for the
//! same seed.

use hashrange_engine::{EngineOptions, EventKind, PartitionView, Physics, SplitReason};
use hashrange_tests::service::{InProcess, Service};
use hashrange_time::{Duration, Random};
use serde_json::{Value, json};

fn send(service: &mut InProcess, operation: &str, body: &Value) -> Value {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

fn table(service: &mut InProcess) {
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let table = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "N" }],
        "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
        "ProvisionedThroughput": { "ReadCapacityUnits": 10, "WriteCapacityUnits": 10 },
        "GlobalSecondaryIndexes": [{ "IndexName": "Other", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("sk", "HASH")], "ProvisionedThroughput": { "ReadCapacityUnits": 10, "WriteCapacityUnits": 10 } }],
    });
    send(service, "CreateTable", &table);
    service.advance(60_000);
}

fn put(service: &mut InProcess, pk: u64, sk: u64, bytes: usize) {
    let item =
        json!({ "pk": { "S": format!("p{pk}") }, "sk": { "N": sk.to_string() }, "pad": { "S": "x".repeat(bytes) } });
    send(service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
}

fn read_all(service: &mut InProcess) -> Vec<Value> {
    let mut all = vec![send(service, "Scan", &json!({ "TableName": "Tab" }))["Items"].clone()];
    all.push(send(service, "Scan", &json!({ "TableName": "Tab", "IndexName": "Other" }))["Items"].clone());
    for pk in 0..6 {
        for forward in [true, false] {
            let query = json!({ "TableName": "Tab", "KeyConditionExpression": "pk = :p AND sk > :s", "ScanIndexForward": forward,
                "ExpressionAttributeValues": { ":p": { "S": format!("p{pk}") }, ":s": { "N": "20" } } });
            all.push(send(service, "Query", &query)["Items"].clone());
        }
    }
    all
}

fn options(physics: Physics, partition_bytes: u64) -> EngineOptions {
    let mut options = EngineOptions {
        physics,
        ..EngineOptions::default()
    };
    options.limits.partition_bytes = partition_bytes;
    options
}

#[test]
fn reads_answer_the_same_however_partitions_were_split() {
    for seed in 0..8 {
        let mut answers = Vec::new();
        for partition_bytes in [u64::MAX, 20_000, 3_000] {
            let mut service = InProcess::new(options(Physics::instant(), partition_bytes));
            table(&mut service);
            let mut random = Random::new(seed);
            for _ in 0..150 {
                let bytes = usize::try_from(random.below(700)).expect("small");
                put(&mut service, random.below(6), random.below(60), bytes);
            }
            answers.push(read_all(&mut service));
            let view = service.engine.table("Tab").expect("made");
            let partitions: Vec<PartitionView> = view.partitions().collect();
            assert_eq!(partitions.len(), view.splits().len() + 1, "every split makes one more");
            assert_eq!(
                partitions.iter().map(|partition| partition.items).sum::<usize>(),
                view.item_count()
            );
            assert!(partitions.first().is_some_and(|first| first.from == 0));
            assert!(partitions.windows(2).all(|pair| pair[0].from <= pair[1].from));
            assert!(partitions.iter().all(|partition| partition.bytes <= partition_bytes));
            let parents: Vec<u32> = view.splits().iter().map(|split| split.parent).collect();
            assert!(
                partitions
                    .iter()
                    .all(|partition| partition.parent.is_none_or(|parent| parents.contains(&parent)))
            );
            assert_eq!(partition_bytes == u64::MAX, partitions.len() == 1);
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}");
    }
}

/// Sends writes of ten units each for some minutes. Returns the number of splits for heat in the events.
fn load(keys: u64, minutes: u64) -> usize {
    let mut physics = Physics::instant();
    physics.partitions.heat = Duration::from_minutes(2);
    let mut service = InProcess::new(options(physics, u64::MAX));
    table(&mut service);
    for number in 0..minutes * 60 * 20 {
        let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        put(&mut service, key % keys, 1, 49_000);
        service.advance(50);
    }
    let view = service.engine.table("Tab").expect("made");
    assert!(!view.most_used().is_empty());
    let heat = view
        .splits()
        .iter()
        .filter(|split| split.reason == SplitReason::Heat)
        .count();
    let reported = service.engine.events_since(0).filter(|event| {
        matches!(
            &event.kind,
            EventKind::PartitionSplit {
                index: None,
                reason: SplitReason::Heat,
                ..
            }
        )
    });
    assert!(reported.count() <= heat);
    heat
}

#[test]
fn a_hot_partition_is_split_and_that_of_a_single_hot_item_is_not() {
    assert_eq!(load(40, 6), 1);
    assert_eq!(load(1, 6), 0);
}

#[test]
fn stale_answers_are_states_within_the_lag_and_the_same_for_the_same_seed() {
    let run = |seed: u64| -> (Vec<u64>, usize) {
        let mut options = EngineOptions {
            physics: Physics::aws(),
            seed,
            ..EngineOptions::default()
        };
        options.physics.partitions.heat = Duration::ZERO;
        let lag = options.physics.replication.longest.micros() / 1_000;
        let mut service = InProcess::new(options);
        table(&mut service);
        let (mut seen, mut stale) = (Vec::new(), 0);
        for version in 1..300_u64 {
            let item = json!({ "pk": { "S": "p" }, "sk": { "N": "1" }, "version": { "N": version.to_string() } });
            send(&mut service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
            let key = json!({ "pk": { "S": "p" }, "sk": { "N": "1" } });
            let mut get = |strong: bool| -> u64 {
                let get = json!({ "TableName": "Tab", "Key": key, "ConsistentRead": strong });
                let item = send(&mut service, "GetItem", &get);
                item["Item"]["version"]["N"]
                    .as_str()
                    .and_then(|text| text.parse().ok())
                    .unwrap_or(0)
            };
            assert_eq!(get(true), version, "strong reads are never stale");
            let version_seen = get(false);
            // A write every 7 ms. Nothing older than the lag is returned.
            assert!(version_seen <= version && (version - version_seen).saturating_sub(1) * 7 <= lag);
            stale += usize::from(version_seen < version);
            seen.push(version_seen);
            let query = json!({ "TableName": "Tab", "KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": { ":p": { "S": "p" } } });
            let answer = send(&mut service, "Query", &query);
            let queried = answer["Items"][0]["version"]["N"]
                .as_str()
                .and_then(|text| text.parse().ok())
                .unwrap_or(0);
            assert!(queried <= version && (version - queried).saturating_sub(1) * 7 <= lag);
            service.advance(7);
        }
        (seen, stale)
    };
    let (seen, stale) = run(3);
    assert!(
        (150..=230).contains(&stale),
        "two of three replicas are behind: {stale}"
    );
    assert_eq!(run(3).0, seen);
    assert_ne!(run(4).0, seen);
}

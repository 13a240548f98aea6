//! Where items are stored: the partition of a key, the number of partitions, and which items stay together.

use std::collections::{BTreeMap, BTreeSet};

use hashrange_engine::{EngineOptions, PartitionView};
use hashrange_tests::service::InProcess;
use hashrange_tests::traffic::{ask, create};
use serde_json::json;

fn with_partitions_of(bytes: u64) -> InProcess {
    let mut options = EngineOptions::default();
    options.limits.partition_bytes = bytes;
    InProcess::new(options)
}

fn map(service: &InProcess) -> Vec<PartitionView> {
    service.engine.table("Tab").expect("made").partitions().collect()
}

fn put(service: &mut InProcess, pk: &str, sk: &str, bytes: usize) {
    let item = json!({ "pk": { "S": pk }, "sk": { "S": sk }, "last": { "S": sk }, "pad": { "S": "x".repeat(bytes) } });
    ask(service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
}

/// 25 GB in partitions of 10 GB, in kilobytes.
#[test]
fn key_003_a_table_has_one_partition_or_more() {
    let mut service = with_partitions_of(10_000);
    create(&mut service, "Tab", (1, 1), &json!({}));
    assert_eq!(map(&service).len(), 1);
    for number in 0..250 {
        put(&mut service, &format!("key-{number}"), "s", 78);
    }
    let partitions = map(&service);
    assert!(service.engine.table("Tab").expect("made").bytes() > 24_000);
    assert!(
        partitions.len() >= 3 && partitions.iter().all(|partition| partition.bytes <= 10_000),
        "{partitions:?}"
    );
}

#[test]
fn key_004_a_hash_of_the_partition_key_chooses_the_partition() {
    let mut service = with_partitions_of(u64::MAX);
    create(&mut service, "Tab", (1, 3_999), &json!({}));
    let mut landed = Vec::new();
    for _ in 0..2 {
        let mut partitions = BTreeMap::new();
        for number in 1..=1_000 {
            let before = map(&service);
            put(&mut service, &format!("user{number}"), "s", 10);
            let after = map(&service);
            let grown = before
                .iter()
                .zip(&after)
                .find(|(before, after)| before.items < after.items);
            partitions.insert(number, grown.expect("it is somewhere").1.number);
        }
        let counts: Vec<usize> = map(&service).iter().map(|partition| partition.items).collect();
        assert!(
            counts.len() == 4 && counts.iter().all(|count| (200..=300).contains(count)),
            "{counts:?}"
        );
        for number in 1..=1_000 {
            let key = json!({ "pk": { "S": format!("user{number}") }, "sk": { "S": "s" } });
            ask(&mut service, "DeleteItem", &json!({ "TableName": "Tab", "Key": key }));
        }
        landed.push(partitions);
    }
    assert_eq!(landed[0], landed[1]);
    let apart = (1..1_000)
        .filter(|number| landed[0][number] != landed[0][&(number + 1)])
        .count();
    assert!(
        (680..=820).contains(&apart),
        "three of four neighbours are apart: {apart}"
    );
}

#[test]
fn lsi_075_a_collection_of_a_table_with_local_indexes_stays_in_one_partition() {
    let index = json!([{ "IndexName": "LastPostIndex", "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "last", "KeyType": "RANGE" }] }]);
    let local = json!({ "LocalSecondaryIndexes": index, "AttributeDefinitions": [{ "AttributeName": "last", "AttributeType": "S" }] });
    for more in [local.clone(), json!({})] {
        let mut service = with_partitions_of(10_000);
        create(&mut service, "Tab", (1, 1), &more);
        for (forum, threads) in [("EC2", 20), ("RDS", 7), ("S3", 60)] {
            for number in 0..threads {
                put(&mut service, forum, &format!("{number:03}"), 380);
            }
        }
        let table = service.engine.table("Tab").expect("made");
        let counts: Vec<usize> = table.partitions().map(|partition| partition.items).collect();
        let whole: BTreeSet<usize> = [0, 20, 7, 60, 27, 80, 67, 87].into();
        if more == local {
            // Forums are not divided between partitions, and S3 alone is larger than a usual partition.
            assert!(
                counts.len() > 1 && counts.iter().all(|count| whole.contains(count)),
                "{counts:?}"
            );
            let index = table.indexes().next().expect("an index");
            let entries: Vec<usize> = index.partitions().map(|partition| partition.items).collect();
            assert_eq!(entries, counts, "entries are where their items are");
            let of_s3 = table
                .partitions()
                .find(|partition| partition.items >= 60)
                .expect("S3 is whole");
            assert!(of_s3.bytes > 10_000);
        } else {
            assert!(table.partitions().all(|partition| partition.bytes <= 10_000));
            assert!(
                counts.iter().all(|count| *count < 60),
                "S3 is divided by sort key: {counts:?}"
            );
        }
    }
}

/// An on-demand table starts with four partitions. A request for more throughput immediately creates enough to serve
/// it.
#[test]
fn on_demand_tables_grow_to_what_they_must_serve() {
    let mut service = with_partitions_of(u64::MAX);
    let table = json!({
        "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
    });
    ask(&mut service, "CreateTable", &table);
    for number in 0..200 {
        put(&mut service, &format!("key-{number}"), "s", 10);
    }
    assert_eq!(map(&service).len(), 4);
    let warm = json!({ "ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 16_000 });
    ask(
        &mut service,
        "UpdateTable",
        &json!({ "TableName": "Tab", "WarmThroughput": warm }),
    );
    let partitions = map(&service);
    // A thousand write units each. Every partition gets a part of the keys.
    assert_eq!(partitions.len(), 16);
    assert_eq!(partitions.iter().map(|partition| partition.items).sum::<usize>(), 200);
    assert!(
        partitions.iter().all(|partition| (3..=25).contains(&partition.items)),
        "{partitions:?}"
    );
    let table = service.engine.table("Tab").expect("made");
    assert!(
        table
            .splits()
            .iter()
            .all(|split| split.reason == hashrange_engine::SplitReason::Throughput)
    );
    let answer = ask(&mut service, "Scan", &json!({ "TableName": "Tab", "Select": "COUNT" }));
    assert_eq!(answer["Count"], 200);
}

/// If a collection is larger than a partition, several slices start and end at the same hash.
#[test]
fn slices_within_one_collection_have_their_place_on_the_map() {
    let mut service = with_partitions_of(2_000);
    create(&mut service, "Tab", (1, 1), &json!({}));
    for number in 0..80 {
        put(&mut service, "one", &format!("s{number:02}"), 78);
    }
    let places: Vec<u128> = map(&service).iter().map(|partition| partition.from).collect();
    assert!(
        places.is_sorted() && places.windows(2).filter(|pair| pair[0] == pair[1]).count() >= 2,
        "{places:?}"
    );
}

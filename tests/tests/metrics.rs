//! Metrics and live read models: capacity, throttling, partitions, lag, TTL and streams, with figures.
#![allow(
    clippy::float_cmp,
    clippy::cast_possible_truncation,
    reason = "halves are exact, counts small"
)]

use std::collections::BTreeSet;

use hashrange_engine::{Physics, Throttling, Units};
use hashrange_insight::{CapacityState, Dimensions, Eligibility, HeatSecond, Metric, Period, collection_view};
use hashrange_tests::watched::Watched;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use serde_json::json;

fn of_table() -> Dimensions {
    Dimensions::table(&"Tab".into())
}

fn of_index(name: &str) -> Dimensions {
    Dimensions::resource(&"Tab".into(), Some(&name.into()))
}

fn throttling() -> Physics {
    let mut physics = Physics::instant();
    physics.throttling.mode = Throttling::Adaptive;
    physics
}

#[test]
fn consumed_units_are_the_tables_without_its_indexes() {
    let mut watched = Watched::provisioned(Physics::instant(), 5);
    for number in 0..4 {
        watched.put(&format!("p{number}"), &json!({ "pad": { "S": "x".repeat(1_500) } }));
    }
    watched.send(
        "GetItem",
        &json!({ "TableName": "Tab", "Key": { "pk": { "S": "p1" } } }),
    );
    let points = watched
        .insight
        .metrics()
        .points(&of_table(), Metric::ConsumedWriteCapacityUnits, Period::Minute);
    let written = points.last().expect("a point").statistics;
    assert_eq!(
        (
            written.sum(),
            written.sample_count(),
            written.average(),
            written.maximum()
        ),
        (8.0, 4, 2.0, 2.0)
    );
    assert_eq!(watched.sum(&of_index("ByA"), Metric::ConsumedWriteCapacityUnits), 8.0);
    assert_eq!(watched.sum(&of_table(), Metric::ConsumedReadCapacityUnits), 0.5);
    watched.advance(60_000);
    let rate = watched
        .insight
        .metrics()
        .newest(&of_index("ByA"), Metric::ProvisionedReadCapacityUnits);
    assert_eq!(rate.expect("sampled").statistics.average(), 5.0);
    assert!(
        watched
            .insight
            .metrics()
            .points(&of_table(), Metric::ProvisionedReadCapacityUnits, Period::Minute)
            .is_empty()
    );
}

#[test]
fn throttled_requests_events_and_causes_are_counted_apart() {
    let mut watched = Watched::provisioned(throttling(), 1);
    let mut throttled = 0;
    for number in 0..100 {
        throttled += u64::from(watched.put(&format!("p{number}"), &json!({})) == 400);
    }
    assert!(throttled > 0);
    let metrics = [
        Metric::WriteThrottleEvents,
        Metric::WriteProvisionedThroughputThrottleEvents,
    ];
    for metric in metrics {
        assert_eq!(watched.sum(&of_table(), metric), throttled as f64);
        assert_eq!(
            watched.sum(&of_index("ByA"), metric),
            throttled as f64,
            "both are in the way"
        );
    }
    assert_eq!(
        watched.sum(&of_table(), Metric::WriteKeyRangeThroughputThrottleEvents),
        0.0
    );
    let of_puts = Dimensions::operation(&"Tab".into(), hashrange_wire::Operation::PutItem);
    assert_eq!(watched.sum(&of_puts, Metric::ThrottledRequests), throttled as f64);
    assert_eq!(watched.sum(&Dimensions::default(), Metric::UserErrors), 0.0);
    // A batch that is partly written is not a throttled request, though its throttled members are throttled events.
    watched.advance(2_000);
    let put = |pk: &str| json!({ "PutRequest": { "Item": { "pk": { "S": pk }, "pad": { "S": "x".repeat(3_000) } } } });
    let answer = watched.send(
        "BatchWriteItem",
        &json!({ "RequestItems": { "Tab": [put("a"), put("b"), put("c")] } }),
    );
    let left = answer["UnprocessedItems"]["Tab"].as_array().map_or(0, Vec::len);
    assert!(left > 0);
    assert_eq!(
        watched.sum(&of_table(), Metric::WriteThrottleEvents),
        (throttled as usize + left) as f64
    );
    let of_batches = Dimensions::operation(&"Tab".into(), hashrange_wire::Operation::BatchWriteItem);
    assert_eq!(watched.sum(&of_batches, Metric::ThrottledRequests), 0.0);
    let partitions = watched.service.engine.table("Tab").expect("made").partitions();
    let by_partition = partitions.map(|one| watched.insight.throttled_in("Tab", None, one.number).writes);
    assert_eq!(by_partition.sum::<u64>() as usize, throttled as usize + left);
    let seconds = watched
        .insight
        .capacity("Tab")
        .expect("used")
        .against_table(watched.service.engine.now(), 300);
    assert!(seconds.iter().any(|second| second.throttled_writes > 0));
    let state = CapacityState::of(&watched.service.engine, "Tab", None).expect("a table");
    assert_eq!(
        (state.provisioned, state.writes.left, state.writes.most),
        (Some((1, 1)), Units::ZERO, Units::whole(300))
    );
}

/// The share of each ranked key in the units of all ranked keys, largest first, as Contributor Insights shows it.
fn shares(watched: &Watched, index: Option<&str>) -> Vec<(String, f64)> {
    let hot = watched
        .insight
        .hot_keys(&watched.service.engine, "Tab", index)
        .expect("a table or index");
    let all: f64 = hot.accessed.iter().map(|(_, units)| units.as_f64()).sum();
    hot.accessed
        .iter()
        .map(|(key, units)| (format!("{key:?}"), units.as_f64() / all))
        .collect()
}

/// Nine of ten writes are to one key of the table, nineteen of twenty to one of the index. Each ranking shows its own.
#[test]
fn mng_010_contributor_insights_shows_how_traffic_is_distributed() {
    let mut watched = Watched::provisioned(throttling(), 100);
    let state = |watched: &mut Watched, index: Option<&str>| {
        let mut body = json!({ "TableName": "Tab" });
        if let Some(index) = index {
            body["IndexName"] = json!(index);
        }
        let reported = watched.send("DescribeContributorInsights", &body);
        let rules = reported["ContributorInsightsRuleList"].as_array().map_or(0, Vec::len);
        (reported["ContributorInsightsStatus"].as_str().map(str::to_owned), rules)
    };
    for (index, rules) in [(None, 2), (Some("ByA"), 2)] {
        assert_eq!(
            state(&mut watched, index),
            (Some("DISABLED".to_owned()), 0),
            "{index:?}"
        );
        let mut body = json!({ "TableName": "Tab", "ContributorInsightsAction": "ENABLE" });
        if let Some(index) = index {
            body["IndexName"] = json!(index);
        }
        watched.send("UpdateContributorInsights", &body);
        watched.advance(60_000);
        assert_eq!(
            state(&mut watched, index),
            (Some("ENABLED".to_owned()), rules),
            "{index:?}"
        );
    }
    for number in 0..200_u32 {
        let key = if number % 10 == 0 {
            format!("cold-{number}")
        } else {
            "hot".to_owned()
        };
        let group = if number % 20 == 0 {
            format!("few-{number}")
        } else {
            "many".to_owned()
        };
        let item = json!({ "a": { "S": group }, "n": { "N": number.to_string() } });
        assert_eq!(watched.put(&key, &item), 200);
        watched.advance(100);
    }
    let of_table = shares(&watched, None);
    assert!(
        of_table[0].0.contains("hot") && (0.87..=0.93).contains(&of_table[0].1),
        "{of_table:?}"
    );
    let of_index = shares(&watched, Some("ByA"));
    assert!(
        of_index[0].0.contains("many") && (0.93..=0.97).contains(&of_index[0].1),
        "{of_index:?}"
    );
    assert!(
        of_table[1..]
            .iter()
            .chain(&of_index[1..])
            .all(|(_, share)| *share < 0.02),
        "{of_table:?} {of_index:?}"
    );
}

#[test]
fn the_hot_keys_of_a_table_and_its_index_are_reported() {
    let mut watched = Watched::provisioned(throttling(), 1);
    for number in 0..90 {
        watched.put(
            if number % 3 == 0 { "cold" } else { "hot" },
            &json!({ "n": { "N": number.to_string() } }),
        );
    }
    let hot = watched
        .insight
        .hot_keys(&watched.service.engine, "Tab", None)
        .expect("a table");
    let (key, times) = &hot.throttled[0];
    assert!(*times > 10 && format!("{key:?}").contains("hot"), "{hot:?}");
    assert!(!hot.accessed.is_empty());
    let of_index = watched
        .insight
        .hot_keys(&watched.service.engine, "Tab", Some("ByA"))
        .expect("an index");
    assert!(
        of_index.throttled.is_empty(),
        "writes an index throttles are no keys of it"
    );
}

#[test]
fn conditions_conflicts_and_errors_of_users() {
    let mut watched = Watched::provisioned(Physics::instant(), 5);
    let never =
        json!({ "TableName": "Tab", "Item": { "pk": { "S": "p" } }, "ConditionExpression": "attribute_exists(pk)" });
    watched.call("PutItem", &never);
    watched.call("TransactWriteItems", &json!({ "TransactItems": [{ "Put": never }] }));
    watched.call(
        "PutItem",
        &json!({ "TableName": "Tab", "Item": { "other": { "S": "p" } } }),
    );
    watched.call(
        "GetItem",
        &json!({ "TableName": "None", "Key": { "pk": { "S": "p" } } }),
    );
    assert_eq!(watched.sum(&of_table(), Metric::ConditionalCheckFailedRequests), 2.0);
    assert_eq!(watched.sum(&Dimensions::default(), Metric::UserErrors), 2.0);
    watched.put("p", &json!({}));
    watched.send("Scan", &json!({ "TableName": "Tab" }));
    let of_scans = Dimensions::operation(&"Tab".into(), hashrange_wire::Operation::Scan);
    assert_eq!(watched.sum(&of_scans, Metric::ReturnedItemCount), 1.0);
}

#[test]
fn items_in_the_way_of_transactions_are_counted() {
    let mut physics = Physics::instant();
    physics.transaction = Duration::from_millis(20);
    let mut watched = Watched::provisioned(physics, 50);
    let put = |pk: &str| json!({ "Put": { "TableName": "Tab", "Item": { "pk": { "S": pk } } } });
    watched.send("TransactWriteItems", &json!({ "TransactItems": [put("p"), put("q")] }));
    let conflicts = |watched: &Watched| {
        let points = watched
            .insight
            .metrics()
            .points(&of_table(), Metric::TransactionConflict, Period::FiveMinutes);
        points
            .last()
            .map(|point| (point.statistics.sum(), point.statistics.sample_count()))
    };
    assert_eq!(conflicts(&watched), None);
    assert_eq!(watched.put("p", &json!({})), 400);
    assert_eq!(conflicts(&watched), Some((1.0, 1)));
    let answer = watched.call(
        "TransactWriteItems",
        &json!({ "TransactItems": [put("p"), put("q"), put("r")] }),
    );
    assert_eq!(
        (answer.status, conflicts(&watched)),
        (400, Some((3.0, 2))),
        "items are summed, requests sampled"
    );
    watched.send(
        "BatchWriteItem",
        &json!({ "RequestItems": { "Tab": [{ "DeleteRequest": { "Key": { "pk": { "S": "q" } } } }] } }),
    );
    let get = json!({ "Get": { "TableName": "Tab", "Key": { "pk": { "S": "p" } } } });
    watched.call("TransactGetItems", &json!({ "TransactItems": [get] }));
    assert_eq!(conflicts(&watched), Some((5.0, 4)));
    assert_eq!(
        watched.sum(&Dimensions::default(), Metric::UserErrors),
        3.0,
        "the batch was answered"
    );
    assert_eq!(watched.sum(&of_table(), Metric::ConditionalCheckFailedRequests), 0.0);
    watched.advance(20);
    assert_eq!(watched.put("p", &json!({})), 200);
    assert_eq!(conflicts(&watched), Some((5.0, 4)));
}

#[test]
fn ttl_015_items_deleted_by_time_to_live_are_counted_when_they_go() {
    let mut watched = Watched::provisioned(Physics::classroom(), 50);
    for (number, until) in ["80", "100", "100000", "not a number"].into_iter().enumerate() {
        let kind = if number == 3 { "S" } else { "N" };
        watched.put(&format!("p{number}"), &json!({ "until": { kind: until } }));
    }
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    watched.send("UpdateTimeToLive", &ttl);
    watched.advance(10_000);
    let board = watched
        .insight
        .expiry(&watched.service.engine, "Tab")
        .expect("switched on");
    assert_eq!((board.live, board.readable, board.never, board.deleted), (3, 0, 1, 0));
    watched.advance(1_200_000);
    let board = watched
        .insight
        .expiry(&watched.service.engine, "Tab")
        .expect("switched on");
    assert_eq!((board.live, board.readable, board.never, board.deleted), (1, 0, 1, 2));
    assert!(board.sweeps.iter().any(|(_, last, _)| last.is_some()));
    assert_eq!(watched.sum(&of_table(), Metric::TimeToLiveDeletedItemCount), 2.0);
    let points = watched
        .insight
        .metrics()
        .points(&of_table(), Metric::TimeToLiveDeletedItemCount, Period::Minute);
    assert!(points.iter().all(|point| point.at >= Timestamp::from_seconds(60)));
    let item = watched
        .service
        .engine
        .table("Tab")
        .expect("made")
        .items()
        .find(|(item, _)| format!("{item:?}").contains("not a"));
    let (item, _) = item.expect("never deleted");
    assert_eq!(
        Eligibility::of(item, "until", watched.service.engine.now()),
        Eligibility::NotANumber
    );
}

/// The delays after the expiry time at which the first and the last of 1,000 items are deleted, in seconds. Also the
/// number of different minutes between them. With an index and a stream the table has more work.
fn deletions(is_busy: bool) -> (u64, u64, usize) {
    let physics = Physics::preset("aws").expect("a preset");
    let mut watched = if is_busy {
        Watched::provisioned(physics, 50)
    } else {
        let table = json!({
            "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
        });
        let mut watched = Watched::new(physics);
        watched.send("CreateTable", &table);
        watched.advance(60_000);
        watched
    };
    let expires = watched.service.now().seconds() + 3_600;
    for number in 0..1_000 {
        watched.put(&format!("p{number}"), &json!({ "until": { "N": expires.to_string() } }));
    }
    let ttl = json!({ "TableName": "Tab", "TimeToLiveSpecification": { "Enabled": true, "AttributeName": "until" } });
    watched.send("UpdateTimeToLive", &ttl);
    let mut gone: Vec<u64> = Vec::new();
    while gone.len() < 1_000 && watched.service.now().seconds() < expires + 3 * 86_400 {
        watched.advance(60_000);
        let left = watched.service.engine.table("Tab").expect("made").item_count();
        let since = watched.service.now().seconds().saturating_sub(expires);
        gone.resize(1_000 - left, since);
    }
    assert_eq!(gone.len(), 1_000, "all are gone in the end");
    let metric = Metric::ConsumedWriteCapacityUnits;
    let points = watched
        .insight
        .metrics()
        .points(&of_table(), metric, Period::FiveMinutes);
    let later = points.iter().filter(|point| point.at.seconds() >= expires);
    assert_eq!(
        later.map(|point| point.statistics.sum()).sum::<f64>(),
        0.0,
        "deletions are free"
    );
    let minutes: BTreeSet<u64> = gone.iter().copied().collect();
    (gone[0], gone[999], minutes.len())
}

#[test]
fn ttl_011_the_time_of_deletion_varies_and_is_within_two_days() {
    let [(first, last, minutes), (_, last_when_busy, _)] = [false, true].map(deletions);
    assert!(first > 0 && last <= 48 * 3_600, "from {first} s to {last} s");
    assert!(minutes >= 5, "{minutes} different minutes");
    assert!(
        last < last_when_busy && last_when_busy <= 48 * 3_600,
        "{last} s, {last_when_busy} s"
    );
}

#[test]
fn the_lag_of_an_index_and_the_age_of_a_reader() {
    let mut physics = Physics::instant();
    physics.index_propagation = hashrange_engine::Span::exactly(Duration::from_millis(300));
    let mut watched = Watched::provisioned(physics, 5);
    watched.put("p", &json!({}));
    watched.advance(100);
    let lag = watched
        .insight
        .index_lag(&watched.service.engine, "Tab", "ByA")
        .expect("an index");
    assert_eq!(
        (lag.queued, lag.oldest, lag.arrived),
        (1, Some(Duration::from_millis(100)), 0)
    );
    watched.advance(5_000);
    let lag = watched
        .insight
        .index_lag(&watched.service.engine, "Tab", "ByA")
        .expect("an index");
    assert_eq!(
        (lag.queued, lag.oldest, lag.arrived, lag.slowest),
        (0, None, 1, Duration::from_millis(300))
    );
    let board = watched.insight.streams(&watched.service.engine, "Tab");
    assert_eq!((board.streams.len(), board.records), (1, 1));
    let streams = watched.send("ListStreams", &json!({}));
    let arn = streams["Streams"][0]["StreamArn"].clone();
    let shard =
        watched.send("DescribeStream", &json!({ "StreamArn": arn }))["StreamDescription"]["Shards"][0]["ShardId"]
            .clone();
    let place = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
    let place = watched.send("GetShardIterator", &place)["ShardIterator"].clone();
    watched.send("GetRecords", &json!({ "ShardIterator": place }));
    let reads = watched.insight.streams(&watched.service.engine, "Tab").reads;
    assert_eq!((reads.calls, reads.records), (1, 1));
    assert!(reads.age >= Duration::from_seconds(5));
}

#[test]
fn a_collection_is_shown_in_every_index() {
    let mut watched = Watched::provisioned(Physics::instant(), 5);
    for pk in ["p", "q"] {
        watched.put(pk, &json!({}));
    }
    let view = watched.service.engine.table("Tab").expect("made");
    let item = view.items().next().expect("an item").0;
    let key = view.keys().key_of(item);
    let collections = collection_view(&watched.service.engine, "Tab", &key, 10).expect("a table");
    assert_eq!(
        collections.table.as_ref().map(|collection| collection.members.len()),
        Some(1)
    );
    assert_eq!(
        collections.indexes[0]
            .collection
            .as_ref()
            .map(|collection| collection.members.len()),
        Some(2)
    );
    assert_eq!(collections.limit, None, "only local indexes set one");
    assert_eq!(
        Some(collections.bytes),
        collections.table.map(|collection| collection.bytes)
    );
}

#[test]
fn lsi_046_a_local_index_uses_its_tables_throughput() {
    let mut watched = Watched::new(throttling());
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let local = json!({ "IndexName": "Local", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [key("pk", "HASH"), key("a", "RANGE")] });
    let table = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" }, { "AttributeName": "a", "AttributeType": "S" }],
        "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        "LocalSecondaryIndexes": [local],
    });
    watched.send("CreateTable", &table);
    watched.send(
        "PutItem",
        &json!({ "TableName": "Tab", "Item": { "pk": { "S": "p" }, "sk": { "S": "s" }, "a": { "S": "a" } } }),
    );
    assert_eq!(
        watched.sum(&of_table(), Metric::ConsumedWriteCapacityUnits),
        2.0,
        "the item and its entry"
    );
    let query = json!({ "TableName": "Tab", "IndexName": "Local", "KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": { ":p": { "S": "p" } }, "ConsistentRead": true });
    let throttled = (0..20)
        .map(|_| watched.call("Query", &query))
        .filter(|answer| answer.status == 400)
        .last();
    let answer = throttled.expect("five units a second").json();
    assert_eq!(
        answer["ThrottlingReasons"][0]["reason"],
        json!("TableReadProvisionedThroughputExceeded")
    );
    let state = |index| CapacityState::of(&watched.service.engine, "Tab", index);
    assert!(
        state(None).is_some() && state(Some("Local")).is_none(),
        "it has none of its own"
    );
    let of_local = watched
        .insight
        .metrics()
        .all()
        .filter(|(of, _)| of.index.is_some())
        .count();
    assert_eq!(of_local, 0);
}

#[test]
fn the_old_rate_holds_while_billing_is_switched() {
    let mut physics = Physics::aws();
    physics.throttling.mode = Throttling::Adaptive;
    let mut watched = Watched::provisioned(physics, 1);
    let switch = |mode: &str| json!({ "TableName": "Tab", "BillingMode": mode });
    watched.send("UpdateTable", &switch("PAY_PER_REQUEST"));
    watched.advance(1_000);
    let state = |watched: &Watched| CapacityState::of(&watched.service.engine, "Tab", None).expect("a table");
    assert_eq!(
        (state(&watched).provisioned, state(&watched).writes.per_second),
        (None, 1)
    );
    watched.advance(200_000);
    assert_eq!(state(&watched).writes.per_second, 4_000);
    let rate = json!({ "ReadCapacityUnits": 7, "WriteCapacityUnits": 7 });
    let mut back = switch("PROVISIONED");
    back["ProvisionedThroughput"] = rate.clone();
    back["GlobalSecondaryIndexUpdates"] = json!([{ "Update": { "IndexName": "ByA", "ProvisionedThroughput": rate } }]);
    watched.send("UpdateTable", &back);
    watched.advance(1_000);
    assert_eq!(
        (state(&watched).provisioned, state(&watched).writes.per_second),
        (Some((7, 7)), 4_000)
    );
    watched.advance(100_000);
    assert_eq!(state(&watched).writes.per_second, 7);
}

#[test]
fn what_partitions_serve_and_refuse_is_known_second_by_second() {
    let mut watched = Watched::provisioned(throttling(), 1);
    let throttled = (0..100).filter(|_| watched.put("p", &json!({})) == 400).count();
    watched.advance(3_000);
    let engine = &watched.service.engine;
    let heat = |index| watched.insight.partition_heat(engine, "Tab", index, 10);
    let key: Item = [(Text::from("pk"), AttributeValue::string("p"))].into_iter().collect();
    let key_location = watched.insight.key_location(engine, "Tab", None, &key).expect("a key");
    let [partition] = key_location.partitions[..] else {
        panic!("one collection, one partition: {key_location:?}")
    };
    let busy: Vec<HeatSecond> = heat(None)
        .into_iter()
        .filter(|second| !second.partitions.is_empty())
        .collect();
    assert_eq!((busy.len(), heat(None).len(), heat(Some("ByA")).len()), (1, 10, 10));
    assert_eq!(
        busy[0].partitions.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        [partition]
    );
    let sum = busy[0].of(partition);
    assert_eq!(
        (sum.write, sum.throttled as usize),
        (Units::whole(100 - throttled as u64), throttled)
    );
    assert!(
        throttled > 0
            && watched
                .insight
                .last_report()
                .is_some_and(hashrange_insight::Report::is_throttled)
    );
    for wrong in [AttributeValue::Null, AttributeValue::Bool(true)] {
        let key: Item = [(Text::from("pk"), wrong)].into_iter().collect();
        assert_eq!(watched.insight.key_location(engine, "Tab", None, &key), None);
    }
}

#[test]
fn the_bytes_of_a_vector_index_are_counted_apart() {
    let mut watched = Watched::new(Physics::instant());
    watched.send(
        "CreateTable",
        &json!({ "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
            "VectorIndexes": [{ "IndexName": "ByVector", "VectorAttribute": { "AttributeName": "v" }, "Dimensions": 2,
                "DistanceFunction": "COSINE", "Projection": { "ProjectionType": "ALL" } }] }),
    );
    let vector = json!([{ "N": "1" }, { "N": "0" }]);
    let other = json!([{ "N": "0" }, { "N": "1" }]);
    for (key, vector, pad) in [("a", &vector, 0), ("b", &other, 1_500)] {
        let item = json!({ "pk": { "S": key }, "v": { "L": vector }, "pad": { "S": "x".repeat(pad) } });
        watched.send("PutItem", &json!({ "TableName": "Tab", "Item": item }));
    }
    let search = json!({ "TableName": "Tab", "IndexName": "ByVector", "SearchVector": vector, "TopK": 1 });
    watched.send("SearchVectors", &search);
    watched.send("SearchVectors", &search);
    let point = |metric| watched.insight.metrics().newest(&of_index("ByVector"), metric);
    let written = point(Metric::VectorWriteRequestBytes).expect("a point").statistics;
    // 8 for the vector, 1 for its name, 3 for the key, 3 and 1,500 for the rest; the other item has the minimum.
    assert_eq!((written.sum(), written.sample_count()), (1_024.0 + 1_515.0, 2));
    let searched = point(Metric::VectorSearchRequestBytes).expect("a point").statistics;
    assert_eq!((searched.sum(), searched.sample_count()), (2_048.0, 2));
    let reads = watched
        .insight
        .metrics()
        .newest(&of_table(), Metric::ConsumedReadCapacityUnits);
    assert!(reads.is_none(), "a search uses no read units");
}

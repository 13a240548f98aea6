//! Hot keys with and without an accelerator in front of the table: the throttled requests, the table's charge, and the
//! cache hits.

use hashrange_endpoint::{DaxOptions, DaxReport};
use hashrange_engine::{EngineOptions, Physics, Throttling};
use hashrange_tests::service::{InProcess, Service as _};
use serde_json::{Value, json};

/// The number of reads per second, and the number of seconds.
const READS: u32 = 1_000;
const SECONDS: u32 = 10;

/// A table with offers of 100 KB on current hardware. Each read costs 12.5 units.
fn offers(dax: Option<DaxOptions>) -> InProcess {
    let mut physics = Physics::instant();
    physics.throttling.mode = Throttling::Adaptive;
    let mut service = InProcess::new(EngineOptions {
        physics,
        ..EngineOptions::default()
    });
    ask(
        &mut service,
        "CreateTable",
        &json!({
            "TableName": "Offers",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "ProvisionedThroughput": {"ReadCapacityUnits": 40_000, "WriteCapacityUnits": 1_000},
        }),
    );
    let item = json!({"id": {"S": "hot"}, "text": {"S": "x".repeat(102_000)}});
    ask(&mut service, "PutItem", &json!({"TableName": "Offers", "Item": item}));
    service.advance(1_000);
    match dax {
        Some(dax) => service.behind(dax),
        None => service,
    }
}

fn ask(service: &mut InProcess, operation: &str, body: &Value) -> Value {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

/// The results of reads of one key.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    answered: u32,
    throttled: u32,
    /// The read units that the table was charged.
    units: f64,
}

fn read_hot_key(service: &mut InProcess) -> Tally {
    let mut tally = Tally::default();
    let body = json!({"TableName": "Offers", "Key": {"id": {"S": "hot"}}, "ProjectionExpression": "id",
        "ReturnConsumedCapacity": "TOTAL"});
    for _ in 0..SECONDS {
        for _ in 0..READS {
            let answer = service.call("GetItem", &body.to_string());
            let answered: Value = serde_json::from_str(&answer.body).expect("JSON");
            if answer.status == 200 {
                tally.answered += 1;
                tally.units += answered["ConsumedCapacity"]["CapacityUnits"]
                    .as_f64()
                    .expect("it was asked for");
            } else {
                tally.throttled += 1;
                let reason = &answered["ThrottlingReasons"][0]["reason"];
                assert_eq!(
                    reason, "TableReadKeyRangeThroughputExceeded",
                    "the partition, not the table"
                );
            }
        }
        service.advance(1_000);
    }
    tally
}

fn report(service: &InProcess) -> DaxReport {
    service.dax.as_ref().expect("there is an accelerator").report()
}

/// 1,000 reads per second of 12.5 units each are 12,500 units per second. A partition serves 3,000 at any throughput of
/// the table. With an accelerator the table gets one read of 10,000.
#[test]
fn key_014_an_accelerator_keeps_reads_of_popular_items_from_their_partition() {
    let bare = read_hot_key(&mut offers(None));
    assert_eq!(
        bare,
        Tally {
            answered: 2_400,
            throttled: 7_600,
            units: 30_000.0
        }
    );

    let mut service = offers(Some(DaxOptions::DEFAULT));
    let events = service.engine.last_event();
    let cached = read_hot_key(&mut service);
    assert_eq!(
        cached,
        Tally {
            answered: 10_000,
            throttled: 0,
            units: 12.5
        }
    );
    let metrics = report(&service).metrics;
    assert_eq!((metrics.item_cache_hits, metrics.item_cache_misses), (9_999, 1));
    assert_eq!(
        service.engine.last_event() - events,
        1,
        "the engine saw the miss and nothing else"
    );
}

/// A hot key of queries: each result is fetched once in its lifetime, five seconds here.
#[test]
fn results_are_fetched_once_in_their_lifetime() {
    let ttl = hashrange_time::Duration::from_millis(4_999);
    let mut service = offers(Some(DaxOptions {
        query_ttl: ttl,
        ..DaxOptions::DEFAULT
    }));
    let query = json!({"TableName": "Offers", "KeyConditionExpression": "id = :id",
        "ExpressionAttributeValues": {":id": {"S": "hot"}}, "Select": "COUNT", "ReturnConsumedCapacity": "TOTAL"});
    let mut units = 0.0;
    for _ in 0..SECONDS {
        for _ in 0..READS {
            units += ask(&mut service, "Query", &query)["ConsumedCapacity"]["CapacityUnits"]
                .as_f64()
                .expect("a number");
        }
        service.advance(1_000);
    }
    assert!((units - 25.0).abs() < f64::EPSILON, "{units}");
    let metrics = report(&service).metrics;
    assert_eq!((metrics.query_cache_hits, metrics.query_cache_misses), (9_998, 2));
}

/// Writes through the accelerator are visible at once in reads of the item, but not in older query results.
#[test]
fn a_price_that_changes_every_second_is_never_old() {
    let mut service = offers(Some(DaxOptions::DEFAULT));
    for price in 0..30 {
        let update = json!({"TableName": "Offers", "Key": {"id": {"S": "sale"}}, "UpdateExpression": "SET price = :p",
            "ExpressionAttributeValues": {":p": {"N": price.to_string()}}});
        ask(&mut service, "UpdateItem", &update);
        let read = ask(
            &mut service,
            "GetItem",
            &json!({"TableName": "Offers", "Key": {"id": {"S": "sale"}}}),
        );
        assert_eq!(read["Item"]["price"]["N"], price.to_string());
        service.advance(1_000);
    }
    let metrics = report(&service).metrics;
    assert_eq!(
        (
            metrics.item_cache_hits,
            metrics.item_cache_misses,
            metrics.update_item_request_count
        ),
        (30, 0, 30)
    );
}

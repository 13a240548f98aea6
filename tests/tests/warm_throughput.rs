//! Warm throughput under load: a new table, a warmed one, a hot key and a provisioned table, each with the same kind of
//! puts. Compares their numbers.

use hashrange_engine::{EngineOptions, Physics, Throttling};
use hashrange_tests::service::{InProcess, Service};
use hashrange_tests::traffic::{TrafficCounts, ask, create, load, puts, send_all};
use hashrange_workload::KeyChoice;
use serde_json::{Value, json};

/// Puts a second of one unit each, and for how many seconds.
const RATE: u32 = 8_000;
const SECONDS: u64 = 3;

fn service() -> InProcess {
    let mut physics = Physics::instant();
    physics.throttling.mode = Throttling::Adaptive;
    InProcess::new(EngineOptions {
        physics,
        ..EngineOptions::default()
    })
}

/// A service with an on-demand table.
fn on_demand() -> InProcess {
    let mut service = service();
    let keys = [("pk", "HASH"), ("sk", "RANGE")];
    let schema = keys.map(|(name, role)| json!({ "AttributeName": name, "KeyType": role }));
    let types = keys.map(|(name, _)| json!({ "AttributeName": name, "AttributeType": "S" }));
    let request = json!({ "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": types,
        "KeySchema": schema });
    ask(&mut service, "CreateTable", &request);
    service.advance(1_000);
    service
}

/// The same, with a warm throughput of 12,000 write units. Returns the description of the table before it is warm, too.
fn warmed() -> (InProcess, Value) {
    let mut service = on_demand();
    let warm = json!({ "TableName": "Tab", "WarmThroughput": { "WriteUnitsPerSecond": 12_000 } });
    let updated = ask(&mut service, "UpdateTable", &warm);
    service.advance(3_600_000);
    (service, updated)
}

fn send(service: &mut InProcess, rate: u32, keys: KeyChoice) -> TrafficCounts {
    let plan = puts(service, "Tab", rate, SECONDS, keys);
    send_all(service, load(plan))
}

fn many() -> KeyChoice {
    KeyChoice::Uniform { values: 1_000_000 }
}

#[test]
fn new_008_new_010_a_rush_is_throttled_before_a_table_is_warm_and_served_after() {
    let cold = send(&mut on_demand(), RATE, many());
    let (mut service, updated) = warmed();
    let warm = send(&mut service, RATE, many());
    // 4,000 units a second, and those saved at the start.
    let (served, throttled) = cold.per_second_from(1);
    assert!(
        (3_500..=4_100).contains(&served) && throttled > 3_500,
        "{served}, {throttled}"
    );
    assert_eq!(warm.all_throttled(), 0);
    assert_eq!(
        updated["TableDescription"]["BillingModeSummary"]["BillingMode"],
        "PAY_PER_REQUEST"
    );
}

#[test]
fn new_011_a_hot_key_is_throttled_below_the_warm_throughput_of_its_table() {
    let (mut service, _) = warmed();
    let hot = KeyChoice::Few {
        weights: vec![("hot".to_owned(), 1)],
    };
    let (served, throttled) = send(&mut service, RATE, hot).per_second_from(1);
    assert!(
        (950..=1_050).contains(&served) && throttled > 6_500,
        "{served}, {throttled}"
    );
}

#[test]
fn new_013_a_provisioned_table_serves_its_provisioned_throughput() {
    let mut service = service();
    let warm = json!({ "WarmThroughput": { "ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 4_000 } });
    create(&mut service, "Tab", (10, 100), &warm);
    let (served, throttled) = send(&mut service, 400, many()).per_second_from(1);
    assert!((95..=105).contains(&served) && throttled > 250, "{served}, {throttled}");
    let raised = json!({ "TableName": "Tab", "ProvisionedThroughput": { "ReadCapacityUnits": 10, "WriteCapacityUnits": 4_000 } });
    ask(&mut service, "UpdateTable", &raised);
    service.advance(60_000);
    assert_eq!(send(&mut service, 400, many()).all_throttled(), 0, "raised at once");
}

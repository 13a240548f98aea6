//! Auto scaling over minutes and hours: throughput follows consumption, late and within bounds, by UpdateTable.

use hashrange_engine::{EngineOptions, EventKind, Limits, Physics, Throttling};
use hashrange_tests::service::{InProcess, Service};
use serde_json::{Value, json};

const MINUTE: u64 = 60_000;

fn send(service: &mut InProcess, operation: &str, body: &Value) -> Value {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
    serde_json::from_str(&answer.body).expect("JSON")
}

/// A table with ten write units, and auto scaling of its writes between five and a hundred.
fn scaled(physics: Physics) -> InProcess {
    let mut service = InProcess::new(EngineOptions {
        physics,
        ..EngineOptions::default()
    });
    let rate = json!({ "ReadCapacityUnits": 10, "WriteCapacityUnits": 10 });
    let table = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
        "ProvisionedThroughput": rate,
    });
    send(&mut service, "CreateTable", &table);
    let mut target = json!({ "ServiceNamespace": "dynamodb", "ResourceId": "table/Tab", "ScalableDimension": "dynamodb:table:WriteCapacityUnits", "MinCapacity": 5, "MaxCapacity": 100 });
    send(&mut service, "RegisterScalableTarget", &target);
    target["PolicyName"] = json!("follow");
    target["PolicyType"] = json!("TargetTrackingScaling");
    target["TargetTrackingScalingPolicyConfiguration"] = json!({ "TargetValue": 70.0, "PredefinedMetricSpecification": { "PredefinedMetricType": "DynamoDBWriteCapacityUtilization" } });
    send(&mut service, "PutScalingPolicy", &target);
    service
}

/// One minute with this number of writes of fifty units. Returns the write units afterwards.
fn minute(service: &mut InProcess, writes: u64) -> u64 {
    for number in 0..writes {
        let item = json!({ "pk": { "S": number.to_string() }, "pad": { "S": "x".repeat(50_000) } });
        service.call("PutItem", &json!({ "TableName": "Tab", "Item": item }).to_string());
    }
    service.advance(MINUTE);
    let rate = service.engine.table("Tab").expect("made").throughput();
    rate.expect("provisioned").write_capacity_units
}

#[test]
fn capacity_follows_use_with_a_delay_and_within_bounds() {
    let mut service = scaled(Physics::instant());
    // 12 writes of 49 units: 9.8 units a second.
    assert_eq!(
        (minute(&mut service, 12), minute(&mut service, 12)),
        (10, 14),
        "the second minute above decides"
    );
    assert_eq!(
        (minute(&mut service, 120), minute(&mut service, 120)),
        (14, 100),
        "never more than the most"
    );
    let later: Vec<u64> = (0..15).map(|_| minute(&mut service, 6)).collect();
    assert_eq!(later.first(), Some(&100));
    assert_eq!(later.last(), Some(&7), "fifteen minutes below");
    assert_eq!(
        (0..60).map(|_| minute(&mut service, 0)).last(),
        Some(7),
        "no use is no data"
    );
    let answer = send(
        &mut service,
        "DescribeScalingActivities",
        &json!({ "ServiceNamespace": "dynamodb" }),
    );
    let activities = answer["ScalingActivities"].as_array().expect("a list");
    assert_eq!(activities.len(), 3);
    let newest = activities.first().expect("three");
    assert_eq!(
        (newest["Description"].as_str(), newest["StatusCode"].as_str()),
        (Some("Setting write capacity units to 7."), Some("Successful"))
    );
    assert!(
        newest["Cause"]
            .as_str()
            .is_some_and(|cause| cause.contains("AlarmLow") && cause.ends_with("triggered policy follow"))
    );
}

#[test]
fn a_spike_of_a_minute_is_throttled_and_no_reason_to_scale() {
    let mut physics = Physics::aws();
    physics.throttling.mode = Throttling::Adaptive;
    let mut service = scaled(physics);
    service.advance(2 * MINUTE);
    let throttled = |service: &InProcess| {
        let stopped = |kind: &EventKind| matches!(kind, EventKind::Request(request) if !request.stops.is_empty());
        service
            .engine
            .events_since(0)
            .filter(|event| stopped(&event.kind))
            .count()
    };
    for _ in 0..4 {
        assert_eq!(minute(&mut service, 60), 10);
        assert_eq!(minute(&mut service, 0), 10);
    }
    assert!(throttled(&service) > 50);
}

#[test]
fn a_refused_decrease_is_an_activity_and_tried_again() {
    let mut service = scaled(Physics::instant());
    let limits = Limits {
        decreases: 1,
        ..Limits::aws()
    };
    let now = service.engine.now();
    service.engine.adjust(now, Physics::instant(), limits);
    let lower =
        json!({ "TableName": "Tab", "ProvisionedThroughput": { "ReadCapacityUnits": 9, "WriteCapacityUnits": 10 } });
    send(&mut service, "UpdateTable", &lower);
    let rates: Vec<u64> = (0..70).map(|_| minute(&mut service, 1)).collect();
    assert_eq!(
        (rates.first(), rates.get(50), rates.last()),
        (Some(&10), Some(&10), Some(&5))
    );
    let refused = service
        .engine
        .events_since(0)
        .filter(|event| matches!(&event.kind, EventKind::Scaled { refusal: Some(_), .. }));
    assert!(refused.count() > 30);
}

#[test]
fn mng_023_an_index_being_filled_is_not_scaled() {
    let mut service = scaled(Physics::aws());
    service.advance(2 * MINUTE);
    minute(&mut service, 20);
    let create = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": { "IndexName": "New", "Projection": { "ProjectionType": "ALL" }, "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }], "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 } } }],
    });
    send(&mut service, "UpdateTable", &create);
    let mut target = json!({ "ServiceNamespace": "dynamodb", "ResourceId": "table/Tab/index/New", "ScalableDimension": "dynamodb:index:WriteCapacityUnits", "MinCapacity": 50, "MaxCapacity": 100 });
    send(&mut service, "RegisterScalableTarget", &target);
    target["PolicyName"] = json!("more");
    target["TargetTrackingScalingPolicyConfiguration"] = json!({ "TargetValue": 70, "PredefinedMetricSpecification": { "PredefinedMetricType": "DynamoDBWriteCapacityUtilization" } });
    send(&mut service, "PutScalingPolicy", &target);
    let rate = |service: &InProcess| {
        let table = service.engine.table("Tab").expect("made");
        let index = table.indexes().next().expect("being filled");
        index.throughput().expect("provisioned").write_capacity_units
    };
    service.advance(4 * MINUTE);
    assert_eq!(rate(&service), 1, "its least number of units is of no use to the build");
    service.advance(60 * MINUTE);
    send(
        &mut service,
        "RegisterScalableTarget",
        &json!({ "ServiceNamespace": "dynamodb", "ResourceId": "table/Tab/index/New", "ScalableDimension": "dynamodb:index:WriteCapacityUnits", "MinCapacity": 50, "MaxCapacity": 100 }),
    );
    service.advance(2 * MINUTE);
    assert_eq!(rate(&service), 50, "once it is ready it is scaled");
}

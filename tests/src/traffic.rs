//! Traffic: sends a load to a service at its times, and counts the results.
//!
//! Owns counting served and throttled requests, second by second. Must not know the purpose of the load.

use std::collections::BTreeMap;

use hashrange_time::{Duration, Random, Timestamp};
use hashrange_values::AttributeValue;
use hashrange_wire::{Request, ServiceError};
use hashrange_workload::{Action, KeyChoice, Keys, Load, LoadPlan, Mix, Rate, Sizes, Target};
use serde_json::{Value, json};

use crate::service::{InProcess, Service};

/// Results of requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrafficCounts {
    /// Served requests, by seconds since the first request.
    pub served: BTreeMap<u64, u64>,
    /// Throttled requests, by seconds since the first request.
    pub throttled: BTreeMap<u64, u64>,
}

impl TrafficCounts {
    /// The mean of served and throttled requests per second from this second. Buckets hold one second at first, so the
    /// first results are not typical.
    #[must_use]
    pub fn per_second_from(&self, second: u64) -> (u64, u64) {
        let last = self
            .served
            .keys()
            .chain(self.throttled.keys())
            .max()
            .copied()
            .unwrap_or(0);
        let seconds = (last + 1).saturating_sub(second).max(1);
        let sum = |counts: &BTreeMap<u64, u64>| counts.range(second..).map(|(_, count)| count).sum::<u64>() / seconds;
        (sum(&self.served), sum(&self.throttled))
    }

    /// The number of all throttled requests.
    #[must_use]
    pub fn all_throttled(&self) -> u64 {
        self.throttled.values().sum()
    }
}

/// Sends requests at their times.
///
/// # Panics
/// When a request is refused for another reason than throughput.
pub fn send_all(service: &mut InProcess, requests: impl IntoIterator<Item = (Timestamp, Request)>) -> TrafficCounts {
    let mut outcome = TrafficCounts::default();
    let mut began = None;
    for (at, request) in requests {
        let second = (at - *began.get_or_insert(at.floor_to(Duration::from_seconds(1)))).seconds();
        match service.send(at, request) {
            Ok(_) => *outcome.served.entry(second).or_default() += 1,
            Err(ServiceError::Throttled(_)) => *outcome.throttled.entry(second).or_default() += 1,
            Err(error) => panic!("refused: {error:?}"),
        }
    }
    outcome
}

/// Puts of one unit each into a table with the keys `pk` and `sk`: this many per second for this many seconds from now.
/// Sort keys count up.
#[must_use]
pub fn puts(service: &InProcess, table: &str, per_second: u32, seconds: u64, keys: KeyChoice) -> LoadPlan {
    LoadPlan {
        target: Target::strings(table, "pk", Some("sk")),
        rate: Rate::steady(per_second),
        from: service.now(),
        span: Duration::from_seconds(seconds),
        keys,
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 20, most: 20 },
        mix: Mix(vec![(Action::Put, 1)]),
        suffixes: None,
        consistent: true,
        retries: None,
    }
}

/// The load of a plan, always from the same seed.
#[must_use]
pub fn load(plan: LoadPlan) -> Load {
    Load::new(plan, 1)
}

/// Sends a request as a client does.
///
/// # Panics
/// When it is refused.
pub fn ask(service: &mut InProcess, operation: &str, body: &Value) -> Value {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
    serde_json::from_str(&answer.body).expect("an answer is JSON")
}

/// Creates a table with the keys `pk` and `sk` and these provisioned read and write units. `more` has further members
/// of the request. Its attribute definitions are added to those of the keys.
pub fn create(service: &mut InProcess, name: &str, (reads, writes): (u64, u64), more: &Value) {
    let mut request = json!({
        "TableName": name,
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "sk", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }, { "AttributeName": "sk", "KeyType": "RANGE" }],
        "ProvisionedThroughput": { "ReadCapacityUnits": reads, "WriteCapacityUnits": writes },
    });
    for (member, value) in more.as_object().into_iter().flatten() {
        match (request[member].as_array_mut(), value.as_array()) {
            (Some(known), Some(further)) => known.extend(further.iter().cloned()),
            _ => request[member] = value.clone(),
        }
    }
    ask(service, "CreateTable", &request);
}

/// A global index in the form of CreateTable and UpdateTable.
#[must_use]
pub fn global_index(name: &str, (partition, sort): (&str, Option<&str>), (reads, writes): (u64, u64)) -> Value {
    let mut keys = vec![json!({ "AttributeName": partition, "KeyType": "HASH" })];
    keys.extend(sort.map(|sort| json!({ "AttributeName": sort, "KeyType": "RANGE" })));
    json!({
        "IndexName": name, "KeySchema": keys, "Projection": { "ProjectionType": "KEYS_ONLY" },
        "ProvisionedThroughput": { "ReadCapacityUnits": reads, "WriteCapacityUnits": writes },
    })
}

/// A load whose puts have an additional attribute with values from `values`.
pub fn with_attribute(load: Load, name: &'static str, values: KeyChoice) -> impl Iterator<Item = (Timestamp, Request)> {
    let (mut keys, mut random) = (Keys::new(values), Random::new(2));
    load.map(move |(at, mut request)| {
        if let Request::PutItem(put) = &mut request {
            put.item
                .insert(name, AttributeValue::string(&keys.draw_text("value-", &mut random)));
        }
        (at, request)
    })
}

/// The number of the partition for this partition key value, in a table with this number of initial partitions.
#[must_use]
pub fn partition_of(partitions: u64, value: &str) -> u32 {
    let mut service = InProcess::new(hashrange_engine::EngineOptions::default());
    // A thousand write units for each partition. The one read unit is in the last of them.
    create(&mut service, "Probe", (1, partitions * 1_000 - 1), &json!({}));
    ask(
        &mut service,
        "PutItem",
        &json!({ "TableName": "Probe", "Item": { "pk": { "S": value }, "sk": { "S": "s" } } }),
    );
    let table = service.engine.table("Probe").expect("made");
    assert_eq!(table.partitions().count() as u64, partitions);
    let owner = table.partitions().find(|partition| partition.items == 1);
    owner.expect("the item is somewhere").number
}

/// The first word whose numbered values are in separate partitions.
#[must_use]
pub fn spread_word(word: &str, partitions: u64, values: impl Fn(&str) -> Vec<String>) -> String {
    let apart = |word: &String| {
        let mut owners: Vec<u32> = values(word)
            .iter()
            .map(|value| partition_of(partitions, value))
            .collect();
        let all = owners.len();
        owners.sort_unstable();
        owners.dedup();
        owners.len() == all
    };
    (0..)
        .map(|number| format!("{word}{number}"))
        .find(apart)
        .expect("there is one")
}

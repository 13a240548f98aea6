//! How long it takes to play access patterns: ten patterns at 500 calls a second for a virtual hour, on 100,000 items.
//!
//! Prints the time and the counts. Must not know how patterns are played.

use hashrange_engine::{Engine, EngineOptions, Physics};
use hashrange_pattern::{KeySource, Pattern, Per, Play, PlayOptions, Rate};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Checked, Operation};

use crate::stopwatch::Stopwatch;

const ITEMS: usize = 100_000;
/// Items of one partition key value.
const COLLECTION: usize = 20;
const SECONDS: u32 = 3_600;
/// Calls within one step, as a page takes them.
const SLICE: usize = 1_000;
const START: Timestamp = Timestamp::from_seconds(1_700_000_000);

/// Measures, and prints the results of each run.
pub(crate) fn print(runs: usize) {
    let engine = engine();
    for _ in 0..runs {
        let options = PlayOptions {
            hour: None,
            multiple: 100,
            seconds: SECONDS,
            seed: 1,
        };
        let watch = Stopwatch::start();
        let mut play = Play::new(&engine, &patterns(), options);
        while !play.is_over() {
            play.step(&mut { SLICE });
        }
        let elapsed = watch.elapsed().as_secs_f64();
        let played = play.played();
        let sum = |of: fn(&hashrange_pattern::CallCounts) -> u64| played.patterns.iter().map(of).sum::<u64>();
        println!(
            "an hour at 500/s, 10 patterns, {ITEMS} items: {elapsed:.2} s; answered {}, throttled {}, refused {}",
            sum(|counts| counts.answered),
            sum(|counts| counts.throttled),
            sum(|counts| counts.refused),
        );
    }
}

fn engine() -> Engine {
    let mut engine = Engine::new(EngineOptions {
        physics: Physics::aws(),
        start: START,
        ..EngineOptions::default()
    });
    let mut at = START;
    let mut ask = |operation, body: &str| {
        at += Duration::from_millis(10);
        let request = Checked::decode(operation, body.as_bytes()).expect("a request");
        engine.handle(at, request).expect("an answer");
        if operation == Operation::CreateTable {
            at += Duration::from_minutes(1);
        }
    };
    ask(Operation::CreateTable, TABLE);
    for number in 0..ITEMS {
        let (customer, order) = (number / COLLECTION, number % COLLECTION);
        let body = format!(
            r#"{{"TableName":"Orders","Item":{{"Customer":{{"S":"customer-{customer}"}},"Order":{{"S":"order-{order}"}},"Status":{{"S":"status-{}"}},"Note":{{"S":"{}"}}}}}}"#,
            number % 1_000,
            "x".repeat(120),
        );
        ask(Operation::PutItem, &body);
    }
    engine
}

const TABLE: &str = r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
 "AttributeDefinitions":[{"AttributeName":"Customer","AttributeType":"S"},{"AttributeName":"Order","AttributeType":"S"},
  {"AttributeName":"Status","AttributeType":"S"}],
 "KeySchema":[{"AttributeName":"Customer","KeyType":"HASH"},{"AttributeName":"Order","KeyType":"RANGE"}],
 "GlobalSecondaryIndexes":[{"IndexName":"ByStatus","KeySchema":[{"AttributeName":"Status","KeyType":"HASH"}],
  "Projection":{"ProjectionType":"ALL"}}]}"#;

/// Half of the calls are GetItem; the others are Query, writes, batches and transactions.
fn patterns() -> Vec<Pattern> {
    let key = r#"{"Customer":{"S":"c"},"Order":{"S":"o"}}"#;
    let get = format!(r#"{{"TableName":"Orders","Key":{key}}}"#);
    let put = r#"{"TableName":"Orders","Item":{"Customer":{"S":"c"},"Order":{"S":"new"},"Status":{"S":"status-1"}}}"#;
    let update = format!(
        r#"{{"TableName":"Orders","Key":{key},"UpdateExpression":"SET Seen = :s","ExpressionAttributeValues":{{":s":{{"N":"1"}}}}}}"#
    );
    let query = r#"{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{":c":{"S":"c"}}}"#;
    let latest = query.replacen('{', r#"{"Limit":1,"ScanIndexForward":false,"#, 1);
    let by_status = r##"{"TableName":"Orders","IndexName":"ByStatus","Limit":10,"KeyConditionExpression":"#s = :s",
        "ExpressionAttributeNames":{"#s":"Status"},"ExpressionAttributeValues":{":s":{"S":"s"}}}"##;
    let other = key.replace("\"o\"", "\"p\"");
    let batch = format!(r#"{{"RequestItems":{{"Orders":{{"Keys":[{key},{other}]}}}}}}"#);
    let transaction = format!(
        r#"{{"TransactItems":[{{"Put":{put}}},{{"ConditionCheck":{{"TableName":"Orders","Key":{key},"ConditionExpression":"attribute_exists(Customer)"}}}}]}}"#
    );
    [
        (Operation::GetItem, get.as_str(), 100, KeySource::Random),
        (Operation::GetItem, &get, 100, KeySource::Hot),
        (Operation::GetItem, &get, 50, KeySource::Each),
        (Operation::Query, query, 60, KeySource::Random),
        (Operation::Query, &latest, 60, KeySource::Hot),
        (Operation::Query, by_status, 20, KeySource::Random),
        (Operation::PutItem, put, 40, KeySource::Random),
        (Operation::UpdateItem, &update, 40, KeySource::Hot),
        (Operation::BatchGetItem, &batch, 20, KeySource::Random),
        (Operation::TransactWriteItems, &transaction, 10, KeySource::Random),
    ]
    .map(|(operation, body, calls, keys)| Pattern {
        rate: Some(Rate {
            calls,
            per: Per::Second,
        }),
        keys,
        ..Pattern::of(String::new(), operation, body.to_owned())
    })
    .into()
}

//! The work measured: requests of one kind on a prepared table, the same for every service.

use std::hint::black_box;

use hashrange_time::Random;

use crate::service::Service;
use crate::stopwatch::Stopwatch;

/// Bytes of an item as the service counts them.
pub(crate) const ITEM_BYTES: usize = 200;
const SCANNED: usize = 20_000;
const COLLECTIONS: usize = 200;

/// One line of the results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// PutItem into a table with one global index that projects everything.
    Put,
    /// GetItem by full key.
    Get,
    /// Query of a collection of 100 items, 20 KB.
    Query,
    /// Scan of 20,000 items through a filter that one in a hundred passes, page by page.
    Scan,
    /// UpdateItem that adds to a number and sets a text.
    Update,
    /// TransactWriteItems of ten puts.
    Transact,
    /// BatchWriteItem of 25 puts.
    Batch,
}

impl Work {
    pub(crate) const ALL: [Self; 7] =
        [Self::Put, Self::Get, Self::Query, Self::Scan, Self::Update, Self::Transact, Self::Batch];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Put => "PutItem, one global index",
            Self::Get => "GetItem",
            Self::Query => "Query, 100 items, 20 KB",
            Self::Scan => "Scan, 20,000 items, filtered",
            Self::Update => "UpdateItem",
            Self::Transact => "TransactWriteItems of 10",
            Self::Batch => "BatchWriteItem of 25",
        }
    }

    /// Requests (whole scans for `Scan`) a second that the design asks of this project's engine.
    pub(crate) fn budget(self) -> Option<f64> {
        match self {
            Self::Put => Some(160_000.0),
            Self::Get => Some(530_000.0),
            Self::Query => Some(13_000.0),
            Self::Scan => Some(1_000.0 / 14.0),
            Self::Update | Self::Transact | Self::Batch => None,
        }
    }

    /// Requests a second, time on the core. `share` makes the work smaller for a slow service.
    pub(crate) fn run<S: Service>(self, share: usize) -> f64 {
        let count = |full: usize| (full / share).max(1);
        match self {
            Self::Put => timed::<S>(true, &[], "PutItem", &puts(count(100_000))),
            Self::Get => {
                let stored = count(100_000);
                timed::<S>(false, &puts(stored), "GetItem", &keyed(stored, |_| String::new()))
            }
            Self::Update => {
                let stored = count(50_000);
                let change = |number: u64| {
                    format!(
                        r##","UpdateExpression":"ADD #c :one SET note = :n","ExpressionAttributeNames":{{"#c":"count"}},"ExpressionAttributeValues":{{":one":{{"N":"1"}},":n":{{"S":"note {number}"}}}}"##
                    )
                };
                timed::<S>(false, &puts(stored), "UpdateItem", &keyed(stored, change))
            }
            Self::Query => timed::<S>(false, &collections(), "Query", &queries(count(10_000))),
            Self::Transact => timed::<S>(false, &[], "TransactWriteItems", &grouped(count(20_000), 10, transaction)),
            Self::Batch => timed::<S>(false, &[], "BatchWriteItem", &grouped(count(8_000), 25, batch)),
            Self::Scan => scans::<S>(count(20)),
        }
    }
}

/// A service with a table of partition and sort key, and perhaps a global index on `gk` that projects everything.
pub(crate) fn with_table<S: Service>(index: bool) -> S {
    let (definition, indexes) = if index {
        (
            r#",{"AttributeName":"gk","AttributeType":"S"}"#,
            r#","GlobalSecondaryIndexes":[{"IndexName":"ByGk","KeySchema":[{"AttributeName":"gk","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]"#,
        )
    } else {
        ("", "")
    };
    let body = format!(
        r#"{{"TableName":"Bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}},{{"AttributeName":"sk","AttributeType":"S"}}{definition}],"KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}},{{"AttributeName":"sk","KeyType":"RANGE"}}]{indexes}}}"#
    );
    let mut service = S::fresh();
    service.send("CreateTable", &body);
    service
}

fn timed<S: Service>(index: bool, prepare: &[String], operation: &str, bodies: &[String]) -> f64 {
    let mut service: S = with_table(index);
    for body in prepare {
        service.send("PutItem", body);
    }
    let watch = Stopwatch::start();
    for body in bodies {
        black_box(service.send(operation, body));
    }
    bodies.len() as f64 / watch.elapsed().as_secs_f64()
}

/// An item of exactly 200 bytes: keys, the index's key, a number, a flag, and a text to fill up.
fn item(partition: usize, sort: usize, group: usize) -> String {
    // pk 2 + 12, sk 2 + 8, gk 2 + 10, count 5 + 4, flag 4 + 1, text 4 + 146
    let fixed = 14 + 10 + 12 + 9 + 5 + 4;
    let text = "t".repeat(ITEM_BYTES - fixed);
    format!(
        r#"{{"pk":{{"S":"user{partition:08}"}},"sk":{{"S":"{sort:08}"}},"gk":{{"S":"{group:010}"}},"count":{{"N":"{}"}},"flag":{{"BOOL":true}},"text":{{"S":"{text}"}}}}"#,
        // Six digits, the last one never 0: 4 bytes.
        100_001 + sort % 90_000 * 10
    )
}

pub(crate) fn put(partition: usize, sort: usize, group: usize) -> String {
    format!(r#"{{"TableName":"Bench","Item":{}}}"#, item(partition, sort, group))
}

fn puts(count: usize) -> Vec<String> {
    (0..count).map(|number| put(number / 10, number, number % 1_000)).collect()
}

fn collections() -> Vec<String> {
    (0..COLLECTIONS * 100).map(|number| put(number / 100, number, 0)).collect()
}

/// Requests by the key of a random item among those put, with more members.
fn keyed(count: usize, more: impl Fn(u64) -> String) -> Vec<String> {
    let mut random = Random::new(1);
    let one = |_| {
        let number = random.below(count as u64);
        let (partition, more) = (number / 10, more(number));
        format!(
            r#"{{"TableName":"Bench","Key":{{"pk":{{"S":"user{partition:08}"}},"sk":{{"S":"{number:08}"}}}}{more}}}"#
        )
    };
    (0..count).map(one).collect()
}

fn queries(count: usize) -> Vec<String> {
    let mut random = Random::new(1);
    let one = |_| {
        let partition = random.below(COLLECTIONS as u64);
        format!(
            r#"{{"TableName":"Bench","KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{{":p":{{"S":"user{partition:08}"}}}}}}"#
        )
    };
    (0..count).map(one).collect()
}

/// Requests of `size` items each.
fn grouped(count: usize, size: usize, wrap: fn(&[String]) -> String) -> Vec<String> {
    let items: Vec<String> = (0..count * size).map(|number| item(number / 10, number, 0)).collect();
    items.chunks(size).map(wrap).collect()
}

fn transaction(items: &[String]) -> String {
    let puts: Vec<String> =
        items.iter().map(|item| format!(r#"{{"Put":{{"TableName":"Bench","Item":{item}}}}}"#)).collect();
    format!(r#"{{"TransactItems":[{}]}}"#, puts.join(","))
}

fn batch(items: &[String]) -> String {
    let puts: Vec<String> = items.iter().map(|item| format!(r#"{{"PutRequest":{{"Item":{item}}}}}"#)).collect();
    format!(r#"{{"RequestItems":{{"Bench":[{}]}}}}"#, puts.join(","))
}

/// Whole scans a second.
fn scans<S: Service>(count: usize) -> f64 {
    let mut service: S = with_table(false);
    for number in 0..SCANNED {
        service.send("PutItem", &put(number / 10, number, number % 100));
    }
    let watch = Stopwatch::start();
    for _ in 0..count {
        assert_eq!(scan(&mut service), SCANNED / 100, "items that pass the filter");
    }
    count as f64 / watch.elapsed().as_secs_f64()
}

/// Reads the table page by page; how many items passed the filter.
fn scan<S: Service>(service: &mut S) -> usize {
    let mut start_key = String::new();
    let mut passed = 0;
    loop {
        let body = format!(
            r#"{{"TableName":"Bench","FilterExpression":"gk = :g AND flag = :f","ExpressionAttributeValues":{{":g":{{"S":"0000000007"}},":f":{{"BOOL":true}}}}{start_key}}}"#
        );
        let answer = service.send("Scan", &body);
        passed += answer.matches("\"gk\":").count();
        // The last key is an object without objects but its two values.
        let Some((_, key)) = answer.split_once("\"LastEvaluatedKey\":") else { return passed };
        let end = key.match_indices("}}").next().map_or(key.len(), |(at, _)| at + 2);
        let key = key.get(..end).expect("a key");
        start_key = format!(",\"ExclusiveStartKey\":{key}");
    }
}

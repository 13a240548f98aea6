//! The measured work: requests of one kind on a prepared table, the same for every service.

use std::hint::black_box;

use hashrange_time::Random;
use hashrange_wire::{Checked, Operation, Response, encode_response};

use crate::service::{Hashrange, Service};
use crate::stopwatch::Stopwatch;

/// Bytes of an item as the service counts them.
pub(crate) const ITEM_BYTES: usize = 200;
const SCANNED: usize = 20_000;
const COLLECTIONS: usize = 200;
/// Minimum number of requests for the measurement of reading requests and writing responses.
const LEAST_OF_FLOOR: usize = 10_000;

/// One line of the results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// PutItem into a table with one global index that projects everything.
    Put,
    /// GetItem by full key.
    Get,
    /// Query of a collection of 100 items, 20 KB in total.
    Query,
    /// Scan of 20,000 items page by page, with a filter that one percent of the items pass.
    Scan,
    /// UpdateItem that adds to a number and sets a text.
    Update,
    /// TransactWriteItems with ten puts.
    Transact,
    /// BatchWriteItem with 25 puts.
    Batch,
}

impl Work {
    pub(crate) const ALL: [Self; 7] = [
        Self::Put,
        Self::Get,
        Self::Query,
        Self::Scan,
        Self::Update,
        Self::Transact,
        Self::Batch,
    ];

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

    /// The requests per second (for `Scan`: complete scans) that the design requires of this project's engine.
    pub(crate) fn budget(self) -> Option<f64> {
        match self {
            Self::Put => Some(160_000.0),
            Self::Get => Some(530_000.0),
            Self::Query => Some(13_000.0),
            Self::Scan => Some(1_000.0 / 14.0),
            Self::Update | Self::Transact | Self::Batch => None,
        }
    }

    /// The requests to a service. `share` divides their number for a slow service.
    pub(crate) fn load(self, share: usize) -> Load {
        let count = |full: usize| (full / share).max(1);
        let plain = |prepare, operation, bodies| Load {
            index: false,
            prepare,
            operation,
            bodies,
        };
        match self {
            Self::Put => Load {
                index: true,
                ..plain(Vec::new(), "PutItem", puts(count(100_000)))
            },
            Self::Get => plain(
                puts(100_000),
                "GetItem",
                keyed(count(100_000), 100_000, |_| String::new()),
            ),
            Self::Update => {
                let change = |number: u64| {
                    format!(
                        r##","UpdateExpression":"ADD #c :one SET note = :n","ExpressionAttributeNames":{{"#c":"count"}},"ExpressionAttributeValues":{{":one":{{"N":"1"}},":n":{{"S":"note {number}"}}}}"##
                    )
                };
                plain(puts(50_000), "UpdateItem", keyed(count(50_000), 50_000, change))
            }
            Self::Query => plain(collections(), "Query", queries(count(10_000))),
            Self::Transact => plain(
                Vec::new(),
                "TransactWriteItems",
                grouped(count(20_000), 10, transaction),
            ),
            Self::Batch => plain(Vec::new(), "BatchWriteItem", grouped(count(8_000), 25, batch)),
            Self::Scan => plain(scanned(), "Scan", vec![scan_body(""); count(20)]),
        }
    }

    /// Whether its requests do not change the table and so can be repeated.
    pub(crate) fn is_reading(self) -> bool {
        matches!(self, Self::Get | Self::Query | Self::Scan)
    }

    /// Runs the work on a service. Returns requests per second.
    pub(crate) fn run<S: Service>(self) -> f64 {
        let load = self.load(1);
        let mut service: S = load.service();
        let watch = Stopwatch::start();
        for body in &load.bodies {
            if self == Self::Scan {
                assert_eq!(scan(&mut service), SCANNED / 100, "items that pass the filter");
            } else {
                drop(measured(&mut service, load.operation, body));
            }
        }
        load.bodies.len() as f64 / watch.elapsed().as_secs_f64()
    }

    /// Sends a hundredth of the requests once, for a profiler. Returns their number, for `Scan` the number of complete
    /// scans.
    pub(crate) fn count(self) -> usize {
        let load = self.load(if self == Self::Scan { 10 } else { 100 });
        let mut service: Hashrange = load.service();
        for body in &load.bodies {
            if self == Self::Scan {
                scan(&mut service);
            } else {
                drop(measured(&mut service, load.operation, body));
            }
        }
        load.bodies.len()
    }

    /// The rate of only reading the request and writing the response. For a scan, of its first page.
    pub(crate) fn floor(self) -> f64 {
        let load = self.load(1);
        let mut service: Hashrange = load.service();
        let operation = Operation::from_name(load.operation).expect("an operation");
        let read = |body: &String| Checked::decode(operation, body.as_bytes()).expect("a request");
        let answers: Vec<Response> = load.bodies.iter().map(|body| service.perform(read(body))).collect();
        let watch = Stopwatch::start();
        let mut done = 0;
        // Few requests would end before the clock advances.
        while done < LEAST_OF_FLOOR {
            for (body, answer) in load.bodies.iter().zip(&answers) {
                black_box(read(body));
                black_box(encode_response(answer));
            }
            done += load.bodies.len();
        }
        done as f64 / watch.elapsed().as_secs_f64()
    }
}

/// One measured request, never inlined, so that a profiler can count only this part.
#[inline(never)]
fn measured<S: Service>(service: &mut S, operation: &str, body: &str) -> String {
    black_box(service.send(operation, body))
}

/// Requests of one kind on a prepared table.
pub(crate) struct Load {
    /// Whether the table has a global index.
    index: bool,
    /// The items that are written first.
    prepare: Vec<String>,
    operation: &'static str,
    /// The measured requests. A scan continues to the end of the table.
    bodies: Vec<String>,
}

impl Load {
    fn service<S: Service>(&self) -> S {
        let mut service: S = with_table(self.index);
        for body in &self.prepare {
            service.send("PutItem", body);
        }
        service
    }

    /// The same for a service in another process, which sends each request this number of times.
    pub(crate) fn json(&self, name: &str, rounds: usize) -> serde_json::Value {
        serde_json::json!({
            "name": name,
            "table": table_body(self.index),
            "prepare": self.prepare,
            "operation": self.operation,
            "bodies": self.bodies,
            "rounds": rounds,
        })
    }
}

/// A service with a table with a partition key and a sort key, and an optional global index on `gk` that projects
/// everything.
pub(crate) fn with_table<S: Service>(index: bool) -> S {
    let mut service = S::fresh();
    service.send("CreateTable", &table_body(index));
    service
}

/// The CreateTable request for that table.
pub(crate) fn table_body(index: bool) -> String {
    let (definition, indexes) = if index {
        (
            r#",{"AttributeName":"gk","AttributeType":"S"}"#,
            r#","GlobalSecondaryIndexes":[{"IndexName":"ByGk","KeySchema":[{"AttributeName":"gk","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]"#,
        )
    } else {
        ("", "")
    };
    format!(
        r#"{{"TableName":"Bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}},{{"AttributeName":"sk","AttributeType":"S"}}{definition}],"KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}},{{"AttributeName":"sk","KeyType":"RANGE"}}]{indexes}}}"#
    )
}

/// An item of exactly 200 bytes: keys, the index's key, a number, a flag, and a text that fills the rest.
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
    (0..count)
        .map(|number| put(number / 10, number, number % 1_000))
        .collect()
}

fn collections() -> Vec<String> {
    (0..COLLECTIONS * 100)
        .map(|number| put(number / 100, number, 0))
        .collect()
}

/// Requests for the key of a random stored item, with additional members.
fn keyed(count: usize, stored: u64, more: impl Fn(u64) -> String) -> Vec<String> {
    let mut random = Random::new(1);
    let one = |_| {
        let number = random.below(stored);
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

/// BatchWriteItem requests that fill the table with `count` items, of which one in a hundred has each index key.
pub(crate) fn filling(count: usize) -> impl Iterator<Item = String> {
    (0..count).step_by(25).map(move |first| {
        let items: Vec<String> = (first..count.min(first + 25))
            .map(|number| item(number / 10, number, number % 100_000))
            .collect();
        batch(&items)
    })
}

/// GetItem requests for the keys of random items of a table of `stored` items.
pub(crate) fn gets(count: usize, stored: u64) -> Vec<String> {
    keyed(count, stored, |_| String::new())
}

/// Requests of `size` items each.
fn grouped(count: usize, size: usize, wrap: fn(&[String]) -> String) -> Vec<String> {
    let items: Vec<String> = (0..count * size).map(|number| item(number / 10, number, 0)).collect();
    items.chunks(size).map(wrap).collect()
}

fn transaction(items: &[String]) -> String {
    let puts: Vec<String> = items
        .iter()
        .map(|item| format!(r#"{{"Put":{{"TableName":"Bench","Item":{item}}}}}"#))
        .collect();
    format!(r#"{{"TransactItems":[{}]}}"#, puts.join(","))
}

fn batch(items: &[String]) -> String {
    let puts: Vec<String> = items
        .iter()
        .map(|item| format!(r#"{{"PutRequest":{{"Item":{item}}}}}"#))
        .collect();
    format!(r#"{{"RequestItems":{{"Bench":[{}]}}}}"#, puts.join(","))
}

fn scanned() -> Vec<String> {
    (0..SCANNED)
        .map(|number| put(number / 10, number, number % 100))
        .collect()
}

/// A request for a page of the scan. `more` is its ExclusiveStartKey.
fn scan_body(more: &str) -> String {
    format!(
        r#"{{"TableName":"Bench","FilterExpression":"gk = :g AND flag = :f","ExpressionAttributeValues":{{":g":{{"S":"0000000007"}},":f":{{"BOOL":true}}}}{more}}}"#
    )
}

/// Reads the table page by page. Returns the number of items that passed the filter.
fn scan<S: Service>(service: &mut S) -> usize {
    let mut start_key = String::new();
    let mut passed = 0;
    loop {
        let answer = measured(service, "Scan", &scan_body(&start_key));
        passed += answer.matches("\"gk\":").count();
        // The last key contains no objects except its two values.
        let Some((_, key)) = answer.split_once("\"LastEvaluatedKey\":") else {
            return passed;
        };
        let end = key.match_indices("}}").next().map_or(key.len(), |(at, _)| at + 2);
        let key = key.get(..end).expect("a key");
        start_key = format!(",\"ExclusiveStartKey\":{key}");
    }
}

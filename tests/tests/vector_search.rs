//! A search finds the items of the table that have a vector, with correctly computed distances, after any writes. So
//! does a search in an index that was added during the writes.
#![allow(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "scores are reported in 32 bits, whose products are exact in 64"
)]

use hashrange_engine::{EngineOptions, Physics};
use hashrange_tests::service::{InProcess, Service};
use serde_json::{Value, json};

const SEEDS: u64 = 40;
const WRITES: usize = 60;
/// Virtual milliseconds between two requests, so that many requests are sent during an index build.
const PACE: u64 = 130;
/// Virtual milliseconds after which everything is up to date.
const LONG: u64 = 600_000;

/// A pseudorandom generator with Knuth's constants.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn vector(&mut self) -> Value {
        let numbers = [
            "0",
            "1",
            "-1",
            "0.5",
            "3.25",
            "-7",
            "16777217",
            "1E-20",
            "2.718281828459045",
        ];
        let element = |choices: &mut Self| json!({ "N": numbers[choices.below(numbers.len() as u64) as usize] });
        json!({ "L": [element(self), element(self), element(self)] })
    }

    fn tenant(&mut self) -> Value {
        json!({ "S": format!("t{}", self.below(3)) })
    }
}

fn index(name: &str, distance: &str, by_tenant: bool) -> Value {
    let mut index = json!({ "IndexName": name, "VectorAttribute": { "AttributeName": "v" }, "Dimensions": 3,
        "DistanceFunction": distance, "Projection": { "ProjectionType": "KEYS_ONLY" } });
    if by_tenant {
        index["SearchSchema"] = json!([{ "AttributeName": "tenant", "SearchSchemaElementType": "HASH" }]);
    }
    index
}

fn send(service: &mut InProcess, operation: &str, body: &Value) -> Value {
    let answer = service.call(operation, &body.to_string());
    assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
    service.advance(PACE);
    serde_json::from_str(&answer.body).unwrap_or(Value::Null)
}

/// One write of one of a few items: complete, partial, or a deletion.
fn write(service: &mut InProcess, choices: &mut Choices) {
    let key = json!({ "pk": { "S": format!("item {}", choices.below(12)) } });
    match choices.below(6) {
        0 | 1 => {
            let mut item = key;
            if choices.below(4) > 0 {
                item["v"] = choices.vector();
            }
            if choices.below(4) > 0 {
                item["tenant"] = choices.tenant();
            }
            send(service, "PutItem", &json!({ "TableName": "Tab", "Item": item }));
        }
        2 => update(service, &key, "SET v = :x", Some(choices.vector())),
        3 => update(service, &key, "SET tenant = :x", Some(choices.tenant())),
        4 => update(
            service,
            &key,
            ["REMOVE v", "REMOVE tenant"][choices.below(2) as usize],
            None,
        ),
        _ => drop(send(service, "DeleteItem", &json!({ "TableName": "Tab", "Key": key }))),
    }
}

fn update(service: &mut InProcess, key: &Value, expression: &str, value: Option<Value>) {
    let mut body = json!({ "TableName": "Tab", "Key": key, "UpdateExpression": expression });
    if let Some(value) = value {
        body["ExpressionAttributeValues"] = json!({ ":x": value });
    }
    send(service, "UpdateItem", &body);
}

fn numbers(vector: &Value) -> Option<Vec<f64>> {
    let elements = vector["L"].as_array()?;
    let number = |element: &Value| Some(f64::from(element["N"].as_str()?.parse::<f32>().ok()?));
    elements.iter().map(number).collect()
}

fn score(distance: &str, a: &[f64], b: &[f64]) -> f32 {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let length = |vector: &[f64]| vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    match distance {
        "DOT_PRODUCT" => dot as f32,
        "EUCLIDEAN" => a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt() as f32,
        _ if length(a) == 0.0 || length(b) == 0.0 => 1.0,
        _ if dot > 0.0 && is_parallel(a, b) => 0.0,
        _ => (1.0 - dot / (length(a) * length(b))).clamp(0.0, 2.0) as f32,
    }
}

fn is_parallel(a: &[f64], b: &[f64]) -> bool {
    let all = || a.iter().zip(b);
    all().all(|(a, b)| all().all(|(other_a, other_b)| a * other_b == other_a * b))
}

type Found = Vec<(String, f32)>;

fn expected(items: &[Value], distance: &str, query: &[f64], tenant: Option<&Value>) -> Found {
    let in_index = |item: &&Value| tenant.is_none_or(|tenant| item["tenant"] == *tenant);
    let scored = items.iter().filter(in_index).filter_map(|item| {
        let name = item["pk"]["S"].as_str()?.to_owned();
        Some((name, score(distance, query, &numbers(&item["v"])?)))
    });
    let mut scored: Found = scored.collect();
    scored.sort_by(|a, b| a.0.cmp(&b.0));
    scored
}

fn found(service: &mut InProcess, index: &str, query: &Value, tenant: Option<&Value>) -> Found {
    let mut body = json!({ "TableName": "Tab", "IndexName": index, "SearchVector": query["L"], "TopK": 100 });
    if let Some(tenant) = tenant {
        body["SearchConditionExpression"] = json!("tenant = :t");
        body["ExpressionAttributeValues"] = json!({ ":t": tenant });
    }
    let answer = send(service, "SearchVectors", &body);
    let result = |result: &Value| {
        let name = result["Item"]["pk"]["S"].as_str().expect("a key").to_owned();
        (name, result["Score"].as_f64().expect("a score") as f32)
    };
    answer["SearchResults"]
        .as_array()
        .expect("results")
        .iter()
        .map(result)
        .collect()
}

/// Compares each index with the items.
fn check(seed: u64, service: &mut InProcess, choices: &mut Choices) {
    let scanned = send(service, "Scan", &json!({ "TableName": "Tab" }));
    let items = scanned["Items"].as_array().expect("a scan has items").clone();
    let query = choices.vector();
    let plain = numbers(&query).expect("it has numbers");
    let tenant = choices.tenant();
    for (index, distance, tenant) in [
        ("Cosine", "COSINE", None),
        ("Euclidean", "EUCLIDEAN", None),
        ("DotProduct", "DOT_PRODUCT", Some(&tenant)),
        ("Later", "COSINE", Some(&tenant)),
    ] {
        let mut found = found(service, index, &query, tenant);
        let nearer = |pair: &[(String, f32)]| {
            if distance == "DOT_PRODUCT" {
                pair[0].1 >= pair[1].1
            } else {
                pair[0].1 <= pair[1].1
            }
        };
        assert!(
            found.windows(2).all(nearer),
            "seed {seed}, {index}: not nearest first: {found:?}"
        );
        found.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(
            found,
            expected(&items, distance, &plain, tenant),
            "seed {seed}, {index}, {query}"
        );
    }
}

#[test]
fn searches_find_what_the_table_holds() {
    for seed in 0..SEEDS {
        let mut choices = Choices(seed);
        let mut service = InProcess::new(EngineOptions {
            seed,
            physics: Physics::classroom(),
            ..EngineOptions::default()
        });
        let definitions = json!([{ "AttributeName": "pk", "AttributeType": "S" }, { "AttributeName": "tenant", "AttributeType": "S" }]);
        let made = [
            index("Cosine", "COSINE", false),
            index("Euclidean", "EUCLIDEAN", false),
            index("DotProduct", "DOT_PRODUCT", true),
        ];
        let create = json!({ "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST", "AttributeDefinitions": definitions,
            "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }], "VectorIndexes": made });
        send(&mut service, "CreateTable", &create);
        service.advance(LONG);
        let middle = choices.below(WRITES as u64) as usize;
        for number in 0..WRITES {
            if number == middle {
                let later = json!({ "TableName": "Tab", "AttributeDefinitions": definitions,
                    "VectorIndexUpdates": [{ "Create": index("Later", "COSINE", true) }] });
                send(&mut service, "UpdateTable", &later);
            }
            write(&mut service, &mut choices);
        }
        service.advance(LONG);
        check(seed, &mut service, &mut choices);
    }
}

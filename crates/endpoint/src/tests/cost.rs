//! The cost of recorded changes, compared with the request alone and with whole images. The test prints the results and
//! checks nothing: `cargo test --release -p hashrange-endpoint cost -- --ignored --nocapture`.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "it measures")]

use std::fs;

use hashrange_checkpoint::{Checkpointed as _, Writer};
use hashrange_engine::BaseChange;

use super::*;
use crate::{Impact, Recorder, Settings};

/// Number of writes of each kind in a run, and of runs. Processor time has a resolution of milliseconds, so all runs
/// count.
const WRITES: usize = 4_000;
const RUNS: usize = 15;

fn item(id: usize, bytes: usize) -> Value {
    let attributes = (0..8).map(|at| (format!("Attribute{at}"), json!({"S": "abcdefgh".repeat(bytes / 64)})));
    let mut item: serde_json::Map<String, Value> = attributes.collect();
    item.insert("Id".to_owned(), json!({"S": format!("item-{id:06}")}));
    item.into()
}

fn request(kind: &str, id: usize) -> (&'static str, String) {
    let put = |bytes| json!({"TableName": "Notes", "Item": item(id, bytes)}).to_string();
    match kind {
        "PutItem, 256 bytes" => ("PutItem", put(256)),
        "PutItem, 1 KB" => ("PutItem", put(1_024)),
        "PutItem, 100 KB" => ("PutItem", put(102_400)),
        "UpdateItem of a counter, 1 KB" => (
            "UpdateItem",
            json!({"TableName": "Notes", "Key": {"Id": {"S": format!("item-{:06}", id % 100)}},
                "UpdateExpression": "ADD Counted :one", "ExpressionAttributeValues": {":one": {"N": "1"}}})
            .to_string(),
        ),
        "DeleteItem" => (
            "DeleteItem",
            json!({"TableName": "Notes", "Key": {"Id": {"S": format!("item-{id:06}")}}}).to_string(),
        ),
        _ => {
            let puts: Vec<Value> = (0..25)
                .map(|at| json!({"PutRequest": {"Item": item(id * 25 + at, 1_024)}}))
                .collect();
            ("BatchWriteItem", json!({"RequestItems": {"Notes": puts}}).to_string())
        }
    }
}

/// Bytes of a record and seconds for a write; `whole` selects whole images.
fn measured(kind: &str, (notes, whole): (bool, bool)) -> (usize, f64) {
    let settings = Settings::default();
    let mut engine = Engine::new(settings.options());
    let (mut recorder, _) = Recorder::begin(&settings, Impact::Change);
    let table = json!({"TableName": "Notes", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}]});
    send(&mut engine, "CreateTable", &table);
    for id in 0..100 {
        send(
            &mut engine,
            "PutItem",
            &json!({"TableName": "Notes", "Item": item(id, 1_024)}),
        );
    }
    engine.note_changes(notes);
    let writes = if kind.contains("100 KB") || kind.contains("25") {
        WRITES / 20
    } else {
        WRITES
    };
    let requests: Vec<_> = (0..writes).map(|id| request(kind, id)).collect();
    let (mut bytes, begun) = (0, processor_seconds());
    for (operation, body) in &requests {
        let (at, target) = (engine.now(), target_of(operation));
        let answer = dispatch(&mut engine, at, &target, body.as_bytes());
        if whole {
            bytes += images(engine.take_changes().unwrap_or_default());
        }
        bytes += recorder
            .answered(at, &target, body.as_bytes(), &answer, &mut engine)
            .len();
    }
    (bytes / writes, (processor_seconds() - begun) / writes as f64)
}

/// Processor time of this thread, as Linux reports it. Other work on the machine does not change it.
fn processor_seconds() -> f64 {
    let reported = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    reported
        .split(' ')
        .next()
        .and_then(|nanos| nanos.parse::<f64>().ok())
        .unwrap_or_default()
        / 1e9
}

/// The complete images, as the other format would write them.
fn images(changes: Vec<BaseChange>) -> usize {
    let mut out = Writer::default();
    for change in changes {
        if let BaseChange::Item {
            table, before, after, ..
        } = change
        {
            out.bytes(table.as_bytes());
            after.or(before).iter().for_each(|item| item.write(&mut out));
        }
    }
    out.take().len()
}

#[test]
#[ignore = "it measures"]
fn cost_of_saying_what_changed() {
    println!("| write | request alone | whole images | as it is |");
    for kind in [
        "PutItem, 256 bytes",
        "PutItem, 1 KB",
        "PutItem, 100 KB",
        "UpdateItem of a counter, 1 KB",
        "DeleteItem",
        "BatchWriteItem, 25 of 1 KB",
    ] {
        // The variants alternate, so that other work on the machine affects all of them.
        let mut runs: [Vec<(usize, f64)>; 3] = Default::default();
        for _ in 0..RUNS {
            for (way, runs) in [(false, false), (true, true), (true, false)].into_iter().zip(&mut runs) {
                runs.push(measured(kind, way));
            }
        }
        let cells = runs.map(|runs| {
            let bytes = runs.first().map_or(0, |(bytes, _)| *bytes);
            let seconds = runs.iter().map(|(_, seconds)| seconds).sum::<f64>() / RUNS as f64;
            format!("{bytes} bytes, {:.1} µs", seconds * 1e6)
        });
        println!("| {kind} | {} |", cells.join(" | "));
    }
}

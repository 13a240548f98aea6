//! Writes the patterns of `patterns.json` as test lists and as the file of AWS's MCP server to a folder, for the stage
//! `testlists` of `cargo xtask test`. Writes the requests that make their tables to `setup.json` there, and the names of
//! the patterns that fail on the board to `failing.json`.
//!
//! Usage: lists FOLDER
#![allow(clippy::disallowed_methods, reason = "a command: writes files")]

use std::error::Error;
use std::fs;
use std::path::Path;

use hashrange_engine::{Engine, EngineOptions};
use hashrange_files::TableDefinition;
use hashrange_files::workbench::ModelTable;
use hashrange_pattern::{Board, PatternsFormat, read_patterns, write_patterns};
use hashrange_time::Duration;
use hashrange_values::Item;
use hashrange_wire::{Checked, Operation};

const ORDERS: &str = r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST",
 "AttributeDefinitions":[{"AttributeName":"Customer","AttributeType":"S"},{"AttributeName":"Order","AttributeType":"S"},
  {"AttributeName":"Status","AttributeType":"S"}],
 "KeySchema":[{"AttributeName":"Customer","KeyType":"HASH"},{"AttributeName":"Order","KeyType":"RANGE"}],
 "GlobalSecondaryIndexes":[{"IndexName":"ByStatus","KeySchema":[{"AttributeName":"Status","KeyType":"HASH"}],
  "Projection":{"ProjectionType":"ALL"}}]}"#;
const NOTES: &str = r#"{"TableName":"Notes","BillingMode":"PAY_PER_REQUEST",
 "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}]}"#;

fn setup() -> Vec<(Operation, String)> {
    let mut requests = vec![
        (Operation::CreateTable, ORDERS.to_owned()),
        (Operation::CreateTable, NOTES.to_owned()),
    ];
    for (customer, order, status) in [
        ("c1", "o1", "NEW"),
        ("c1", "o2", "PAID"),
        ("c1", "o3", "NEW"),
        ("c2", "o1", "PAID"),
    ] {
        let body = format!(
            r#"{{"TableName":"Orders","Item":{{"Customer":{{"S":"{customer}"}},"Order":{{"S":"{order}"}},"Status":{{"S":"{status}"}}}}}}"#
        );
        requests.push((Operation::PutItem, body));
    }
    // A page of 1 MB does not have all of them.
    for note in 0..4 {
        let text = "x".repeat(350_000);
        let body = format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"n{note}"}},"Text":{{"S":"{text}"}}}}}}"#);
        requests.push((Operation::PutItem, body));
    }
    requests
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = words.as_slice() else {
        return Err("usage: lists FOLDER".into());
    };
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    let mut engine = Engine::new(EngineOptions::default());
    let mut requests = Vec::new();
    for (operation, body) in setup() {
        let at = engine.now() + Duration::from_seconds(10);
        let request = Checked::decode(operation, body.as_bytes()).map_err(|rejection| rejection.to_string())?;
        engine.handle(at, request).map_err(|error| format!("{error:?}"))?;
        requests.push(format!("[\"{}\", {body}]", operation.name()));
    }
    fs::write(folder.join("setup.json"), format!("[{}]", requests.join(",\n")))?;
    let patterns = read_patterns(include_str!("patterns.json"))?.patterns;
    let board = Board::of(&engine);
    let tables = || {
        let table = |name: &str| {
            let items = engine.table(name)?.items().map(|(item, _)| Item::clone(item)).collect();
            let definition = TableDefinition::of(&engine.describe(name)?, Vec::new(), None, None, None);
            Some(ModelTable {
                definition,
                items,
                ..ModelTable::default()
            })
        };
        ["Orders", "Notes"].into_iter().filter_map(table).collect()
    };
    for format in [
        PatternsFormat::Rust,
        PatternsFormat::JavaScript,
        PatternsFormat::Python,
        PatternsFormat::McpServer,
    ] {
        let written = write_patterns(format, &patterns, &board, &tables);
        fs::write(folder.join(format.file_name()), written.text)?;
    }
    let failing = patterns.iter().filter(|pattern| !board.run(pattern).passes());
    let names: Vec<&str> = failing.map(|pattern| pattern.name.as_str()).collect();
    fs::write(folder.join("failing.json"), serde_json::to_string(&names)?)?;
    Ok(())
}

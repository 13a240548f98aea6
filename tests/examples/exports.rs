//! `cargo run --package hashrange-tests --example exports -- FOLDER`: writes the tables of all lessons, and one with every
//! setting, as CloudFormation and as Terraform, each into a file of its own. Linters read them in the stage `exports`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a command: writes files and speaks to a terminal"
)]

use std::error::Error;
use std::path::{Path, PathBuf};

use hashrange_files::{TableDefinition, TablesFormat, TemplateFormat, tables_in, tables_out};

/// A table with the settings that no table of a lesson has.
const FULL: &str = r#"{
  "TableName": "everything",
  "BillingMode": "PROVISIONED",
  "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 6 },
  "TableClass": "STANDARD_INFREQUENT_ACCESS",
  "DeletionProtectionEnabled": true,
  "AttributeDefinitions": [
    { "AttributeName": "poll", "AttributeType": "S" },
    { "AttributeName": "voter", "AttributeType": "N" },
    { "AttributeName": "image", "AttributeType": "B" }
  ],
  "KeySchema": [
    { "AttributeName": "poll", "KeyType": "HASH" },
    { "AttributeName": "voter", "KeyType": "RANGE" }
  ],
  "LocalSecondaryIndexes": [
    {
      "IndexName": "ByImage",
      "KeySchema": [
        { "AttributeName": "poll", "KeyType": "HASH" },
        { "AttributeName": "image", "KeyType": "RANGE" }
      ],
      "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["weight"] }
    }
  ],
  "GlobalSecondaryIndexes": [
    {
      "IndexName": "ByVoter",
      "KeySchema": [{ "AttributeName": "voter", "KeyType": "HASH" }],
      "Projection": { "ProjectionType": "KEYS_ONLY" },
      "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 2 }
    }
  ],
  "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
  "SSESpecification": { "Enabled": true },
  "Tags": [{ "Key": "team", "Value": "votes and polls" }]
}"#;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("the folder is missing")?);
    std::fs::create_dir_all(&folder)?;
    let mut tables = read(FULL)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons");
    for entry in std::fs::read_dir(root)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let lesson = std::fs::read_to_string(path)?;
            for body in lesson.lines().filter_map(|line| line.strip_prefix("> CreateTable ")) {
                tables.extend(read(body)?);
            }
        }
    }
    for (number, table) in tables.iter().enumerate() {
        for (format, ending) in [
            (TemplateFormat::CloudFormation, "json"),
            (TemplateFormat::Terraform, "tf"),
        ] {
            let written = tables_out(format, std::slice::from_ref(table));
            std::fs::write(folder.join(format!("table-{number}.{ending}")), written.text)?;
        }
    }
    println!("{} tables exported", tables.len());
    Ok(())
}

fn read(body: &str) -> Result<Vec<TableDefinition>, Box<dyn Error>> {
    let read = tables_in(TablesFormat::DescribeTable, body).map_err(|faults| format!("{faults:?}: {body}"))?;
    Ok(read.tables)
}

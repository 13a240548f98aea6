//! Writes a `dynamodb_data_model.json` of AWS's DynamoDB MCP server: tables as boto3's `create_table` has them, items as
//! `batch_write_item` has them, and access patterns, which the caller writes.
//!
//! The form is that of awslabs.dynamodb-mcp-server 2.1.8, in its `prompts/json_generation_guide.md`. Its server demands all
//! three members. Must not know how a model is read.

use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{JsonContent, JsonTree, Request, encode_request, item_to_json};

use super::build::{named, object};
use super::definition::TableDefinition;
use super::format::TablesWritten;
use crate::file_fault::LeftOut;

/// Writes tables with their items, and access patterns. Also returns the settings that a model cannot express.
#[must_use]
pub fn data_model_out(tables: &[(&TableDefinition, &[Item])], access_patterns: Vec<JsonTree>) -> TablesWritten {
    let mut left_out = Vec::new();
    let (mut created, mut items) = (Vec::new(), Vec::new());
    for (table, own) in tables {
        let name = &table.create.table_name;
        created.push(tree(&encode_request(&Request::CreateTable(table.create.clone()))));
        let settings = [
            ("TimeToLiveSpecification", table.time_to_live.is_some()),
            ("PointInTimeRecoverySpecification", table.point_in_time_recovery),
            // boto3 encodes the text of a value once more.
            ("binary values", own.iter().any(has_bytes)),
        ];
        let there = settings.into_iter().filter(|(_, is_there)| *is_there);
        left_out.extend(there.map(|(what, _)| LeftOut::new(0, format!("{name}.{what}"))));
        left_out.extend(table.insights_left_out());
        let puts: Vec<JsonTree> = own.iter().map(put).collect();
        if !puts.is_empty() {
            items.push(named(name, puts));
        }
    }
    let model = object([
        named("tables", created),
        named("items", object(items)),
        named("access_patterns", access_patterns),
    ]);
    TablesWritten {
        text: model.to_json_pretty() + "\n",
        left_out,
    }
}

fn put(item: &Item) -> JsonTree {
    object([named("PutRequest", object([named("Item", tree(&item_to_json(item)))]))])
}

fn tree(json: &str) -> JsonTree {
    JsonTree::parse(json).unwrap_or_else(|_| JsonContent::Null.into())
}

fn has_bytes(item: &Item) -> bool {
    item.iter().any(|(_, value)| is_bytes(value))
}

/// Values nest to 32 levels at most.
fn is_bytes(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::B(_) | AttributeValue::Bs(_) => true,
        AttributeValue::L(elements) => elements.iter().any(is_bytes),
        AttributeValue::M(members) => members.iter().any(|(_, value)| is_bytes(value)),
        _ => false,
    }
}

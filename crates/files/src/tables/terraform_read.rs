//! Reads the tables of a Terraform file: its resources of type `aws_dynamodb_table`.
//!
//! Must not know how HCL is parsed, nor how tables are written.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{definition, named, object, pass_over, recovery_days, tags_of, text_of, time_to_live};
use super::definition::TableDefinition;
use super::document::document;
use super::found::Found;
use super::hcl_value::{Scope, entry};
use super::terraform_beside::complete;
use super::terraform_body::{Reading, blocks, body_tree, key_schema, renamed, units};
use super::terraform_items::{ITEM, Ids, read_items};
use super::terraform_names::{KINDS, NAMES, TABLE, is_block};
use crate::file_fault::{FileFault, FileReason, LeftOut, short, under};
use crate::hcl::{self, Block, Part, of_json, parse};

/// Resources that complete tables, and are not read.
const BESIDE_TABLES: [&str; 2] = ["aws_dynamodb_", "aws_appautoscaling_"];
/// Maximum tables of all `count` and `for_each` of a file, because a short file can repeat a table very often.
const MOST_REPEATED: usize = 100;

/// The tables of a file, and what is not read.
pub(super) fn read(text: &str) -> Result<Found, Vec<FileFault>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut found = Found::default();
    let tree;
    let body = if text.trim_start().starts_with(['{', '[']) {
        tree = document(text, &mut found)?;
        of_json(&tree, &|name| name == "content" || is_block(name))
    } else {
        parse(text).map_err(|fault| vec![FileFault::new(fault.line, "", FileReason::Hcl(fault.expected))])?
    };
    let scope = Scope::of(&body);
    let mut ids = Vec::new();
    for part in &body.parts {
        let Some(block) = right(part, &mut found) else { continue };
        let labels: Vec<&str> = block.labels.iter().map(AsRef::as_ref).collect();
        match (block.name, labels.as_slice()) {
            ("resource", [TABLE, id]) => {
                let before = found.tables.len();
                read_instances(block, &under(TABLE, id), &scope, &mut found);
                if let [table] = found.tables.get(before..).unwrap_or_default() {
                    ids.push(((*id).to_owned(), table.create.table_name.to_string()));
                }
            }
            // What refers to tables follows when all tables are read.
            ("resource", [ITEM, ..]) => {}
            ("resource", [kind, _]) if KINDS.iter().any(|(beside, _)| beside == kind) => {}
            ("resource", [kind, id]) if BESIDE_TABLES.iter().any(|beside| kind.starts_with(beside)) => {
                found.left_out.push(unsupported(kind, under(kind, id), block).into());
            }
            ("data", [kind, id]) if kind.starts_with("aws_dynamodb_") => {
                found
                    .left_out
                    .push(unsupported("data", under(&under("data", kind), id), block).into());
            }
            ("module", [id]) => {
                found
                    .left_out
                    .push(unsupported("module", under("module", id), block).into());
            }
            _ => {}
        }
    }
    let ids = Ids::of(&ids);
    complete(&body, &ids, &scope, &mut found);
    read_items(&body, &ids, &scope, &mut found);
    if found.is_empty() {
        let reason = FileReason::NoTable("resources of type aws_dynamodb_table");
        found.faults.push(FileFault::new(1, "", reason));
    }
    Ok(found)
}

/// Names a value in place of a block, and a block that has another number of labels than its kind. Returns any other block.
fn right<'b, 't>(part: &'b Part<'t>, found: &mut Found) -> Option<&'b Block<'t>> {
    let block = match part {
        Part::Block(block) => block,
        Part::Attribute(attribute) => {
            let fault = FileFault::expected(attribute.value.line, attribute.name, "a block");
            found.add_wrong(attribute.name == "resource", fault);
            return None;
        }
    };
    let (_, labels) = hcl::KINDS.iter().find(|(kind, _)| *kind == block.name)?;
    if *labels == block.labels.len() {
        return Some(block);
    }
    let expected = match labels {
        0 => "a block without labels",
        1 => "a block with one label",
        _ => "a block with two labels",
    };
    let mut path = block.name.to_owned();
    for label in &block.labels {
        path = under(&path, label);
    }
    found.add_wrong(
        block.name == "resource",
        FileFault::expected(block.line, &path, expected),
    );
    None
}

fn unsupported(what: &str, path: String, block: &Block<'_>) -> FileFault {
    FileFault::new(block.line, path, FileReason::Unsupported(what.to_owned()))
}

/// Reads the tables of a resource: one, or one for each value of its `count` or `for_each`.
fn read_instances(block: &Block<'_>, path: &str, scope: &Scope<'_>, found: &mut Found) {
    let each = |name: &str, values: Vec<(String, JsonTree)>, found: &mut Found| {
        found.repeated += values.len();
        if found.repeated > MOST_REPEATED {
            let reason = FileReason::Expected("a repetition of at most 100 tables in the file");
            found.faults.push(FileFault::new(block.line, path, reason));
            return;
        }
        let name = name.into();
        for (key, value) in values {
            let path = short(&format!("{path}[{key}]"));
            let table = scope.with(&name, value, || read_table(block, &path, scope, &mut found.left_out));
            found.add(table);
        }
    };
    let instances = |name: &str| block.body.value(name);
    if let Some(count) = instances("count") {
        let path = format!("{path}.count");
        let number = scope
            .value(count, &path)
            .map(|tree| text_of(&tree).and_then(|text| text.parse::<u64>().ok()));
        match number {
            Ok(Some(0)) => {
                let off = FileReason::Off("count > 0".to_owned());
                found.faults.push(FileFault::new(count.line, path, off));
            }
            Ok(Some(number)) if number <= MOST_REPEATED as u64 => {
                let index = |index: u64| JsonTree::from(JsonContent::Number(index.to_string()));
                let numbers = (0..number).map(|at| (at.to_string(), object([named("index", index(at))])));
                each("count", numbers.collect(), found);
            }
            Ok(_) => found
                .faults
                .push(FileFault::expected(count.line, &path, "a number of at most 100")),
            Err(fault) => found.faults.push(fault),
        }
    } else if let Some(values) = instances("for_each") {
        match scope.entries(values, &format!("{path}.for_each")) {
            Ok(entries) if entries.is_empty() => {
                let off = FileReason::Off("length(for_each) > 0".to_owned());
                found
                    .faults
                    .push(FileFault::new(values.line, format!("{path}.for_each"), off));
            }
            Ok(entries) => {
                let entries = entries
                    .into_iter()
                    .map(|(key, value)| (format!("\"{key}\""), entry(&key, value)));
                each("each", entries.collect(), found);
            }
            Err(fault) => found.faults.push(fault),
        }
    } else {
        let table = read_table(block, path, scope, &mut found.left_out);
        found.add(table);
    }
}

fn read_table(
    block: &Block<'_>,
    path: &str,
    scope: &Scope<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<TableDefinition, FileFault> {
    let tree = body_tree(&block.body, path, scope, TABLE, &mut Reading { names: NAMES, left_out })?;
    pass_over(&tree, NAMES, TABLE, path, left_out);
    let is_on_demand = text(&tree, "billing_mode") == Some("PAY_PER_REQUEST");
    let mut members = renamed(
        &tree,
        &[
            ("name", "TableName"),
            ("billing_mode", "BillingMode"),
            ("table_class", "TableClass"),
            ("deletion_protection_enabled", "DeletionProtectionEnabled"),
        ],
    );
    let attributes = blocks(&tree, "attribute")
        .map(|it| object(renamed(it, &[("name", "AttributeName"), ("type", "AttributeType")])));
    members.push(named("AttributeDefinitions", attributes.collect::<Vec<_>>()));
    let keys = key_schema(tree.member("hash_key"), &tree, path, left_out);
    members.push(named("KeySchema", keys));
    members.extend(throughput(&tree, is_on_demand));
    members.extend(units(&tree));
    members.extend(indexes(&tree, is_on_demand, path, left_out));
    members.extend(settings(&tree));
    let tags = tags_of(tree.member("tags"), || format!("{path}.tags"), left_out);
    members.push(named("Tags", tags));
    let mut table = definition(members, block.line, path)?;
    let is_on = |name| {
        blocks(&tree, name)
            .last()
            .filter(|it| it.member("enabled").and_then(JsonTree::truth) == Some(true))
    };
    if let Some(ttl) = is_on("ttl") {
        let attribute = text(ttl, "attribute_name");
        table.time_to_live = Some(time_to_live(attribute, ttl.line, &format!("{path}.ttl"))?);
    }
    if let Some(recovery) = is_on("point_in_time_recovery") {
        table.point_in_time_recovery = true;
        let days = recovery.member("recovery_period_in_days");
        table.recovery_days = recovery_days(days, &format!("{path}.point_in_time_recovery"))?;
    }
    Ok(table.settled())
}

fn text<'t>(tree: &'t JsonTree, name: &str) -> Option<&'t str> {
    tree.member(name).and_then(JsonTree::text)
}

fn indexes(tree: &JsonTree, is_on_demand: bool, path: &str, left_out: &mut Vec<LeftOut>) -> [(String, JsonTree); 2] {
    let mut keys = |of: &JsonTree, index| key_schema(of.member("hash_key"), index, path, left_out);
    let local = blocks(tree, "local_secondary_index").map(|index| object(index_head(index, keys(tree, index))));
    let local: Vec<JsonTree> = local.collect();
    let global = blocks(tree, "global_secondary_index").map(|index| {
        let head = index_head(index, keys(index, index));
        object(
            head.into_iter()
                .chain(throughput(index, is_on_demand))
                .chain(units(index)),
        )
    });
    [
        named("LocalSecondaryIndexes", local),
        named("GlobalSecondaryIndexes", global.collect::<Vec<_>>()),
    ]
}

fn index_head(index: &JsonTree, keys: Vec<JsonTree>) -> Vec<(String, JsonTree)> {
    let projection = renamed(
        index,
        &[
            ("projection_type", "ProjectionType"),
            ("non_key_attributes", "NonKeyAttributes"),
        ],
    );
    let mut head = renamed(index, &[("name", "IndexName")]);
    head.push(named("KeySchema", keys));
    head.push(named("Projection", object(projection)));
    head
}

/// The provisioned throughput, which Terraform ignores in on-demand mode.
fn throughput(tree: &JsonTree, is_on_demand: bool) -> Option<(String, JsonTree)> {
    let rates = renamed(
        tree,
        &[
            ("read_capacity", "ReadCapacityUnits"),
            ("write_capacity", "WriteCapacityUnits"),
        ],
    );
    (!is_on_demand && !rates.is_empty()).then(|| named("ProvisionedThroughput", object(rates)))
}

fn settings(tree: &JsonTree) -> Vec<(String, JsonTree)> {
    let mut members = Vec::new();
    if tree.member("stream_enabled").and_then(JsonTree::truth) == Some(true) {
        let images = renamed(tree, &[("stream_view_type", "StreamViewType")]);
        members.push(named(
            "StreamSpecification",
            object([named("StreamEnabled", true)].into_iter().chain(images)),
        ));
    }
    if let Some(encryption) = blocks(tree, "server_side_encryption").last() {
        let parts = renamed(encryption, &[("enabled", "Enabled"), ("kms_key_arn", "KMSMasterKeyId")]);
        members.push(named("SSESpecification", object(parts)));
    }
    members
}

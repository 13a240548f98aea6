//! Reads the tables of a Terraform file: its resources of type `aws_dynamodb_table`.
//!
//! Must not know how HCL is parsed, nor how tables are written.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{definition, named, object, pass_over, recovery_days, text_of, time_to_live};
use super::definition::TableDefinition;
use super::document::document;
use super::found::Found;
use super::hcl_value::{Scope, entry};
use super::terraform_items::{ITEM, read_items};
use super::terraform_names::{NAMES, TABLE, is_block};
use crate::file_fault::{FileFault, FileReason, LeftOut};
use crate::hcl::{Block, Body, Part, of_json, parse};

/// Attributes and blocks about Terraform itself, not about the table.
const OF_TERRAFORM: [&str; 8] = [
    "lifecycle",
    "timeouts",
    "depends_on",
    "provider",
    "region",
    "tags_all",
    "count",
    "for_each",
];
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
    for block in body.blocks() {
        let labels: Vec<&str> = block.labels.iter().map(String::as_str).collect();
        match (block.name, labels.as_slice()) {
            ("resource", [TABLE, id, ..]) => {
                let before = found.tables.len();
                read_instances(block, &format!("{TABLE}.{id}"), &scope, &mut found);
                if let [table] = found.tables.get(before..).unwrap_or_default() {
                    ids.push(((*id).to_owned(), table.create.table_name.to_string()));
                }
            }
            // The items follow when all tables are read.
            ("resource", [ITEM, ..]) => {}
            ("resource", [kind, id, ..]) if BESIDE_TABLES.iter().any(|beside| kind.starts_with(beside)) => {
                found
                    .left_out
                    .push(unsupported(kind, format!("{kind}.{id}"), block).into());
            }
            ("module", [id, ..]) => {
                found
                    .left_out
                    .push(unsupported("module", format!("module.{id}"), block).into());
            }
            _ => {}
        }
    }
    read_items(&body, &ids, &scope, &mut found);
    if found.is_empty() {
        let reason = FileReason::NoTable("resources of type aws_dynamodb_table");
        found.faults.push(FileFault::new(1, "", reason));
    }
    Ok(found)
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
        for (key, value) in values {
            let path = format!("{path}[{key}]");
            let table = scope.with(name, value, || read_table(block, &path, scope, &mut found.left_out));
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
            Ok(_) => found.faults.push(FileFault::new(
                count.line,
                path,
                FileReason::Expected("a number of at most 100"),
            )),
            Err(fault) => found.faults.push(fault),
        }
    } else if let Some(values) = instances("for_each") {
        match scope.entries(values, &format!("{path}.for_each")) {
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
    let tree = body_tree(&block.body, path, scope, Some(left_out))?;
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
    members.push(named("KeySchema", key_schema(tree.member("hash_key"), &tree)));
    members.extend(throughput(&tree, is_on_demand));
    members.extend(units(&tree));
    members.extend(indexes(&tree, is_on_demand));
    members.extend(settings(&tree));
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

/// The attributes and blocks of a body as members. For a table, it includes only those that are read.
pub(super) fn body_tree(
    body: &Body<'_>,
    path: &str,
    scope: &Scope<'_>,
    mut left_out: Option<&mut Vec<LeftOut>>,
) -> Result<JsonTree, FileFault> {
    let mut members: Vec<(String, JsonTree)> = Vec::new();
    for part in &body.parts {
        let (name, line) = match part {
            Part::Attribute(attribute) => (attribute.name, attribute.value.line),
            Part::Block(block) => (repeated(block).unwrap_or(block.name), block.line),
        };
        let path = format!("{path}.{name}");
        let is_read = || NAMES.iter().any(|(of, names)| *of == TABLE && names.contains(&name));
        if let Some(left_out) = left_out.as_deref_mut().filter(|_| !is_read()) {
            if !OF_TERRAFORM.contains(&name) {
                left_out.push(LeftOut::new(line, path));
            }
            continue;
        }
        match part {
            Part::Attribute(attribute) => {
                let value = scope.value(&attribute.value, &path)?;
                members.push((
                    name.to_owned(),
                    if is_block(name) {
                        as_blocks(value, &path)?
                    } else {
                        value
                    },
                ));
            }
            Part::Block(block) => {
                let found = if repeated(block).is_some() {
                    repetitions(block, name, &path, scope)?
                } else {
                    // The parser limits the depth of blocks to 64 levels.
                    vec![body_tree(&block.body, &path, scope, None)?]
                };
                let found = found.into_iter().map(|tree| JsonTree { line, ..tree });
                match members.iter_mut().find(|(other, _)| other == name) {
                    Some((
                        _,
                        JsonTree {
                            content: JsonContent::List(blocks),
                            ..
                        },
                    )) => blocks.extend(found),
                    _ => members.push(named(name, found.collect::<Vec<_>>())),
                }
            }
        }
    }
    Ok(object(members))
}

/// The value of an attribute in place of blocks: a list of objects, or one object.
fn as_blocks(value: JsonTree, path: &str) -> Result<JsonTree, FileFault> {
    let is_object = |tree: &JsonTree| matches!(tree.content, JsonContent::Object(_));
    match &value.content {
        JsonContent::Null => Ok(value),
        JsonContent::List(elements) if elements.iter().all(is_object) => Ok(value),
        JsonContent::Object(_) => Ok(vec![value].into()),
        _ => Err(FileFault::new(value.line, path, FileReason::Expected("a block"))),
    }
}

/// The name of the blocks that a `dynamic` block stands for.
fn repeated<'b>(block: &'b Block<'_>) -> Option<&'b str> {
    let label = block.labels.first().filter(|_| block.name == "dynamic");
    label.map(String::as_str)
}

/// The blocks that a `dynamic` block stands for.
fn repetitions(block: &Block<'_>, name: &str, path: &str, scope: &Scope<'_>) -> Result<Vec<JsonTree>, FileFault> {
    let missing = |what| FileFault::new(block.line, path, FileReason::Missing(what));
    let part = |name: &str| block.body.value(name);
    let values = part("for_each").ok_or_else(|| missing("for_each"))?;
    let content = block.body.blocks().find(|part| part.name == "content");
    let content = content.ok_or_else(|| missing("content"))?;
    let iterator = part("iterator").map_or_else(|| name.to_owned(), |name| name.text.to_owned());
    let entries = scope.entries(values, &format!("{path}.for_each"))?.into_iter();
    let tree = |(key, value): (String, JsonTree)| {
        scope.with(&iterator, entry(&key, value), || {
            body_tree(&content.body, path, scope, None)
        })
    };
    entries.map(tree).collect()
}

/// The blocks of this name.
fn blocks<'t>(tree: &'t JsonTree, name: &str) -> std::slice::Iter<'t, JsonTree> {
    tree.member(name).map(JsonTree::elements).unwrap_or_default().iter()
}

fn text<'t>(tree: &'t JsonTree, name: &str) -> Option<&'t str> {
    tree.member(name).and_then(JsonTree::text)
}

/// The members with these names, under other names.
fn renamed(tree: &JsonTree, names: &[(&str, &str)]) -> Vec<(String, JsonTree)> {
    let there = |(from, to): &(&str, &str)| tree.member(from).map(|member| named(to, member.clone()));
    names.iter().filter_map(there).collect()
}

/// The keys of a table or an index. The file has one attribute for each part, or a block for each key attribute.
fn key_schema(hash_key: Option<&JsonTree>, part: &JsonTree) -> Vec<JsonTree> {
    let several = blocks(part, "key_schema");
    if several.len() > 0 {
        let names = [("attribute_name", "AttributeName"), ("key_type", "KeyType")];
        return several.map(|key| object(renamed(key, &names))).collect();
    }
    let key = |attribute: &JsonTree, role| object([named("AttributeName", attribute.clone()), named("KeyType", role)]);
    let keys = [
        hash_key.map(|it| key(it, "HASH")),
        part.member("range_key").map(|it| key(it, "RANGE")),
    ];
    keys.into_iter().flatten().collect()
}

fn indexes(tree: &JsonTree, is_on_demand: bool) -> [(String, JsonTree); 2] {
    let local = blocks(tree, "local_secondary_index");
    let local = local.map(|index| object(index_head(index, key_schema(tree.member("hash_key"), index))));
    let global = blocks(tree, "global_secondary_index").map(|index| {
        let head = index_head(index, key_schema(index.member("hash_key"), index));
        object(
            head.into_iter()
                .chain(throughput(index, is_on_demand))
                .chain(units(index)),
        )
    });
    [
        named("LocalSecondaryIndexes", local.collect::<Vec<_>>()),
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

fn units(tree: &JsonTree) -> Vec<(String, JsonTree)> {
    let limits = [
        ("max_read_request_units", "MaxReadRequestUnits"),
        ("max_write_request_units", "MaxWriteRequestUnits"),
    ];
    let warm = [
        ("read_units_per_second", "ReadUnitsPerSecond"),
        ("write_units_per_second", "WriteUnitsPerSecond"),
    ];
    let part = |block, to, names: &[(&str, &str)]| {
        blocks(tree, block)
            .last()
            .map(|block| named(to, object(renamed(block, names))))
    };
    let parts = [
        part("on_demand_throughput", "OnDemandThroughput", &limits),
        part("warm_throughput", "WarmThroughput", &warm),
    ];
    parts.into_iter().flatten().collect()
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
    if let Some(tags) = tree.member("tags") {
        let tag = |(key, value): &(String, JsonTree)| {
            let value = text_of(value).map_or_else(|| value.clone(), |text| text.as_str().into());
            object([named("Key", key.as_str()), named("Value", value)])
        };
        members.push(named("Tags", tags.members().iter().map(tag).collect::<Vec<_>>()));
    }
    members
}

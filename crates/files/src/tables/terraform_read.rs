//! Reads the tables of a Terraform file: its resources of type `aws_dynamodb_table`.
//!
//! Must not know how HCL is parsed, nor how tables are written.

use hashrange_wire::{JsonContent, JsonTree};
use hcl_edit::Span;
use hcl_edit::parser::parse_body;
use hcl_edit::structure::{Block, Body, Structure};

use super::build::{definition, named, object, time_to_live};
use super::definition::TableDefinition;
use super::hcl_value::{Scope, text_of};
use crate::file_fault::{FileFault, FileReason, LeftOut};

/// The supported attributes and blocks of a table.
const READ: [&str; 19] = [
    "name",
    "billing_mode",
    "hash_key",
    "range_key",
    "read_capacity",
    "write_capacity",
    "stream_enabled",
    "stream_view_type",
    "table_class",
    "deletion_protection_enabled",
    "tags",
    "attribute",
    "global_secondary_index",
    "local_secondary_index",
    "ttl",
    "point_in_time_recovery",
    "server_side_encryption",
    "on_demand_throughput",
    "warm_throughput",
];
/// Blocks about Terraform itself, not about the table.
const OF_TERRAFORM: [&str; 6] = ["lifecycle", "timeouts", "depends_on", "provider", "region", "tags_all"];
/// Attributes and blocks that create several resources, or several parts of one.
const SEVERAL: [&str; 3] = ["count", "for_each", "dynamic"];

/// The tables of a file, and their ignored parts.
pub(super) fn read(text: &str) -> Result<(Vec<TableDefinition>, Vec<LeftOut>), Vec<FileFault>> {
    let text = text.trim_start_matches('\u{feff}');
    let body = parse_body(text).map_err(|error| {
        let line = error.location().line();
        vec![FileFault::new(line, "", FileReason::Hcl(error.message().to_owned()))]
    })?;
    let scope = Scope::of(text, &body);
    let (mut tables, mut faults, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for block in body.get_blocks("resource") {
        let [kind, id, ..] = block.labels.as_slice() else {
            continue;
        };
        if kind.as_str() != "aws_dynamodb_table" {
            continue;
        }
        let path = format!("aws_dynamodb_table.{}", id.as_str());
        match read_table(block, &path, &scope, &mut left_out) {
            Ok(table) => tables.push(table),
            Err(fault) => faults.push(fault),
        }
    }
    if tables.is_empty() && faults.is_empty() {
        faults.push(FileFault::new(
            1,
            "",
            FileReason::NoTable("resources of type aws_dynamodb_table"),
        ));
    }
    if faults.is_empty() {
        Ok((tables, left_out))
    } else {
        Err(faults)
    }
}

fn read_table(
    block: &Block,
    path: &str,
    scope: &Scope<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<TableDefinition, FileFault> {
    let tree = body_tree(&block.body, path, scope, Some(left_out))?;
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
    let mut table = definition(members, scope.line(block.span()), path)?;
    let is_on = |name| {
        blocks(&tree, name)
            .last()
            .filter(|it| it.member("enabled").and_then(JsonTree::truth) == Some(true))
    };
    if let Some(ttl) = is_on("ttl") {
        let attribute = text(ttl, "attribute_name");
        table.time_to_live = Some(time_to_live(attribute, ttl.line, &format!("{path}.ttl"))?);
    }
    table.point_in_time_recovery = is_on("point_in_time_recovery").is_some();
    Ok(table)
}

/// The attributes and blocks of a body as members. For a table, it includes only the supported ones.
fn body_tree(
    body: &Body,
    path: &str,
    scope: &Scope<'_>,
    mut left_out: Option<&mut Vec<LeftOut>>,
) -> Result<JsonTree, FileFault> {
    let mut members: Vec<(String, JsonTree)> = Vec::new();
    for structure in body {
        let (name, span) = match structure {
            Structure::Attribute(attribute) => (attribute.key.value().as_str(), attribute.span()),
            Structure::Block(block) => (block.ident.value().as_str(), block.span()),
        };
        let (path, line) = (format!("{path}.{name}"), scope.line(span));
        if SEVERAL.contains(&name) {
            return Err(FileFault::new(line, path, FileReason::Unsupported(name.to_owned())));
        }
        if let Some(left_out) = left_out.as_deref_mut().filter(|_| !READ.contains(&name)) {
            if !OF_TERRAFORM.contains(&name) {
                left_out.push(LeftOut { line, path });
            }
            continue;
        }
        match structure {
            Structure::Attribute(attribute) => members.push((name.to_owned(), scope.value(&attribute.value, &path)?)),
            Structure::Block(block) => {
                // The parser limits the depth of blocks to 64 levels.
                let tree = JsonTree {
                    line,
                    ..body_tree(&block.body, &path, scope, None)?
                };
                match members
                    .iter_mut()
                    .find(|(other, _)| other == name)
                    .map(|(_, member)| &mut member.content)
                {
                    Some(JsonContent::List(blocks)) => blocks.push(tree),
                    _ => members.push(named(name, vec![tree])),
                }
            }
        }
    }
    Ok(object(members))
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

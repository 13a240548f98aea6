//! The parts of a Terraform resource as members, and the settings that tables and indexes share.
//!
//! Must not know which resources a file has.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{Names, named, object};
use super::hcl_value::{Scope, entry};
use super::terraform_names::{KINDS, is_block};
use crate::file_fault::{FileFault, FileReason, LeftOut};
use crate::hcl::{Block, Body, Part};

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
/// The attributes and blocks of a body as members. For a resource, with its kind, it has only those that are read, and
/// the others are named.
pub(super) fn body_tree(
    body: &Body<'_>,
    path: &str,
    scope: &Scope<'_>,
    mut of: Option<(Names<'_>, &str, &mut Vec<LeftOut>)>,
) -> Result<JsonTree, FileFault> {
    let mut members: Vec<(String, JsonTree)> = Vec::new();
    for part in &body.parts {
        let (name, line) = match part {
            Part::Attribute(attribute) => (attribute.name, attribute.value.line),
            Part::Block(block) => (repeated(block).unwrap_or(block.name), block.line),
        };
        let path = format!("{path}.{name}");
        if let Some((names, kind, left_out)) = &mut of {
            let is_read = names.iter().any(|(of, names)| of == kind && names.contains(&name));
            let is_reference = || KINDS.contains(&(*kind, name));
            if !is_read {
                if !OF_TERRAFORM.contains(&name) && !is_reference() {
                    left_out.push(LeftOut::new(line, path));
                }
                continue;
            }
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
pub(super) fn blocks<'t>(tree: &'t JsonTree, name: &str) -> std::slice::Iter<'t, JsonTree> {
    tree.member(name).map(JsonTree::elements).unwrap_or_default().iter()
}

/// The members with these names, under other names.
pub(super) fn renamed(tree: &JsonTree, names: &[(&str, &str)]) -> Vec<(String, JsonTree)> {
    let there = |(from, to): &(&str, &str)| tree.member(from).map(|member| named(to, member.clone()));
    names.iter().filter_map(there).collect()
}

/// The keys of a table or an index. The file has one attribute for each part, or a block for each key attribute.
pub(super) fn key_schema(hash_key: Option<&JsonTree>, part: &JsonTree) -> Vec<JsonTree> {
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

pub(super) fn units(tree: &JsonTree) -> Vec<(String, JsonTree)> {
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

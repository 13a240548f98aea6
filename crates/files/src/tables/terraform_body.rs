//! The parts of a Terraform resource as members, and the settings that tables and indexes share.
//!
//! Must not know which resources a file has.

use std::rc::Rc;

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{Names, named, object};
use super::hcl_value::{Scope, entry};
use super::terraform_names::{KINDS, is_block};
use crate::file_fault::{FileFault, FileReason, LeftOut, under};
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
/// Blocks that a body can have several times.
const SEVERAL: [&str; 4] = [
    "attribute",
    "key_schema",
    "global_secondary_index",
    "local_secondary_index",
];

/// What is read of bodies, and the list of what is not.
pub(super) struct Reading<'r> {
    pub(super) names: Names<'r>,
    pub(super) left_out: &'r mut Vec<LeftOut>,
}

/// The attributes and blocks of a body as members. It has only those that are read of this kind, and the others are named.
pub(super) fn body_tree(
    body: &Body<'_>,
    path: &str,
    scope: &Scope<'_>,
    kind: &str,
    reading: &mut Reading<'_>,
) -> Result<JsonTree, FileFault> {
    let mut members: Vec<(String, JsonTree)> = Vec::new();
    for part in &body.parts {
        let (name, line) = match part {
            Part::Attribute(attribute) => (attribute.name, attribute.value.line),
            Part::Block(block) => (repeated(block).unwrap_or(block.name), block.line),
        };
        let path = under(path, name);
        if !reading
            .names
            .iter()
            .any(|(of, names)| *of == kind && names.contains(&name))
        {
            if !OF_TERRAFORM.contains(&name) && !KINDS.contains(&(kind, name)) {
                reading.left_out.push(LeftOut::new(line, path));
            }
            continue;
        }
        let value = match part {
            Part::Block(block) => blocks_of(block, name, &path, scope, reading)?.into(),
            Part::Attribute(attribute) => {
                let mut value = scope.value(&attribute.value, &path)?;
                if is_block(name) {
                    make_blocks(&mut value, &path, reading.left_out)?;
                }
                value
            }
        };
        add(
            &mut members,
            (name, JsonTree { line, ..value }),
            &path,
            reading.left_out,
        );
    }
    for (name, member) in &members {
        alone(name, member, &under(path, name), reading.left_out);
    }
    Ok(object(members))
}

/// The bodies of a block, or those that a `dynamic` block stands for, at its line.
fn blocks_of(
    block: &Block<'_>,
    name: &str,
    path: &str,
    scope: &Scope<'_>,
    reading: &mut Reading<'_>,
) -> Result<Vec<JsonTree>, FileFault> {
    let line = block.line;
    let found = if repeated(block).is_some() {
        repetitions(block, name, path, scope, reading)?
    } else if block.labels.is_empty() {
        // The parser limits the depth of blocks to 64 levels.
        vec![body_tree(&block.body, path, scope, name, reading)?]
    } else {
        let expected = FileReason::Expected("a block without labels");
        return Err(FileFault::new(line, path, expected));
    };
    Ok(found.into_iter().map(|tree| JsonTree { line, ..tree }).collect())
}

/// Adds a member. Blocks of one name become one list; what another part replaces is named.
fn add(members: &mut Vec<(String, JsonTree)>, (name, tree): (&str, JsonTree), path: &str, left_out: &mut Vec<LeftOut>) {
    let before = members.iter_mut().find(|(other, _)| *other == name);
    let Some((_, before)) = before else {
        return members.push(named(name, tree));
    };
    match (&mut before.content, tree.content) {
        (JsonContent::List(blocks), JsonContent::List(more)) if is_block(name) => blocks.extend(more),
        (content, new) => {
            if *content != JsonContent::Null {
                left_out.push(FileFault::new(before.line, path, FileReason::Again).into());
            }
            (before.line, *content) = (tree.line, new);
        }
    }
}

/// Names all but the last of blocks that a body can have once.
fn alone(name: &str, blocks: &JsonTree, path: &str, left_out: &mut Vec<LeftOut>) {
    if let Some((_, others)) = blocks.elements().split_last()
        && is_block(name)
        && !SEVERAL.contains(&name)
    {
        for block in others {
            left_out.push(FileFault::new(block.line, path, FileReason::Again).into());
        }
    }
}

/// Makes a list of the value of an attribute in place of blocks, which is a list of objects or one object, and of the values
/// in it.
fn make_blocks(value: &mut JsonTree, path: &str, left_out: &mut Vec<LeftOut>) -> Result<(), FileFault> {
    if let JsonContent::Object(_) = value.content {
        let line = value.line;
        let only = std::mem::take(value);
        *value = JsonTree {
            line,
            ..vec![only].into()
        };
    }
    let elements = match &mut value.content {
        JsonContent::Null => return Ok(()),
        JsonContent::List(elements) => elements,
        _ => return Err(FileFault::expected(value.line, path, "a block")),
    };
    for element in elements {
        let JsonContent::Object(members) = &mut element.content else {
            return Err(FileFault::expected(element.line, path, "a block"));
        };
        for (name, member) in members.iter_mut().filter(|(name, _)| is_block(name)) {
            let path = under(path, name);
            make_blocks(member, &path, left_out)?;
            alone(name, member, &path, left_out);
        }
    }
    Ok(())
}

/// The name of the blocks that a `dynamic` block stands for.
fn repeated<'b>(block: &'b Block<'_>) -> Option<&'b str> {
    match block.labels.as_slice() {
        [label] if block.name == "dynamic" => Some(label),
        _ => None,
    }
}

/// The blocks that a `dynamic` block stands for.
fn repetitions(
    block: &Block<'_>,
    name: &str,
    path: &str,
    scope: &Scope<'_>,
    reading: &mut Reading<'_>,
) -> Result<Vec<JsonTree>, FileFault> {
    let missing = |what| FileFault::new(block.line, path, FileReason::Missing(what));
    let part = |name: &str| block.body.value(name);
    let values = part("for_each").ok_or_else(|| missing("for_each"))?;
    let mut contents = block.body.blocks().filter(|part| part.name == "content");
    let (Some(content), None) = (contents.next(), contents.next()) else {
        return Err(FileFault::expected(block.line, path, "one block `content`"));
    };
    let iterator: Rc<str> = part("iterator").map_or(name, |name| name.text).into();
    let entries = scope.entries(values, &format!("{path}.for_each"))?.into_iter();
    let tree = |(key, value): (String, JsonTree)| {
        scope.with(&iterator, entry(&key, value), || {
            body_tree(&content.body, path, scope, name, reading)
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

/// The keys of a table or an index. The file has one attribute for each part, or a block for each key attribute. Beside
/// blocks, the attributes are named.
pub(super) fn key_schema(
    hash_key: Option<&JsonTree>,
    part: &JsonTree,
    path: &str,
    left_out: &mut Vec<LeftOut>,
) -> Vec<JsonTree> {
    let several = blocks(part, "key_schema");
    if several.len() > 0 {
        for name in ["hash_key", "range_key"] {
            let again = |it: &JsonTree| FileFault::new(it.line, under(path, name), FileReason::Again).into();
            left_out.extend(part.member(name).map(again));
        }
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

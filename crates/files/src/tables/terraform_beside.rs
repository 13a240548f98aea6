//! Applies the resources of a Terraform file that complete tables: global indexes, tags, policies and Contributor Insights.
//!
//! Must not know how tables are read, nor how values are evaluated.

use hashrange_values::Text;
use hashrange_wire::{ContributorInsightsMode, JsonContent, JsonTree};

use super::build::{bytes_of, changed, members, named, object, pass_over, text_of};
use super::definition::{Insights, TableDefinition};
use super::found::Found;
use super::hcl_value::Scope;
use super::places::Places;
use super::terraform_body::{Reading, blocks, body_tree, key_schema, renamed, units};
use super::terraform_items::{Ids, table_of};
use super::terraform_names::{BESIDE, INDEX, INSIGHTS, KINDS, TAG};
use crate::file_fault::{FileFault, FileReason, LeftOut, under};
use crate::hcl::{Block, Body};

/// Maximum bytes of all tables that resources complete, once for each resource. A file can complete a long table often.
const MOST_COMPLETED: usize = 16 << 20;

/// Applies the resources of a file to its tables, or names them.
pub(super) fn complete(body: &Body<'_>, ids: &Ids<'_>, scope: &Scope<'_>, found: &mut Found) {
    let names = found.names();
    let names = Places::of_all(&names);
    for (kind, reference) in KINDS {
        for block in body.blocks().filter(|block| block.name == "resource") {
            let [other, id] = block.labels.as_slice() else { continue };
            if other != kind {
                continue;
            }
            let path = under(kind, id);
            let applied = table_of(block, reference, &path, ids, scope)
                .and_then(|table| apply(kind, block, &path, names.get(&table), scope, found));
            if let Err(fault) = applied {
                found.left_out.push(fault.into());
            }
        }
    }
}

fn apply(
    kind: &str,
    block: &Block<'_>,
    path: &str,
    table: Option<usize>,
    scope: &Scope<'_>,
    found: &mut Found,
) -> Result<(), FileFault> {
    let (names, left_out) = (BESIDE, &mut found.left_out);
    let tree = body_tree(&block.body, path, scope, kind, &mut Reading { names, left_out })?;
    let tree = JsonTree {
        line: block.line,
        ..tree
    };
    pass_over(&tree, BESIDE, kind, path, &mut found.left_out);
    let fault = |reason| FileFault::new(block.line, path, reason);
    let table = table.and_then(|place| found.tables.get_mut(place));
    let table = table.ok_or_else(|| fault(FileReason::Missing("its table")))?;
    // Each resource reads its table again.
    if found.completed <= MOST_COMPLETED {
        found.completed += bytes_of(&object(members(&table.create)));
    }
    if found.completed > MOST_COMPLETED {
        return Err(fault(FileReason::Expected(
            "a file with fewer resources for its tables",
        )));
    }
    *table = match kind {
        INSIGHTS => with_insights(table, &tree, path)?,
        INDEX => with_index(table, &tree, path, &mut found.left_out)?,
        TAG => {
            let part = |name| {
                let missing = || FileFault::new(tree.line, path, FileReason::Missing(name));
                tree.member(name).and_then(text_of).ok_or_else(missing)
            };
            let (key, value) = (part("key")?, part("value")?);
            let tag = object([named("Key", key.as_str()), named("Value", value.as_str())]);
            let is_other = |tag: &JsonTree| tag.member("Key").and_then(JsonTree::text) != Some(&key);
            changed(table, tree.line, path, |members| {
                edit(members, "Tags", |tags| {
                    tags.retain(is_other);
                    tags.push(tag);
                });
            })?
        }
        _ => {
            let policy = tree.member("policy").and_then(JsonTree::text);
            let policy = policy.ok_or_else(|| FileFault::new(tree.line, path, FileReason::Missing("policy")))?;
            changed(table, tree.line, path, |members| {
                members.retain(|(name, _)| name != "ResourcePolicy");
                members.push(named("ResourcePolicy", policy));
            })?
        }
    };
    Ok(())
}

fn with_insights(table: &TableDefinition, tree: &JsonTree, path: &str) -> Result<TableDefinition, FileFault> {
    let fault = |reason| FileFault::new(tree.line, path, reason);
    let index = tree
        .member("index_name")
        .and_then(JsonTree::text)
        .filter(|name| !name.is_empty());
    let mut indexes = table.create.global_secondary_indexes.iter().flatten();
    if index.is_some_and(|index| !indexes.any(|other| other.index_name == index)) {
        return Err(fault(FileReason::Missing("its index")));
    }
    let mode = tree.member("mode").map(|mode| {
        let mode = mode.text().and_then(ContributorInsightsMode::from_wire);
        mode.ok_or_else(|| fault(FileReason::Expected("a mode of Contributor Insights")))
    });
    let (index, mode) = (index.map(Text::from), mode.transpose()?);
    let mut table = table.clone();
    table.insights.retain(|other| other.index != index);
    // The table comes first, then its indexes in their order.
    let indexes = &table.create.global_secondary_indexes;
    let place = |index: &Option<Text>| {
        let name = index.as_deref()?;
        indexes.iter().flatten().position(|other| other.index_name == name)
    };
    let later = |other: &Insights| place(&other.index) > place(&index);
    let at = table.insights.iter().position(later).unwrap_or(table.insights.len());
    table.insights.insert(at, Insights { index, mode });
    Ok(table)
}

fn with_index(
    table: &TableDefinition,
    tree: &JsonTree,
    path: &str,
    left_out: &mut Vec<LeftOut>,
) -> Result<TableDefinition, FileFault> {
    let projection = [
        ("projection_type", "ProjectionType"),
        ("non_key_attributes", "NonKeyAttributes"),
    ];
    let rates = [
        ("read_capacity_units", "ReadCapacityUnits"),
        ("write_capacity_units", "WriteCapacityUnits"),
    ];
    let part = |block, to, names: &[(&str, &str)]| {
        blocks(tree, block)
            .last()
            .map(|it| named(to, object(renamed(it, names))))
    };
    let mut index = renamed(tree, &[("index_name", "IndexName")]);
    index.push(named("KeySchema", key_schema(None, tree, path, left_out)));
    index.extend(part("projection", "Projection", &projection));
    index.extend(part("provisioned_throughput", "ProvisionedThroughput", &rates));
    index.extend(units(tree));
    let attribute = |key| {
        object(renamed(
            key,
            &[("attribute_name", "AttributeName"), ("attribute_type", "AttributeType")],
        ))
    };
    let attributes: Vec<JsonTree> = blocks(tree, "key_schema").map(attribute).collect();
    changed(table, tree.line, path, |members| {
        edit(members, "GlobalSecondaryIndexes", |indexes| indexes.push(object(index)));
        edit(members, "AttributeDefinitions", |defined| {
            for attribute in attributes {
                let name = attribute.member("AttributeName").and_then(JsonTree::text);
                let is_same = |other: &JsonTree| other.member("AttributeName").and_then(JsonTree::text) == name;
                if !defined.iter().any(is_same) {
                    defined.push(attribute);
                }
            }
        });
    })
}

/// Changes the list of a request with this name, which is empty if it is missing.
fn edit(members: &mut Vec<(String, JsonTree)>, name: &str, change: impl FnOnce(&mut Vec<JsonTree>)) {
    let place = members.iter().position(|(other, _)| other == name);
    let found = place.map(|place| members.remove(place).1.content);
    let mut elements = match found {
        Some(JsonContent::List(elements)) => elements,
        _ => Vec::new(),
    };
    change(&mut elements);
    members.push(named(name, elements));
}

//! Reads and writes CloudFormation templates, where a table is a resource of type `AWS::DynamoDB::Table`.
//!
//! The properties are those of CreateTable with a few differences. `intrinsic` evaluates functions. Must not know other
//! formats.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{definition, members, named, object, picked, time_to_live};
use super::definition::TableDefinition;
use super::intrinsic::Known;
use crate::file_fault::{FileFault, FileReason, LeftOut};

const TABLE: &str = "AWS::DynamoDB::Table";
/// Properties that are identical to members of CreateTable.
const SAME: [&str; 12] = [
    "TableName",
    "AttributeDefinitions",
    "KeySchema",
    "LocalSecondaryIndexes",
    "GlobalSecondaryIndexes",
    "BillingMode",
    "ProvisionedThroughput",
    "DeletionProtectionEnabled",
    "TableClass",
    "Tags",
    "OnDemandThroughput",
    "WarmThroughput",
];
/// Properties that need a conversion.
const OTHER: [&str; 5] = [
    "SSESpecification",
    "StreamSpecification",
    "TimeToLiveSpecification",
    "PointInTimeRecoverySpecification",
    "ResourcePolicy",
];

/// Writes a template with these tables, and returns the settings that it cannot express.
pub(super) fn write(tables: &[TableDefinition]) -> (String, Vec<LeftOut>) {
    let mut left_out = Vec::new();
    let mut resources: Vec<(String, JsonTree)> = Vec::new();
    for table in tables {
        let id = logical_id(&table.create.table_name, &resources);
        let properties = properties(table, &mut left_out);
        resources.push((
            id,
            object([named("Type", TABLE), named("Properties", object(properties))]),
        ));
    }
    let template = object([
        named("AWSTemplateFormatVersion", "2010-09-09"),
        named("Resources", object(resources)),
    ]);
    (template.to_json_pretty() + "\n", left_out)
}

/// A unique name of a resource in the template, with letters and digits only (documented: cloudformation-templates).
fn logical_id(table: &str, taken: &[(String, JsonTree)]) -> String {
    let words: String = table.chars().filter(char::is_ascii_alphanumeric).collect();
    let base = if words.is_empty() { "Table".to_owned() } else { words };
    let mut id = base.clone();
    let mut number = 2;
    while taken.iter().any(|(other, _)| *other == id) {
        id = format!("{base}x{number}");
        number += 1;
    }
    id
}

fn properties(table: &TableDefinition, left_out: &mut Vec<LeftOut>) -> Vec<(String, JsonTree)> {
    let mut properties = Vec::new();
    for (name, member) in members(&table.create) {
        match name.as_str() {
            "VectorIndexes" => left_out.push(LeftOut {
                line: 0,
                path: format!("{}.{name}", table.create.table_name),
            }),
            "SSESpecification" => properties.push((name, renamed(&member, "Enabled", "SSEEnabled"))),
            "StreamSpecification" => properties.push((name, object(picked(&member, &["StreamViewType"])))),
            "ResourcePolicy" => {
                let document = member
                    .text()
                    .and_then(|text| JsonTree::parse(text).ok())
                    .unwrap_or(member);
                properties.push((name, object([named("PolicyDocument", document)])));
            }
            _ => properties.push((name, member)),
        }
    }
    if let Some(attribute) = &table.time_to_live {
        let specification = object([named("AttributeName", attribute.as_str()), named("Enabled", true)]);
        properties.push(named("TimeToLiveSpecification", specification));
    }
    if table.point_in_time_recovery {
        let specification = object([named("PointInTimeRecoveryEnabled", true)]);
        properties.push(named("PointInTimeRecoverySpecification", specification));
    }
    properties
}

fn renamed(tree: &JsonTree, from: &str, to: &str) -> JsonTree {
    let rename =
        |(name, member): &(String, JsonTree)| (if name == from { to.to_owned() } else { name.clone() }, member.clone());
    tree.members().iter().map(rename).collect()
}

/// The tables of a template, and their ignored parts.
pub(super) fn read(text: &str) -> Result<(Vec<TableDefinition>, Vec<LeftOut>), Vec<FileFault>> {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Err(vec![FileFault::new(1, "", FileReason::Yaml)]);
    }
    let tree =
        JsonTree::parse(text.trim_start_matches('\u{feff}')).map_err(|error| vec![FileFault::of_json(&error)])?;
    let known = Known::of(&tree);
    let (mut tables, mut faults, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let resources = tree.member("Resources").map(JsonTree::members).unwrap_or_default();
    for (id, resource) in resources {
        let path = format!("Resources.{id}");
        match resource.member("Type").and_then(JsonTree::text) {
            Some(TABLE) => match read_table(id, resource, &known, &mut left_out) {
                Ok(table) => tables.push(table),
                Err(fault) => faults.push(fault),
            },
            Some(other) if other.starts_with("AWS::DynamoDB::") => {
                faults.push(FileFault::new(
                    resource.line,
                    path,
                    FileReason::Unsupported(other.to_owned()),
                ));
            }
            _ => {}
        }
    }
    if tables.is_empty() && faults.is_empty() {
        faults.push(FileFault::new(
            tree.line,
            "",
            FileReason::NoTable("Resources of type AWS::DynamoDB::Table"),
        ));
    }
    if faults.is_empty() {
        Ok((tables, left_out))
    } else {
        Err(faults)
    }
}

fn read_table(
    id: &str,
    resource: &JsonTree,
    known: &Known<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<TableDefinition, FileFault> {
    let path = format!("Resources.{id}.Properties");
    let missing = FileFault::new(
        resource.line,
        format!("Resources.{id}"),
        FileReason::Missing("Properties"),
    );
    let properties = resource.member("Properties").ok_or(missing)?;
    let mut resolved = Vec::new();
    for (name, property) in properties.members() {
        let path = format!("{path}.{name}");
        if SAME.contains(&name.as_str()) || OTHER.contains(&name.as_str()) {
            resolved.push((name.clone(), known.resolve(property, &path)?));
        } else {
            left_out.push(LeftOut {
                line: property.line,
                path,
            });
        }
    }
    let properties = object(resolved);
    let mut members = picked(&properties, &SAME);
    // CloudFormation generates a name. Here, the table gets the name of its resource (model).
    if properties.member("TableName").is_none() {
        members.push(named("TableName", id));
    }
    members.extend(read_others(&properties));
    let mut table = definition(members, resource.line, &path)?;
    let part = |specification, member| properties.member(specification).and_then(|it| it.member(member));
    let is_on = |specification, member| part(specification, member).and_then(JsonTree::truth) == Some(true);
    if is_on("TimeToLiveSpecification", "Enabled") {
        let attribute = part("TimeToLiveSpecification", "AttributeName").and_then(JsonTree::text);
        let line = properties
            .member("TimeToLiveSpecification")
            .map_or(resource.line, |it| it.line);
        let path = format!("{path}.TimeToLiveSpecification");
        table.time_to_live = Some(time_to_live(attribute, line, &path)?);
    }
    table.point_in_time_recovery = is_on("PointInTimeRecoverySpecification", "PointInTimeRecoveryEnabled");
    Ok(table)
}

fn read_others(properties: &JsonTree) -> Vec<(String, JsonTree)> {
    let mut members = Vec::new();
    if let Some(encryption) = properties.member("SSESpecification") {
        members.push(named("SSESpecification", renamed(encryption, "SSEEnabled", "Enabled")));
    }
    if let Some(stream) = properties.member("StreamSpecification") {
        let images = picked(stream, &["StreamViewType"]);
        members.push(named(
            "StreamSpecification",
            object([named("StreamEnabled", true)].into_iter().chain(images)),
        ));
    }
    if let Some(document) = properties
        .member("ResourcePolicy")
        .and_then(|policy| policy.member("PolicyDocument"))
    {
        members.push(named("ResourcePolicy", JsonContent::Text(document.to_json())));
    }
    members
}

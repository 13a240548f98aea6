//! Reads and writes CloudFormation templates, where a table is a resource of type `AWS::DynamoDB::Table`.
//!
//! The properties are those of CreateTable with a few differences. `intrinsic` evaluates functions. Must not know other
//! formats.

use hashrange_values::Text;
use hashrange_wire::{ContributorInsightsMode, JsonContent, JsonTree};

use super::build::{definition, members, named, object, pass_over, picked, recovery_days, time_to_live};
use super::definition::{Insights, TableDefinition};
use super::document::document;
use super::found::Found;
use super::intrinsic::Known;
use super::template_global::{of_global, without_own_region};
use super::template_kinds::{
    GLOBAL, INSIGHTS, NAMES, OPTIONAL, RECOVERY, RESOURCE, SAME, SIMPLE, TABLE, of_simple, with_texts,
};
use crate::file_fault::{FileFault, FileReason, LeftOut, under};

/// Resources that complete tables, and are not read.
const BESIDE_TABLES: [&str; 3] = ["AWS::ApplicationAutoScaling::", "::MODULE", "Custom::DynamoDBReplica"];
/// Minimum length of a table name (documented: limits-names).
const SHORTEST_NAME: usize = 3;
/// Writes a template with these tables. It can express every setting.
pub(super) fn write(tables: &[TableDefinition]) -> String {
    let mut resources: Vec<(String, JsonTree)> = Vec::new();
    for table in tables {
        let id = logical_id(&table.create.table_name, &resources);
        let properties = object(properties(table));
        resources.push((id, object([named("Type", TABLE), named("Properties", properties)])));
    }
    let template = object([
        named("AWSTemplateFormatVersion", "2010-09-09"),
        named("Resources", object(resources)),
    ]);
    template.to_json_pretty() + "\n"
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

fn properties(table: &TableDefinition) -> Vec<(String, JsonTree)> {
    let mut properties = Vec::new();
    for (name, member) in members(&table.create) {
        match name.as_str() {
            "SSESpecification" => properties.push((name, renamed(&member, "Enabled", "SSEEnabled"))),
            "StreamSpecification" => properties.push((name, object(picked(&member, &["StreamViewType"])))),
            "ResourcePolicy" => {
                let document = member
                    .text()
                    .and_then(|text| JsonTree::parse(text).ok())
                    .unwrap_or(member);
                properties.push((name, object([named("PolicyDocument", document)])));
            }
            "GlobalSecondaryIndexes" => {
                let index = |index: &JsonTree| {
                    let name = index.member("IndexName").and_then(JsonTree::text);
                    object(index.members().iter().cloned().chain(insights_of(table, name)))
                };
                properties.push((name, member.elements().iter().map(index).collect::<Vec<_>>().into()));
            }
            _ => properties.push((name, member)),
        }
    }
    properties.extend(insights_of(table, None));
    if let Some(attribute) = &table.time_to_live {
        let specification = object([named("AttributeName", attribute.as_str()), named("Enabled", true)]);
        properties.push(named("TimeToLiveSpecification", specification));
    }
    if table.point_in_time_recovery {
        let days = table.recovery_days.map(|days| JsonContent::Number(days.to_string()));
        let days = days.map(|days| named("RecoveryPeriodInDays", days));
        let specification = object([named("PointInTimeRecoveryEnabled", true)].into_iter().chain(days));
        properties.push(named(RECOVERY, specification));
    }
    properties
}

/// The setting of Contributor Insights, if it is on for the table or for this index.
fn insights_of(table: &TableDefinition, index: Option<&str>) -> Option<(String, JsonTree)> {
    let found = table
        .insights
        .iter()
        .find(|insights| insights.index.as_deref() == index)?;
    let mode = found.mode.map(|mode| named("Mode", mode.as_str()));
    Some(named(
        INSIGHTS,
        object([named("Enabled", true)].into_iter().chain(mode)),
    ))
}

fn renamed(tree: &JsonTree, from: &str, to: &str) -> JsonTree {
    let rename =
        |(name, member): &(String, JsonTree)| (if name == from { to.to_owned() } else { name.clone() }, member.clone());
    tree.members().iter().map(rename).collect()
}

/// The tables of a template, and what is not read.
pub(super) fn read(text: &str) -> Result<Found, Vec<FileFault>> {
    let mut found = Found::default();
    let tree = document(text, &mut found)?;
    let known = Known::of(&tree, &OPTIONAL);
    // The defaults of all SimpleTables of a template of the Serverless Application Model.
    if let Some(defaults) = tree.member("Globals").and_then(|globals| globals.member("SimpleTable")) {
        found.left_out.push(LeftOut::new(defaults.line, "Globals.SimpleTable"));
    }
    let resources = tree.member(RESOURCE);
    if let Some(wrong) = resources.filter(|it| !matches!(it.content, JsonContent::Object(_))) {
        let fault = FileFault::expected(wrong.line, RESOURCE, "an object");
        found.faults.push(fault);
    }
    for (id, resource) in resources.map(JsonTree::members).unwrap_or_default() {
        let kind = match kind_of(id, resource) {
            Ok(kind) => kind,
            Err(fault) => {
                found.faults.push(fault);
                continue;
            }
        };
        let unsupported = || {
            FileFault::new(
                resource.line,
                under(RESOURCE, id),
                FileReason::Unsupported(kind.to_owned()),
            )
        };
        if [TABLE, GLOBAL, SIMPLE].contains(&kind) {
            let table = read_table(kind, id, resource, &known, &mut found.left_out);
            found.left_out.extend(known.take_unknown());
            found.add(table);
        } else if kind.starts_with("AWS::DynamoDB::") || kind.starts_with("Fn::") {
            found.faults.push(unsupported());
        } else if BESIDE_TABLES.iter().any(|beside| kind.contains(beside)) {
            found.left_out.push(unsupported().into());
        }
    }
    if found.is_empty() {
        let reason = FileReason::NoTable("Resources of type AWS::DynamoDB::Table");
        found.faults.push(FileFault::new(tree.line, "", reason));
    }
    Ok(found)
}

/// The type of a resource. A function in place of resources has its own name.
fn kind_of<'t>(id: &'t str, resource: &'t JsonTree) -> Result<&'t str, FileFault> {
    if id.starts_with("Fn::") {
        return Ok(id);
    }
    let path = under(RESOURCE, id);
    if !matches!(resource.content, JsonContent::Object(_)) {
        return Err(FileFault::expected(resource.line, &path, "an object"));
    }
    let Some(kind) = resource.member("Type") else {
        return Err(FileFault::new(resource.line, path, FileReason::Missing("Type")));
    };
    let expected = FileReason::Expected("the name of a type");
    let fault = || FileFault::new(kind.line, path + ".Type", expected);
    kind.text().ok_or_else(fault)
}

fn read_table(
    kind: &str,
    id: &str,
    resource: &JsonTree,
    known: &Known<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<TableDefinition, FileFault> {
    let fault = |reason| FileFault::new(resource.line, under(RESOURCE, id), reason);
    if let Some(condition) = resource.member("Condition") {
        let path = under(RESOURCE, id) + ".Condition";
        let expected = FileReason::Expected("the name of a condition");
        let wrong = || FileFault::new(condition.line, path, expected);
        let condition = condition.text().ok_or_else(wrong)?;
        match known.condition(condition) {
            Some(true) => {}
            Some(false) => return Err(fault(FileReason::Off(condition.to_owned()))),
            None => return Err(fault(FileReason::Unknown(format!("Condition {condition}")))),
        }
    }
    let path = under(RESOURCE, id);
    pass_over(resource, NAMES, RESOURCE, &path, left_out);
    let path = path + ".Properties";
    let nothing = JsonTree::default();
    let properties = match resource.member("Properties") {
        None if kind == SIMPLE => &nothing,
        properties => properties.ok_or_else(|| fault(FileReason::Missing("Properties")))?,
    };
    let read = NAMES
        .iter()
        .find(|(name, _)| *name == kind)
        .map_or(&[][..], |(_, names)| names);
    let mut there = Vec::new();
    for (name, property) in properties.members() {
        let path = under(&path, name);
        if read.contains(&name.as_str()) {
            let replicas = (name == "Replicas").then(|| without_own_region(property));
            there.push((name.clone(), replicas.unwrap_or_else(|| property.clone())));
        } else {
            left_out.push(LeftOut::new(property.line, path));
        }
    }
    let properties = known.resolve(&object(there), &path)?;
    if kind != GLOBAL {
        pass_over(&properties, NAMES, kind, &path, left_out);
    }
    let properties = match kind {
        GLOBAL => of_global(&properties, &path, left_out),
        SIMPLE => of_simple(&properties, &path, left_out),
        _ => properties,
    };
    if let Some(tags) = properties.member("Tags") {
        pass_over(
            tags,
            &[("Tags", &["Key", "Value"])],
            "Tags",
            &format!("{path}.Tags"),
            left_out,
        );
    }
    define(id, &properties, resource.line, &path)
}

/// The table with these properties.
fn define(id: &str, properties: &JsonTree, line: usize, path: &str) -> Result<TableDefinition, FileFault> {
    let properties = &with_texts(properties);
    let mut members = picked(properties, SAME);
    // CloudFormation generates a name. Here, the table gets the name of its resource, made long enough (model).
    if properties.member("TableName").is_none() {
        let name = if id.len() < SHORTEST_NAME {
            format!("{id}Table")
        } else {
            id.to_owned()
        };
        members.push(named("TableName", name.as_str()));
    }
    members.extend(read_others(properties));
    let mut table = definition(members, line, path)?;
    let part = |specification, member| properties.member(specification).and_then(|it| it.member(member));
    let is_on = |specification, member| part(specification, member).and_then(JsonTree::truth) == Some(true);
    if is_on("TimeToLiveSpecification", "Enabled") {
        let attribute = part("TimeToLiveSpecification", "AttributeName").and_then(JsonTree::text);
        let line = properties.member("TimeToLiveSpecification").map_or(line, |it| it.line);
        let path = format!("{path}.TimeToLiveSpecification");
        table.time_to_live = Some(time_to_live(attribute, line, &path)?);
    }
    if is_on(RECOVERY, "PointInTimeRecoveryEnabled") {
        table.point_in_time_recovery = true;
        let days = part(RECOVERY, "RecoveryPeriodInDays");
        table.recovery_days = recovery_days(days, &format!("{path}.{RECOVERY}"))?;
    }
    table.insights = insights(properties, path)?;
    Ok(table.settled())
}

/// Where Contributor Insights is on: the table and its global indexes.
fn insights(properties: &JsonTree, path: &str) -> Result<Vec<Insights>, FileFault> {
    let indexes = properties
        .member("GlobalSecondaryIndexes")
        .map(JsonTree::elements)
        .unwrap_or_default();
    let mut found = Vec::new();
    for tree in std::iter::once(properties).chain(indexes) {
        let Some(specification) = tree.member(INSIGHTS) else {
            continue;
        };
        if specification.member("Enabled").and_then(JsonTree::truth) != Some(true) {
            continue;
        }
        let mode = match specification.member("Mode") {
            None => None,
            Some(mode) => {
                let wrong = || {
                    FileFault::new(
                        mode.line,
                        format!("{path}.{INSIGHTS}.Mode"),
                        FileReason::Expected("a mode"),
                    )
                };
                Some(
                    mode.text()
                        .and_then(ContributorInsightsMode::from_wire)
                        .ok_or_else(wrong)?,
                )
            }
        };
        let index = tree.member("IndexName").and_then(JsonTree::text).map(Text::from);
        if !found.iter().any(|other: &Insights| other.index == index) {
            found.push(Insights { index, mode });
        }
    }
    Ok(found)
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

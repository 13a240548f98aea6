//! Reads tables from DescribeTable responses and CreateTable requests, and writes them as responses.
//!
//! Must not know other formats.

use hashrange_wire::{
    DescribeTableResponse, JsonContent, JsonTree, Response, TableDescription, encode_response_pretty,
};

use super::build::{Names, definition, named, object, pass_over, picked};
use super::data_model::{is_design, read_design, read_rest};
use super::definition::{ON_DEMAND_WARM, TableDefinition};
use super::document::document;
use super::found::Found;
use crate::file_fault::{FileFault, FileReason, LeftOut};

/// Members of both request and response, and members of only the request.
const MEMBERS: [&str; 13] = [
    "TableName",
    "AttributeDefinitions",
    "KeySchema",
    "BillingMode",
    "StreamSpecification",
    "DeletionProtectionEnabled",
    "OnDemandThroughput",
    "SSESpecification",
    "TableClass",
    "Tags",
    "ResourcePolicy",
    "VectorIndexes",
    "TableThroughputMode",
];

/// Members that are read in another way, and facts of a response that a new table has of its own.
const OTHERS: [&str; 18] = [
    "BillingModeSummary",
    "TableThroughputModeSummary",
    "LocalSecondaryIndexes",
    "GlobalSecondaryIndexes",
    "ProvisionedThroughput",
    "WarmThroughput",
    "SSEDescription",
    "TableClassSummary",
    "TableArn",
    "TableId",
    "TableStatus",
    "TableSizeBytes",
    "ItemCount",
    "CreationDateTime",
    "LatestStreamArn",
    "LatestStreamLabel",
    "ArchivalSummary",
    "RestoreSummary",
];

/// Members of responses that have a table.
const RESPONSES: [&str; 2] = ["Table", "TableDescription"];

/// The members of these members, in requests and in responses.
const NESTED: Names<'_> = &[
    ("AttributeDefinitions", &["AttributeName", "AttributeType"]),
    ("KeySchema", &["AttributeName", "KeyType"]),
    ("Projection", &["ProjectionType", "NonKeyAttributes"]),
    (
        "LocalSecondaryIndexes",
        &[
            "IndexName",
            "KeySchema",
            "Projection",
            "IndexSizeBytes",
            "ItemCount",
            "IndexArn",
        ],
    ),
    (
        "GlobalSecondaryIndexes",
        &[
            "IndexName",
            "KeySchema",
            "Projection",
            "ProvisionedThroughput",
            "OnDemandThroughput",
            "WarmThroughput",
            "IndexStatus",
            "Backfilling",
            "IndexSizeBytes",
            "ItemCount",
            "IndexArn",
        ],
    ),
    ("StreamSpecification", &["StreamEnabled", "StreamViewType"]),
    ("SSESpecification", &["Enabled", "SSEType", "KMSMasterKeyId"]),
    ("OnDemandThroughput", &["MaxReadRequestUnits", "MaxWriteRequestUnits"]),
    (
        "WarmThroughput",
        &["ReadUnitsPerSecond", "WriteUnitsPerSecond", "Status"],
    ),
    (
        "ProvisionedThroughput",
        &[
            "ReadCapacityUnits",
            "WriteCapacityUnits",
            "NumberOfDecreasesToday",
            "LastIncreaseDateTime",
            "LastDecreaseDateTime",
        ],
    ),
    ("Tags", &["Key", "Value"]),
];

/// Writes a table as a DescribeTable response.
pub(super) fn write(table: &TableDescription) -> String {
    encode_response_pretty(&Response::DescribeTable(DescribeTableResponse {
        table: Box::new(table.clone()),
    }))
}

impl TableDefinition {
    /// The settings of this table that a DescribeTable response does not contain.
    #[must_use]
    pub fn not_described(&self) -> Vec<LeftOut> {
        let settings = [
            ("Tags", self.create.tags.is_some()),
            ("ResourcePolicy", self.create.resource_policy.is_some()),
            ("TimeToLiveSpecification", self.time_to_live.is_some()),
            ("PointInTimeRecoverySpecification", self.point_in_time_recovery),
        ];
        let there = settings.into_iter().filter(|(_, is_there)| *is_there);
        let left_out = |(name, _)| LeftOut::new(0, format!("{}.{name}", self.create.table_name));
        there.map(left_out).chain(self.insights_left_out()).collect()
    }
}

/// Reads the tables of a file: one response or request, or a list of them.
pub(super) fn read(text: &str) -> Result<Found, Vec<FileFault>> {
    let mut found = Found::default();
    let tree = document(text, &mut found)?;
    // A data model has its tables in a list, beside items and access patterns.
    let model = tree.member("tables").filter(|tables| !tables.elements().is_empty());
    let list = model.unwrap_or(&tree);
    let trees = if list.elements().is_empty() {
        std::slice::from_ref(&tree)
    } else {
        list.elements()
    };
    for tree in trees {
        if is_design(tree) {
            let table = read_design(tree, &mut found.left_out);
            found.add(table);
            continue;
        }
        let response = RESPONSES.into_iter().find_map(|name| tree.member(name));
        let table = response.unwrap_or(tree);
        for (name, member) in tree.members().iter().filter(|_| response.is_some()) {
            if !RESPONSES.contains(&name.as_str()) && name != "ResponseMetadata" {
                found.left_out.push(LeftOut::new(member.line, name.as_str()));
            }
        }
        let read = read_table(table);
        if let Ok(read) = &read {
            let table_name = &read.create.table_name;
            for (name, member) in table.members() {
                let path = format!("{table_name}.{name}");
                if MEMBERS.contains(&name.as_str()) || OTHERS.contains(&name.as_str()) {
                    pass_over(member, NESTED, name, &path, &mut found.left_out);
                } else if member.content != JsonContent::Null {
                    found.left_out.push(LeftOut::new(member.line, path));
                }
            }
        }
        found.add(read);
    }
    if model.is_some() {
        read_rest(&tree, &mut found);
    }
    Ok(found)
}

fn read_table(table: &JsonTree) -> Result<TableDefinition, FileFault> {
    if table.member("TableName").is_none() {
        return Err(FileFault::new(table.line, "", FileReason::NoTable("the member Table")));
    }
    let name = table.member("TableName").and_then(JsonTree::text).unwrap_or_default();
    let mut members = picked(table, &MEMBERS);
    if let Some(mode) = table
        .member("BillingModeSummary")
        .and_then(|summary| summary.member("BillingMode"))
    {
        members.push(named("BillingMode", mode.clone()));
    }
    members.extend(throughput(table));
    for (list, kinds) in [
        ("LocalSecondaryIndexes", &["IndexName", "KeySchema", "Projection"][..]),
        (
            "GlobalSecondaryIndexes",
            &["IndexName", "KeySchema", "Projection", "OnDemandThroughput"],
        ),
    ] {
        let Some(indexes) = table.member(list) else { continue };
        let JsonContent::List(elements) = &indexes.content else {
            // The service's own words refuse it.
            members.push(named(list, indexes.clone()));
            continue;
        };
        let index = |index: &JsonTree| {
            object(
                picked(index, kinds)
                    .into_iter()
                    .chain(throughput(index))
                    .chain(warm(index)),
            )
        };
        members.push(named(list, elements.iter().map(index).collect::<Vec<_>>()));
    }
    if table.member("SSEDescription").is_some() {
        members.push(named("SSESpecification", encryption(table)));
    }
    if let Some(class) = table
        .member("TableClassSummary")
        .and_then(|summary| summary.member("TableClass"))
    {
        members.push(named("TableClass", class.clone()));
    }
    members.extend(warm(table));
    definition(members, table.line, name)
}

/// The requested throughput. `None` for on-demand mode, whose description contains 0.
fn throughput(described: &JsonTree) -> Option<(String, JsonTree)> {
    let rates = picked(
        described.member("ProvisionedThroughput")?,
        &["ReadCapacityUnits", "WriteCapacityUnits"],
    );
    let is_zero = rates.iter().all(|(_, rate)| rate.to_json() == "0");
    (!is_zero).then(|| named("ProvisionedThroughput", object(rates)))
}

/// The warm throughput of a request, or that of a response if a new table or index does not have it.
fn warm(described: &JsonTree) -> Option<(String, JsonTree)> {
    let warm = described.member("WarmThroughput")?;
    let is_response = warm.member("Status").is_some();
    let number = |tree: &JsonTree, name| tree.member(name).and_then(|units| units.to_json().parse::<u64>().ok());
    let rates = throughput(described).map_or(ON_DEMAND_WARM, |(_, rates)| {
        ["ReadCapacityUnits", "WriteCapacityUnits"].map(|name| number(&rates, name).unwrap_or(0))
    });
    let names = ["ReadUnitsPerSecond", "WriteUnitsPerSecond"];
    let is_more = || {
        names
            .iter()
            .zip(rates)
            .any(|(name, own)| number(warm, name) > Some(own))
    };
    (!is_response || is_more()).then(|| named("WarmThroughput", object(picked(warm, &names))))
}

fn encryption(table: &JsonTree) -> JsonTree {
    let described = table.member("SSEDescription");
    let part = |name| described.and_then(|described| described.member(name)).cloned();
    let key = part("KMSMasterKeyArn").map(|key| named("KMSMasterKeyId", key));
    let kind = part("SSEType").map(|kind| named("SSEType", kind));
    object([named("Enabled", true)].into_iter().chain(kind).chain(key))
}

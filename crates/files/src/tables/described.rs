//! Reads tables from DescribeTable responses and CreateTable requests, and writes them as responses.
//!
//! Must not know other formats.

use hashrange_wire::{DescribeTableResponse, JsonTree, Response, TableDescription, encode_response_pretty};

use super::build::{definition, named, object, picked};
use super::definition::TableDefinition;
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
        let left_out = |(name, _)| LeftOut {
            line: 0,
            path: format!("{}.{name}", self.create.table_name),
        };
        there.map(left_out).collect()
    }
}

/// Reads the tables of a file: one response or request, or a list of them.
pub(super) fn read(text: &str) -> Result<Vec<TableDefinition>, Vec<FileFault>> {
    let tree = JsonTree::parse(text).map_err(|error| vec![FileFault::of_json(&error)])?;
    let trees = if tree.elements().is_empty() {
        std::slice::from_ref(&tree)
    } else {
        tree.elements()
    };
    let (mut tables, mut faults) = (Vec::new(), Vec::new());
    for tree in trees {
        let table = ["Table", "TableDescription"]
            .into_iter()
            .find_map(|name| tree.member(name))
            .unwrap_or(tree);
        match read_table(table) {
            Ok(table) => tables.push(table),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(tables) } else { Err(faults) }
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
        let index = |index: &JsonTree| object(picked(index, kinds).into_iter().chain(throughput(index)));
        members.push(named(list, indexes.elements().iter().map(index).collect::<Vec<_>>()));
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
    // Reads the warm throughput of a request only. A response contains a value that nobody requested.
    if table.member("TableStatus").is_none() {
        members.extend(picked(table, &["WarmThroughput"]));
    }
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

fn encryption(table: &JsonTree) -> JsonTree {
    let described = table.member("SSEDescription");
    let part = |name| described.and_then(|described| described.member(name)).cloned();
    let key = part("KMSMasterKeyArn").map(|key| named("KMSMasterKeyId", key));
    let kind = part("SSEType").map(|kind| named("SSEType", kind));
    object([named("Enabled", true)].into_iter().chain(kind).chain(key))
}

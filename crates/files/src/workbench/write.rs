//! Writes models into files of revision 3.0, which contains billing and which NoSQL Workbench reads.
//!
//! Must not know how models are read.

use hashrange_values::{Item, Text, to_map};
use hashrange_wire::{JsonContent, JsonTree, item_to_json};

use super::model::{Facet, Model, ModelTable};
use crate::file_fault::LeftOut;
use crate::tables::TablesWritten;
use crate::tables::build::{members, named, object, picked};

/// Members of CreateTable that a model expresses in its own way.
const SAID: [&str; 7] = [
    "TableName",
    "AttributeDefinitions",
    "KeySchema",
    "BillingMode",
    "ProvisionedThroughput",
    "LocalSecondaryIndexes",
    "GlobalSecondaryIndexes",
];

/// Writes a model, and returns what it cannot express.
#[must_use]
pub fn write(model: &Model) -> TablesWritten {
    let mut left_out = Vec::new();
    let [created, modified] = &model.dates;
    let metadata = object([
        named("Author", model.author.as_str()),
        named("DateCreated", created.as_str()),
        named("DateLastModified", modified.as_str()),
        named("Description", model.description.as_str()),
        named("AWSService", "Amazon DynamoDB"),
        named("Version", "3.0"),
    ]);
    let tables: Vec<JsonTree> = model
        .tables
        .iter()
        .map(|table| write_table(table, &mut left_out))
        .collect();
    let tree = object([
        named("ModelName", model.name.as_str()),
        named("ModelMetadata", metadata),
        named("DataModel", tables),
    ]);
    TablesWritten {
        text: tree.to_json_pretty() + "\n",
        left_out,
    }
}

fn write_table(table: &ModelTable, left_out: &mut Vec<LeftOut>) -> JsonTree {
    let create = &table.definition.create;
    let request = object(members(create));
    let name = create.table_name.as_str();
    let mut skip = |what: &str| {
        left_out.push(LeftOut::new(0, format!("{name}.{what}")));
    };
    request
        .members()
        .iter()
        .filter(|(name, _)| !SAID.contains(&name.as_str()))
        .for_each(|(name, _)| skip(name));
    if table.definition.time_to_live.is_some() {
        skip("TimeToLiveSpecification");
    }
    if table.definition.point_in_time_recovery {
        skip("PointInTimeRecoverySpecification");
    }
    let attribute = |(name, kind): &(Text, hashrange_values::AttributeType)| {
        object([
            named("AttributeName", name.as_str()),
            named("AttributeType", kind.descriptor()),
        ])
    };
    let mut out = vec![
        named("TableName", name),
        named("KeyAttributes", keys(&request, &request)),
        named(
            "NonKeyAttributes",
            table.attributes.iter().map(attribute).collect::<Vec<_>>(),
        ),
    ];
    // Writes only the last item of each key.
    let by_key = to_map(table.items.iter().map(|item| (item_to_json(&table.key_of(item)), item)));
    let item = |key: &Item| by_key.get(&item_to_json(key)).map(|item| item_tree(item));
    out.push(named(
        "TableFacets",
        table
            .facets
            .iter()
            .map(|facet| facet_tree(facet, &item))
            .collect::<Vec<_>>(),
    ));
    out.extend(write_indexes(&request, &mut skip));
    out.push(named(
        "TableData",
        table.items.iter().map(item_tree).collect::<Vec<_>>(),
    ));
    out.push(named("DataAccess", object([named("MySql", object([]))])));
    out.extend(picked(&request, &["BillingMode"]));
    out.extend(capacity(&request));
    left_out.extend(table.definition.insights_left_out());
    object(out)
}

/// The lists of indexes. Calls `skip` with the name of an index that a model cannot express.
fn write_indexes(request: &JsonTree, skip: &mut impl FnMut(&str)) -> Vec<(String, JsonTree)> {
    let mut lists = Vec::new();
    for list in ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"] {
        let mut indexes = Vec::new();
        for index in request.member(list).map(JsonTree::elements).unwrap_or_default() {
            let name = index.member("IndexName").and_then(JsonTree::text).unwrap_or_default();
            if has_several(index) {
                skip(name);
                continue;
            }
            indexes.push(write_index(index, request));
            for part in ["OnDemandThroughput", "WarmThroughput"] {
                index
                    .member(part)
                    .into_iter()
                    .for_each(|_| skip(&format!("{name}.{part}")));
            }
        }
        // Models document global indexes only.
        if list == "GlobalSecondaryIndexes" || !indexes.is_empty() {
            lists.push(named(list, indexes));
        }
    }
    lists
}

fn write_index(index: &JsonTree, request: &JsonTree) -> JsonTree {
    let mut parts = picked(index, &["IndexName"]);
    parts.push(named("KeyAttributes", keys(index, request)));
    parts.extend(picked(index, &["Projection"]));
    parts.extend(capacity(index));
    object(parts)
}

fn capacity(tree: &JsonTree) -> Option<(String, JsonTree)> {
    let throughput = picked(tree, &["ProvisionedThroughput"]);
    (!throughput.is_empty()).then(|| named("ProvisionedCapacitySettings", object(throughput)))
}

/// Whether a key part has more attributes than a model can express.
fn has_several(index: &JsonTree) -> bool {
    let keys = index.member("KeySchema").map(JsonTree::elements).unwrap_or_default();
    let of_role = |role| {
        keys.iter()
            .filter(|key| key.member("KeyType").and_then(JsonTree::text) == Some(role))
            .count()
    };
    of_role("HASH") > 1 || of_role("RANGE") > 1
}

/// The keys of a table or index, with the types from the table.
fn keys(tree: &JsonTree, request: &JsonTree) -> JsonTree {
    let definitions = request
        .member("AttributeDefinitions")
        .map(JsonTree::elements)
        .unwrap_or_default();
    let key = |key: &JsonTree| {
        let name = key.member("AttributeName")?.text()?;
        let is_it = |it: &&JsonTree| it.member("AttributeName").and_then(JsonTree::text) == Some(name);
        let definition = definitions.iter().find(is_it)?;
        let part = if key.member("KeyType")?.text()? == "HASH" {
            "PartitionKey"
        } else {
            "SortKey"
        };
        Some(named(
            part,
            object(picked(definition, &["AttributeName", "AttributeType"])),
        ))
    };
    object(
        tree.member("KeySchema")
            .map(JsonTree::elements)
            .unwrap_or_default()
            .iter()
            .filter_map(key),
    )
}

/// The JSON of a facet. `item` returns the data for each of its keys.
pub(super) fn facet_tree(facet: &Facet, item: &dyn Fn(&Item) -> Option<JsonTree>) -> JsonTree {
    let aliases = [
        ("PartitionKeyAlias", &facet.partition_key_alias),
        ("SortKeyAlias", &facet.sort_key_alias),
    ];
    let alias = |(name, alias): (&str, &Option<String>)| alias.as_deref().map(|alias| named(name, alias));
    object([
        named("FacetName", facet.name.as_str()),
        named("KeyAttributeAlias", object(aliases.into_iter().filter_map(alias))),
        named("TableData", facet.keys.iter().filter_map(item).collect::<Vec<_>>()),
        named(
            "NonKeyAttributes",
            facet
                .attributes
                .iter()
                .map(|name| JsonTree::from(name.as_str()))
                .collect::<Vec<_>>(),
        ),
        named("DataAccess", object([named("MySql", object([]))])),
    ])
}

pub(super) fn item_tree(item: &Item) -> JsonTree {
    JsonTree::parse(&item_to_json(item)).unwrap_or_else(|_| JsonContent::Null.into())
}

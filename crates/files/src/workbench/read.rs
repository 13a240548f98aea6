//! Reads models from files of any revision. Missing members are allowed, and unknown ones are ignored.
//!
//! Early revisions do not contain billing. Their tables are on demand, which is the default of NoSQL Workbench since
//! 3.13.5 (documented: nosql-workbench). Must not know how models are written.

use hashrange_values::{AttributeType, Item, Text, to_map};
use hashrange_wire::{JsonContent, JsonTree, item_from_json, item_to_json};

use super::model::{Facet, Model, ModelTable};
use super::plain_value::with_types;
use crate::file_fault::{FileFault, FileReason, LeftOut, under};
use crate::tables::TableDefinition;
use crate::tables::build::{self, Names, definition, named, object, picked};
use crate::tables::places::Places;

/// Members of a model and of a table that contain nothing about tables, views or items.
const PASSED: [&str; 4] = ["ModelMetadata", "DataAccess", "SampleDataFormats", "ModelName"];
const OF_TABLE: [&str; 12] = [
    "TableName",
    "KeyAttributes",
    "NonKeyAttributes",
    "TableFacets",
    "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes",
    "TableData",
    "BillingMode",
    "ProvisionedCapacitySettings",
    "DataAccess",
    "SampleDataFormats",
    "ModelMetadata",
];
/// The members of these members. An attribute can be its name alone.
const NAMES: Names<'_> = &[
    ("DataModel", &OF_TABLE),
    ("KeyAttributes", &["PartitionKey", "SortKey"]),
    ("PartitionKey", &["AttributeName", "AttributeType"]),
    ("SortKey", &["AttributeName", "AttributeType"]),
    ("NonKeyAttributes", &["", "AttributeName", "AttributeType"]),
    (
        "TableFacets",
        &[
            "FacetName",
            "KeyAttributeAlias",
            "NonKeyAttributes",
            "TableData",
            "DataAccess",
        ],
    ),
    ("KeyAttributeAlias", &["PartitionKeyAlias", "SortKeyAlias"]),
    ("GlobalSecondaryIndexes", &OF_INDEX),
    ("LocalSecondaryIndexes", &OF_INDEX),
    ("Projection", &["ProjectionType", "NonKeyAttributes"]),
];
const OF_INDEX: [&str; 5] = [
    "IndexName",
    "KeyAttributes",
    "Projection",
    "ProvisionedCapacitySettings",
    "DataAccess",
];
/// NoSQL Workbench's default units of tables and indexes with provisioned billing (documented: nosql-workbench).
const TABLE_UNITS: [&str; 2] = ["5", "5"];
const INDEX_UNITS: [&str; 2] = ["10", "5"];

/// A model, and the ignored parts of its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelRead {
    /// The model.
    pub model: Model,
    /// Ignored members of the file.
    pub left_out: Vec<LeftOut>,
}

/// Reads a model. A table or an item with an error is left out, and the others are read.
///
/// # Errors
/// Returns the syntax error of the file, or, without any table, every error of a table.
pub fn read(text: &str) -> Result<ModelRead, Vec<FileFault>> {
    let tree =
        JsonTree::parse(text.trim_start_matches('\u{feff}')).map_err(|error| vec![FileFault::of_json(&error)])?;
    let tables = tree.member("DataModel").map(JsonTree::elements).unwrap_or_default();
    if tables.is_empty() {
        return Err(vec![FileFault::new(
            tree.line,
            "",
            FileReason::NoTable("the member DataModel"),
        )]);
    }
    let metadata = tree.member("ModelMetadata");
    let word = |name| text_of(metadata, name);
    let mut model = Model {
        name: text_of(Some(&tree), "ModelName"),
        author: word("Author"),
        description: word("Description"),
        dates: [word("DateCreated"), word("DateLastModified")],
        tables: Vec::new(),
    };
    let (mut faults, mut left_out) = (Vec::new(), Vec::new());
    pass_over(&tree, "", &["DataModel"], &mut left_out);
    for (place, table) in tables.iter().enumerate() {
        let name = text_of(Some(table), "TableName");
        let path = if name.is_empty() {
            format!("DataModel[{place}]")
        } else {
            name
        };
        build::pass_over(table, NAMES, "DataModel", &path, &mut left_out);
        match read_table(table, &path, &mut faults, &mut left_out) {
            Ok(table) => model.tables.push(table),
            Err(fault) => faults.push(fault),
        }
    }
    if model.tables.is_empty() {
        return Err(faults);
    }
    left_out.extend(faults.into_iter().map(LeftOut::from));
    Ok(ModelRead { model, left_out })
}

fn text_of(tree: Option<&JsonTree>, name: &str) -> String {
    tree.and_then(|tree| tree.member(name))
        .and_then(JsonTree::text)
        .unwrap_or_default()
        .to_owned()
}

fn pass_over(tree: &JsonTree, path: &str, known: &[&str], left_out: &mut Vec<LeftOut>) {
    for (name, member) in tree.members() {
        if !known.contains(&name.as_str()) && !PASSED.contains(&name.as_str()) {
            let path = if path.is_empty() {
                name.clone()
            } else {
                under(path, name)
            };
            left_out.push(LeftOut::new(member.line, path));
        }
    }
}

fn read_table(
    tree: &JsonTree,
    path: &str,
    faults: &mut Vec<FileFault>,
    left_out: &mut Vec<LeftOut>,
) -> Result<ModelTable, FileFault> {
    let mut table = ModelTable {
        definition: read_definition(tree, path, left_out)?,
        ..ModelTable::default()
    };
    table.attributes = read_attributes(tree, path, left_out);
    table.items = read_items(tree, path, faults);
    for facet in list_of(tree, "TableFacets", path, left_out) {
        let (facet, items) = facet_in(facet, path, faults);
        table.facets.push(Facet {
            keys: items.iter().map(|item| table.key_of(item)).collect(),
            ..facet
        });
        add_items(&mut table, items);
    }
    Ok(table)
}

/// The elements of a list, which is named if it is none.
fn list_of<'t>(tree: &'t JsonTree, name: &str, path: &str, left_out: &mut Vec<LeftOut>) -> &'t [JsonTree] {
    let Some(list) = tree.member(name) else { return &[] };
    if !matches!(list.content, JsonContent::List(_)) {
        let fault = FileFault::new(list.line, under(path, name), FileReason::Expected("a list"));
        left_out.push(fault.into());
    }
    list.elements()
}

/// Reads the attributes of a table that are no keys. One without a type is a String, which is said. Of two with one name,
/// the first counts; one of another type is named.
fn read_attributes(tree: &JsonTree, path: &str, left_out: &mut Vec<LeftOut>) -> Vec<(Text, AttributeType)> {
    let mut attributes: Vec<(Text, AttributeType)> = Vec::new();
    // The later place counts, and the first attribute is the last here.
    let backwards: Vec<&JsonTree> = list_of(tree, "NonKeyAttributes", path, left_out).iter().rev().collect();
    let names = backwards.iter().map(|attribute| name_of(attribute).unwrap_or_default());
    let places = Places::of(names.collect());
    let kind_of = |attribute: &JsonTree| {
        let kind = attribute.member("AttributeType").and_then(JsonTree::text);
        kind.and_then(AttributeType::from_descriptor)
    };
    for (at, attribute) in backwards.iter().enumerate().rev() {
        let (name, kind) = (name_of(attribute).unwrap_or_default(), kind_of(attribute));
        let first = places.get(name).filter(|first| *first != at);
        let first = first.and_then(|first| backwards.get(first));
        let part = || LeftOut::new(attribute.line, under(&under(path, "NonKeyAttributes"), name));
        let reason = match (first, kind) {
            _ if name.is_empty() => Some(FileReason::Missing("AttributeName")),
            (Some(first), _) if kind_of(first) == kind => continue,
            (Some(_), _) => None,
            (None, None) => Some(FileReason::Untyped),
            (None, Some(kind)) => {
                attributes.push((Text::from(name), kind));
                continue;
            }
        };
        if reason == Some(FileReason::Untyped) {
            attributes.push((Text::from(name), AttributeType::S));
        }
        left_out.push(LeftOut { reason, ..part() });
    }
    attributes
}

/// The name of an attribute: some revisions have attributes with their types, others only names.
fn name_of(attribute: &JsonTree) -> Option<&str> {
    let name = attribute.member("AttributeName").and_then(JsonTree::text);
    attribute.text().or(name)
}

/// Reads a facet without its keys, and its items.
pub(super) fn facet_in(tree: &JsonTree, path: &str, faults: &mut Vec<FileFault>) -> (Facet, Vec<Item>) {
    let name = text_of(Some(tree), "FacetName");
    let items = read_items(tree, &under(path, &name), faults);
    let alias = |part| {
        tree.member("KeyAttributeAlias")
            .and_then(|it| it.member(part))
            .and_then(JsonTree::text)
    };
    let shown = tree
        .member("NonKeyAttributes")
        .map(JsonTree::elements)
        .unwrap_or_default();
    let attributes = shown.iter().filter_map(name_of);
    let facet = Facet {
        partition_key_alias: alias("PartitionKeyAlias").map(str::to_owned),
        sort_key_alias: alias("SortKeyAlias").map(str::to_owned),
        attributes: attributes.map(Text::from).collect(),
        keys: Vec::new(),
        name,
    };
    (facet, items)
}

/// Adds items of a facet that the table does not have yet. Some revisions have items only in facets.
fn add_items(table: &mut ModelTable, items: Vec<Item>) {
    // An item without a complete key equals only itself.
    let identity = |table: &ModelTable, item: &Item| {
        let key = table.key_of(item);
        item_to_json(if key.len() == table.definition.create.key_schema.len() {
            &key
        } else {
            item
        })
    };
    let known = table.items.len();
    let all: Vec<String> = table
        .items
        .iter()
        .chain(&items)
        .map(|item| identity(table, item))
        .collect();
    // Of equal items, the first stays.
    let first = to_map(all.iter().enumerate().rev().map(|(place, item)| (item, place)));
    for ((place, identity), item) in all.iter().enumerate().skip(known).zip(items) {
        if first.get(&identity) == Some(&place) {
            table.items.push(item);
        }
    }
}

fn read_items(tree: &JsonTree, path: &str, faults: &mut Vec<FileFault>) -> Vec<Item> {
    let mut items = Vec::new();
    let Some(data) = tree.member("TableData") else {
        return items;
    };
    if !matches!(data.content, JsonContent::List(_)) {
        faults.push(FileFault::new(
            data.line,
            under(path, "TableData"),
            FileReason::Expected("a list"),
        ));
    }
    for (place, item) in data.elements().iter().enumerate() {
        let path = format!("{path}.TableData[{place}]");
        let error = match item_from_json(&item.to_json()) {
            Ok(item) => {
                items.push(item);
                continue;
            }
            Err(error) => error,
        };
        // Some models have plain JSON inside maps and lists. The item is read, and the place is noted.
        let mut plain = Vec::new();
        let typed = with_types(item, &path, &mut plain);
        match item_from_json(&typed.to_json()) {
            Ok(item) if !plain.is_empty() => {
                items.push(item);
                faults.extend(plain);
            }
            _ => {
                let inner = error.path.map(|path| format!(".{path}")).unwrap_or_default();
                faults.push(FileFault::new(item.line, path + &inner, FileReason::Item(error.reason)));
            }
        }
    }
    items
}

/// Reads the definition of a table. The types of key attributes are in the key members.
fn read_definition(tree: &JsonTree, path: &str, left_out: &mut Vec<LeftOut>) -> Result<TableDefinition, FileFault> {
    let is_provisioned = tree.member("BillingMode").and_then(JsonTree::text) == Some("PROVISIONED");
    let mut attributes: Vec<JsonTree> = Vec::new();
    let mut members = picked(tree, &["TableName"]);
    members.push(named(
        "BillingMode",
        if is_provisioned {
            "PROVISIONED"
        } else {
            "PAY_PER_REQUEST"
        },
    ));
    members.push(named("KeySchema", read_keys(tree, path, &mut attributes)?));
    members.extend(is_provisioned.then(|| units(tree, TABLE_UNITS)));
    for list in ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"] {
        let mut indexes = Vec::new();
        for index in list_of(tree, list, path, left_out) {
            let path = under(path, &text_of(Some(index), "IndexName"));
            let mut parts = picked(index, &["IndexName", "Projection"]);
            parts.push(named("KeySchema", read_keys(index, &path, &mut attributes)?));
            if is_provisioned && list == "GlobalSecondaryIndexes" {
                parts.push(units(index, INDEX_UNITS));
            }
            pass_over_scaling(index, &path, left_out);
            indexes.push(object(parts));
        }
        members.push(named(list, indexes));
    }
    pass_over_scaling(tree, path, left_out);
    members.push(named("AttributeDefinitions", attributes));
    definition(members, tree.line, path)
}

fn pass_over_scaling(tree: &JsonTree, path: &str, left_out: &mut Vec<LeftOut>) {
    if let Some(settings) = tree.member("ProvisionedCapacitySettings") {
        pass_over(
            settings,
            &format!("{path}.ProvisionedCapacitySettings"),
            &["ProvisionedThroughput"],
            left_out,
        );
    }
}

/// Reads the key schema of a table or index. Adds the definitions of its attributes, each attribute once.
fn read_keys(tree: &JsonTree, path: &str, attributes: &mut Vec<JsonTree>) -> Result<Vec<JsonTree>, FileFault> {
    let missing = |name| FileFault::new(tree.line, path, FileReason::Missing(name));
    let keys = tree.member("KeyAttributes").ok_or_else(|| missing("KeyAttributes"))?;
    let mut schema = Vec::new();
    for (part, role) in [("PartitionKey", "HASH"), ("SortKey", "RANGE")] {
        let Some(key) = keys.member(part) else { continue };
        let name = key.member("AttributeName").ok_or_else(|| missing("AttributeName"))?;
        schema.push(object([named("AttributeName", name.clone()), named("KeyType", role)]));
        if !attributes
            .iter()
            .any(|other| text_of(Some(other), "AttributeName") == text_of(Some(key), "AttributeName"))
        {
            attributes.push(object(picked(key, &["AttributeName", "AttributeType"])));
        }
    }
    Ok(schema)
}

fn units(tree: &JsonTree, [reads, writes]: [&str; 2]) -> (String, JsonTree) {
    let said = tree
        .member("ProvisionedCapacitySettings")
        .and_then(|settings| settings.member("ProvisionedThroughput"));
    let units = object([named("ReadCapacityUnits", reads), named("WriteCapacityUnits", writes)]);
    named("ProvisionedThroughput", said.cloned().unwrap_or(units))
}

//! Reads a `dynamodb_data_model.json`: that of AWS's DynamoDB MCP server, with tables as CreateTable has them, items and
//! access patterns; and that of AWS's agent toolkit, whose tables have names and types in small letters.
//!
//! Must not know how a table of CreateTable is read.

use std::collections::BTreeSet;

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{Names, definition, named, object, pass_over};
use super::definition::TableDefinition;
use super::found::Found;
use super::places::Places;
use crate::file_fault::{FileFault, FileReason, LeftOut, under};

/// The members of a table of the agent toolkit that are read, and their members.
const NAMES: Names<'_> = &[
    (
        "tables",
        &[
            "table_name",
            "table_class",
            "key_schema",
            "attribute_definitions",
            "gsis",
            "provisioned_capacity",
            "streams",
        ],
    ),
    ("key_schema", KEYS),
    (
        "attribute_definitions",
        &["attribute_name", "attribute_type", "name", "type"],
    ),
    ("gsis", &["index_name", "partition_key", "sort_key", "projection"]),
    (
        "projection",
        &["", "type", "attributes", "non_key_attributes", "NonKeyAttributes"],
    ),
    ("provisioned_capacity", &["read", "write"]),
    ("streams", &["enabled", "view_type"]),
];
/// The members of a request for an item.
const OF_PUT: Names<'_> = &[("items", &["PutRequest"]), ("PutRequest", &["Item"])];
const KEYS: &[&str] = &["partition_key", "sort_key"];
/// Maximum attributes of a key and indexes of a table, far above DynamoDB's limits, because each is compared with others.
const MOST: usize = 100;

/// Reads what a model has beside its tables: items, and access patterns, which are named.
pub(super) fn read_rest(model: &JsonTree, found: &mut Found) {
    for (name, member) in model.members() {
        match name.as_str() {
            "tables" | "items" => {}
            "access_patterns" if matches!(member.content, JsonContent::List(_)) => {
                let patterns = member.elements().iter().enumerate();
                let patterns = patterns.map(|(place, pattern)| LeftOut::new(pattern.line, format!("{name}[{place}]")));
                found.left_out.extend(patterns);
            }
            _ => found.left_out.push(LeftOut::new(member.line, name.as_str())),
        }
    }
    let Some(items) = model.member("items") else { return };
    let expected = |tree: &JsonTree, path: &str, what| FileFault::expected(tree.line, path, what).into();
    if !matches!(items.content, JsonContent::Object(_)) {
        found.left_out.push(expected(items, "items", "an object"));
    }
    let names = found.names();
    let names = Places::of_all(&names);
    for (table, puts) in items.members() {
        if !matches!(puts.content, JsonContent::List(_)) {
            found.left_out.push(expected(puts, &under("items", table), "a list"));
        }
        for (place, put) in puts.elements().iter().enumerate() {
            let path = format!("{}[{place}]", under("items", table));
            let request = put.member("PutRequest").and_then(|put| put.member("Item"));
            if request.is_some() {
                pass_over(put, OF_PUT, "items", &path, &mut found.left_out);
            }
            found.add_item(&names, table, request.unwrap_or(put), path);
        }
    }
}

/// Whether this is a table of the agent toolkit.
pub(super) fn is_design(table: &JsonTree) -> bool {
    table.member("table_name").is_some()
}

/// A table of the agent toolkit, on demand unless it has a capacity. An attribute without a type is a String, which is
/// said.
pub(super) fn read_design(table: &JsonTree, left_out: &mut Vec<LeftOut>) -> Result<TableDefinition, FileFault> {
    let name = text(table, "table_name").unwrap_or_default();
    pass_over(table, NAMES, "tables", name, left_out);
    let mut keys = Keys::of(table, left_out);
    let missing = || FileFault::new(table.line, name, FileReason::Missing("key_schema"));
    let key_schema = table.member("key_schema").ok_or_else(missing)?;
    let key_schema = keys.read(key_schema, name)?;
    let indexes = table.member("gsis");
    let is_list = indexes.is_none_or(|indexes| matches!(indexes.content, JsonContent::List(_)));
    let indexes = indexes.map(JsonTree::elements).unwrap_or_default();
    if !is_list || indexes.len() > MOST {
        return Err(FileFault::expected(table.line, name, "a list of at most 100 indexes"));
    }
    let indexes: Result<Vec<JsonTree>, FileFault> = indexes
        .iter()
        .map(|index| {
            let path = under(name, text(index, "index_name").unwrap_or_default());
            let key_schema = keys.read(index, &path)?;
            let name = index.member("index_name").map(|name| named("IndexName", name.clone()));
            let rest = [named("KeySchema", key_schema), named("Projection", projection(index))];
            Ok(object(name.into_iter().chain(rest).chain(throughput(table))))
        })
        .collect();
    let indexes = indexes?;
    let is_provisioned = table.member("provisioned_capacity").is_some();
    let mode = if is_provisioned {
        "PROVISIONED"
    } else {
        "PAY_PER_REQUEST"
    };
    let mut members = vec![
        named("TableName", name),
        named("KeySchema", key_schema),
        named("AttributeDefinitions", keys.attributes),
        named("GlobalSecondaryIndexes", indexes),
        named("BillingMode", mode),
    ];
    members.extend(throughput(table));
    members.extend(
        table
            .member("table_class")
            .map(|class| named("TableClass", class.clone())),
    );
    let stream = table
        .member("streams")
        .filter(|it| it.member("enabled").and_then(JsonTree::truth) == Some(true));
    members.extend(stream.map(|stream| {
        let images = text(stream, "view_type").unwrap_or("NEW_AND_OLD_IMAGES");
        let parts = [named("StreamEnabled", true), named("StreamViewType", images)];
        named("StreamSpecification", object(parts))
    }));
    definition(members, table.line, name)
}

fn text<'t>(tree: &'t JsonTree, name: &str) -> Option<&'t str> {
    tree.member(name).and_then(JsonTree::text)
}

/// The keys of a table and its indexes, with the definitions of their attributes.
struct Keys<'t, 'l> {
    /// The attributes whose types the table has, by its definitions or else by its entities.
    typed: Vec<&'t JsonTree>,
    places: Places<'t>,
    attributes: Vec<JsonTree>,
    /// The names of `attributes`.
    names: BTreeSet<&'t str>,
    left_out: &'l mut Vec<LeftOut>,
}

impl<'t, 'l> Keys<'t, 'l> {
    fn of(table: &'t JsonTree, left_out: &'l mut Vec<LeftOut>) -> Self {
        let entities = table.member("entities").map(JsonTree::elements).unwrap_or_default();
        let of_entities = entities.iter().filter_map(|entity| entity.member("attributes"));
        let lists = table.member("attribute_definitions").into_iter().chain(of_entities);
        let mut typed: Vec<&JsonTree> = lists.flat_map(JsonTree::elements).collect();
        // Of two equal names, the earlier counts.
        typed.reverse();
        let name = |attribute: &&'t JsonTree| either(attribute, ["attribute_name", "name"]).unwrap_or_default();
        Self {
            places: Places::of(typed.iter().map(name).collect()),
            typed,
            attributes: Vec::new(),
            names: BTreeSet::new(),
            left_out,
        }
    }

    /// The keys of a table or an index. Adds their definitions.
    fn read(&mut self, part: &'t JsonTree, path: &str) -> Result<Vec<JsonTree>, FileFault> {
        let mut keys = Vec::new();
        for (member, role) in KEYS.iter().zip(["HASH", "RANGE"]) {
            let Some(tree) = part.member(member) else { continue };
            let path = under(path, member);
            // A key can have several attributes.
            let names = match &tree.content {
                JsonContent::List(names) => names,
                _ => std::slice::from_ref(tree),
            };
            if names.len() > MOST {
                let expected = FileReason::Expected("a list of at most 100 attributes");
                return Err(FileFault::new(tree.line, path, expected));
            }
            for name in names {
                keys.push(object([named("AttributeName", name.clone()), named("KeyType", role)]));
                self.define(name, &path);
            }
        }
        Ok(keys)
    }

    fn define(&mut self, name: &'t JsonTree, path: &str) {
        if name.text().is_some_and(|text| !self.names.insert(text)) {
            return;
        }
        let kind = self.kind_of(name);
        if kind.is_none() {
            let fault = FileFault::new(name.line, path, FileReason::Untyped);
            self.left_out.push(fault.into());
        }
        let kind = named("AttributeType", kind.unwrap_or("S"));
        self.attributes
            .push(object([named("AttributeName", name.clone()), kind]));
    }

    /// The type of an attribute.
    fn kind_of(&self, name: &JsonTree) -> Option<&'t str> {
        let found = self.typed.get(self.places.get(name.text()?)?)?;
        let kind = either(found, ["attribute_type", "type"])?;
        let words = [("String", "S"), ("Number", "N"), ("Binary", "B")];
        let word = words.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(kind));
        Some(word.map_or(kind, |(_, kind)| kind))
    }
}

fn either<'t>(tree: &'t JsonTree, names: [&str; 2]) -> Option<&'t str> {
    names.into_iter().find_map(|name| text(tree, name))
}

/// The projection of an index: everything, unless it says otherwise.
fn projection(index: &JsonTree) -> JsonTree {
    let projection = index.member("projection");
    let kind = projection.and_then(|it| it.member("type").or(Some(it)));
    let kind = kind.and_then(JsonTree::text).unwrap_or("ALL");
    let others = ["attributes", "non_key_attributes", "NonKeyAttributes"];
    let others = others.into_iter().find_map(|name| projection?.member(name));
    let others = others.filter(|others| !others.elements().is_empty());
    let others = others.map(|others| named("NonKeyAttributes", others.clone()));
    object([named("ProjectionType", kind)].into_iter().chain(others))
}

fn throughput(table: &JsonTree) -> Option<(String, JsonTree)> {
    let capacity = table.member("provisioned_capacity")?;
    let part = |(from, to)| capacity.member(from).map(|units| named(to, units.clone()));
    let parts = [("read", "ReadCapacityUnits"), ("write", "WriteCapacityUnits")].into_iter();
    Some(named("ProvisionedThroughput", object(parts.filter_map(part))))
}

//! Reads the items of a Terraform file: its resources of type `aws_dynamodb_table_item`.
//!
//! Must not know how tables are read.

use hashrange_wire::JsonTree;

use super::found::Found;
use super::hcl_value::Scope;
use super::places::Places;
use super::terraform_names::TABLE;
use crate::file_fault::{FileFault, FileReason, under};
use crate::hcl::{Block, Body, Expression, Form, Piece, Step};

/// The kind of the resource.
pub(super) const ITEM: &str = "aws_dynamodb_table_item";

/// The tables of a file: the names of their resources, and for each the name of its table.
pub(super) struct Ids<'f> {
    places: Places<'f>,
    tables: &'f [(String, String)],
}

impl<'f> Ids<'f> {
    pub(super) fn of(tables: &'f [(String, String)]) -> Self {
        let places = Places::of(tables.iter().map(|(id, _)| id.as_str()).collect());
        Self { places, tables }
    }

    fn get(&self, id: &str) -> Option<&'f str> {
        let (_, name) = self.tables.get(self.places.get(id)?)?;
        Some(name)
    }
}

/// Reads the items of a file.
pub(super) fn read_items(body: &Body<'_>, ids: &Ids<'_>, scope: &Scope<'_>, found: &mut Found) {
    let names = found.names();
    let names = Places::of_all(&names);
    for block in body.blocks().filter(|block| block.name == "resource") {
        let labels: Vec<&str> = block.labels.iter().map(AsRef::as_ref).collect();
        let [ITEM, id] = labels.as_slice() else { continue };
        let path = under(ITEM, id);
        match item_of(block, &path, ids, scope) {
            Ok((table, item)) => found.add_item(&names, &table, &item, path),
            Err(fault) => found.left_out.push(fault.into()),
        }
    }
}

/// The table and the item of a resource.
fn item_of(block: &Block<'_>, path: &str, ids: &Ids<'_>, scope: &Scope<'_>) -> Result<(String, JsonTree), FileFault> {
    let line = block.line;
    let fault = |reason| FileFault::new(line, path, reason);
    let table = table_of(block, "table_name", path, ids, scope)?;
    let item = block.body.value("item");
    let item = scope.value(item.ok_or_else(|| fault(FileReason::Missing("item")))?, path)?;
    let tree = item.text().and_then(|text| JsonTree::parse(text).ok());
    let tree = tree.ok_or_else(|| fault(FileReason::Expected("the item as JSON text")))?;
    Ok((table, JsonTree { line, ..tree }))
}

/// The name of the table that an attribute of a resource refers to, by its name or its ARN.
pub(super) fn table_of(
    block: &Block<'_>,
    reference: &'static str,
    path: &str,
    ids: &Ids<'_>,
    scope: &Scope<'_>,
) -> Result<String, FileFault> {
    let fault = |reason| FileFault::new(block.line, path, reason);
    let part = |name: &str| block.body.value(name);
    if let Some(several) = ["count", "for_each"].into_iter().find(|name| part(name).is_some()) {
        return Err(fault(FileReason::Unsupported(several.to_owned())));
    }
    let table = part(reference).ok_or_else(|| fault(FileReason::Missing(reference)))?;
    if let Some(name) = resource(table).and_then(|id| ids.get(id)) {
        return Ok(name.to_owned());
    }
    let value = scope.value(table, path)?;
    // An ARN ends with the name.
    let name = value
        .text()
        .map(|text| text.split_once(":table/").map_or(text, |(_, name)| name));
    name.map(str::to_owned)
        .ok_or_else(|| fault(FileReason::Expected("the name of a table")))
}

/// The table resource that an expression such as `aws_dynamodb_table.orders.name` refers to.
fn resource<'t>(expression: &Expression<'t>) -> Option<&'t str> {
    let (value, steps) = match &expression.form {
        Form::Traversal(value, steps) => (value, steps),
        // `"${aws_dynamodb_table.orders.name}"`, as JSON writes it.
        Form::Template(pieces) => match pieces.as_slice() {
            [Piece::Value(only)] => return resource(only),
            _ => return None,
        },
        _ => return None,
    };
    let is_table = matches!(value.form, Form::Variable(TABLE));
    match steps.as_slice() {
        [Step::Name(id), Step::Name("name" | "id" | "arn")] if is_table => Some(id),
        // A resource with `count` or `for_each`. Only one with a single table has a name here.
        [Step::Name(id), Step::Index(_), Step::Name("name" | "id" | "arn")] if is_table => Some(id),
        _ => None,
    }
}

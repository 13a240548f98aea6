//! Reads the items of a Terraform file: its resources of type `aws_dynamodb_table_item`.
//!
//! Must not know how tables are read.

use hashrange_wire::JsonTree;
use hcl_edit::Span;
use hcl_edit::expr::{Expression, TraversalOperator};
use hcl_edit::structure::{Block, Body};

use super::found::Found;
use super::hcl_value::Scope;
use super::terraform_names::TABLE;
use crate::file_fault::{FileFault, FileReason};

/// The kind of the resource.
pub(super) const ITEM: &str = "aws_dynamodb_table_item";

/// Reads the items of a file. `ids` has the names of tables by their resources.
pub(super) fn read_items(body: &Body, ids: &[(String, String)], scope: &Scope<'_>, found: &mut Found) {
    for block in body.get_blocks("resource") {
        let labels: Vec<&str> = block.labels.iter().map(|label| label.as_str()).collect();
        let [ITEM, id, ..] = labels.as_slice() else { continue };
        let path = format!("{ITEM}.{id}");
        match item_of(block, &path, ids, scope) {
            Ok((table, item)) => found.add_item(&table, &item, path),
            Err(fault) => found.left_out.push(fault.into()),
        }
    }
}

/// The table and the item of a resource.
fn item_of(
    block: &Block,
    path: &str,
    ids: &[(String, String)],
    scope: &Scope<'_>,
) -> Result<(String, JsonTree), FileFault> {
    let line = scope.line(block.span());
    let fault = |reason| FileFault::new(line, path, reason);
    let part = |name: &str| block.body.get_attribute(name).map(|attribute| &attribute.value);
    if let Some(several) = ["count", "for_each"].into_iter().find(|name| part(name).is_some()) {
        return Err(fault(FileReason::Unsupported(several.to_owned())));
    }
    let table = part("table_name").ok_or_else(|| fault(FileReason::Missing("table_name")))?;
    let table = match resource(table).and_then(|id| ids.iter().find(|(other, _)| *other == id)) {
        Some((_, name)) => name.clone(),
        None => {
            let name = scope.value(table, path)?;
            name.text()
                .ok_or_else(|| fault(FileReason::Expected("the name of a table")))?
                .to_owned()
        }
    };
    let item = scope.value(part("item").ok_or_else(|| fault(FileReason::Missing("item")))?, path)?;
    let tree = item.text().and_then(|text| JsonTree::parse(text).ok());
    let tree = tree.ok_or_else(|| fault(FileReason::Expected("the item as JSON text")))?;
    Ok((table, JsonTree { line, ..tree }))
}

/// The table resource that an expression such as `aws_dynamodb_table.orders.name` refers to.
fn resource(expression: &Expression) -> Option<&str> {
    let Expression::Traversal(traversal) = expression else {
        return None;
    };
    let is_table = matches!(&traversal.expr, Expression::Variable(kind) if kind.value().as_str() == TABLE);
    match traversal.operators.first().filter(|_| is_table)?.value() {
        TraversalOperator::GetAttr(id) => Some(id.as_str()),
        _ => None,
    }
}

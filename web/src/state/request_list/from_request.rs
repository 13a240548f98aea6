//! A request of its own as a row of a list.
//!
//! Must not know where the request comes from.

use hashrange_wire::{JsonTree, Operation};
use hashrange_words::t;

use super::ListRow;
use super::member::of_row;
use super::members::split;
use super::row_kind::{RowKind, kinds};

/// The kind of row that a request of this operation becomes.
#[must_use]
pub fn kind_of(sent: Operation) -> Option<RowKind> {
    match sent {
        Operation::GetItem => Some(RowKind::Get),
        Operation::PutItem => Some(RowKind::Put),
        Operation::UpdateItem => Some(RowKind::Update),
        Operation::DeleteItem => Some(RowKind::Delete),
        _ => None,
    }
}

/// A request as a row of `operation`, and the names of the members that a row cannot have.
///
/// # Errors
/// Why it cannot be a row.
pub fn row_from(operation: Operation, sent: Operation, body: &str) -> Result<(ListRow, Vec<String>), String> {
    let Some(kind) = kind_of(sent).filter(|kind| kinds(operation).contains(kind)) else {
        return Err(t!(
            "{operation} has no {sent}",
            operation = operation.name(),
            sent = sent.name()
        ));
    };
    let tree = JsonTree::parse(body).map_err(|error| error.to_string())?;
    let (table, mut members) = split(&tree, "TableName").unwrap_or_default();
    let table = table.as_ref().and_then(JsonTree::text);
    let table = table.ok_or(t!("It has no TableName"))?.to_owned();
    let (allowed, mut left) = (of_row(operation, kind), Vec::new());
    members.retain(|(name, _)| {
        let stays = allowed.contains(&name.as_str());
        if !stays {
            left.push(name.clone());
        }
        stays
    });
    let row = ListRow { kind, table, members };
    Ok((row, left))
}

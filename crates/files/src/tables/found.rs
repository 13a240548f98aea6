//! What a reader of tables finds in a file.
//!
//! Must not know formats.

use hashrange_values::Item;
use hashrange_wire::{JsonTree, item_from_json};

use super::definition::TableDefinition;
use super::places::Places;
use crate::file_fault::{FileFault, FileReason, LeftOut};

/// What a reader found in a file.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) tables: Vec<TableDefinition>,
    pub(super) left_out: Vec<LeftOut>,
    /// The first error of each table that cannot be read.
    pub(super) faults: Vec<FileFault>,
    /// Items, each with the name of its table.
    pub(super) items: Vec<(String, Item)>,
    /// The number of tables that a resource repeats.
    pub(super) repeated: usize,
    /// Bytes of the tables that other resources complete, once for each resource.
    pub(super) completed: usize,
}

impl Found {
    /// Adds a table, or its error.
    pub(super) fn add(&mut self, table: Result<TableDefinition, FileFault>) {
        match table {
            Ok(table) => self.tables.push(table),
            Err(fault) => self.faults.push(fault),
        }
    }

    /// Adds the error of a part that has another shape. Only a resource can be the table that a file without tables misses.
    pub(super) fn add_wrong(&mut self, is_resource: bool, fault: FileFault) {
        if is_resource {
            self.faults.push(fault);
        } else {
            self.left_out.push(fault.into());
        }
    }

    /// The names of the tables, in their order.
    pub(super) fn names(&self) -> Vec<String> {
        self.tables
            .iter()
            .map(|table| table.create.table_name.clone())
            .collect()
    }

    /// Adds an item in DynamoDB JSON to a table that was read, or names it. `names` has the places of all tables.
    pub(super) fn add_item(&mut self, names: &Places<'_>, table: &str, item: &JsonTree, path: String) {
        let reason = match item_from_json(&item.to_json()) {
            Ok(item) if names.get(table).is_some() => return self.items.push((table.to_owned(), item)),
            Ok(_) => FileReason::Missing("its table"),
            Err(error) => FileReason::Item(error.reason),
        };
        self.left_out.push(FileFault::new(item.line, path, reason).into());
    }

    /// Whether it has neither a table nor an error.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.faults.is_empty()
    }
}

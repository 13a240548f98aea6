//! What a reader of tables finds in a file.
//!
//! Must not know formats.

use super::definition::TableDefinition;
use crate::file_fault::{FileFault, LeftOut};

/// What a reader found in a file.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) tables: Vec<TableDefinition>,
    pub(super) left_out: Vec<LeftOut>,
    /// The first error of each table that cannot be read.
    pub(super) faults: Vec<FileFault>,
    /// The number of tables that a resource repeats.
    pub(super) repeated: usize,
}

impl Found {
    /// Adds a table, or its error.
    pub(super) fn add(&mut self, table: Result<TableDefinition, FileFault>) {
        match table {
            Ok(table) => self.tables.push(table),
            Err(fault) => self.faults.push(fault),
        }
    }

    /// Whether it has neither a table nor an error.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.faults.is_empty()
    }
}

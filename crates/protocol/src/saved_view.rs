//! Saved views of tables: stored reads. The page stores them with the workspace and reads them early, so they are
//! separate from calls.
//!
//! Must not know how a facet becomes a read.

use hashrange_wire::json_members;
use serde::{Deserialize, Serialize};

/// A saved view of a table: a facet of a NoSQL Workbench model, as a read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedView {
    /// The table.
    pub table: String,
    /// The facet's name.
    pub name: String,
    /// Whether the read is a Query; else it is a Scan.
    pub is_query: bool,
    /// The body of the read, as JSON.
    pub read: String,
    /// The facet, as JSON.
    pub facet: String,
}

json_members!(SavedView default { table, name, is_query, read, facet });

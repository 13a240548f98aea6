//! Changes of base items and tables, for programs that store records.
//!
//! Excludes index entries, because they follow from base items. Must not know who reads the changes, nor the engine.

use std::sync::Arc;

use hashrange_values::{Item, Text};

/// A change of an item or a table. Changes are recorded in the order in which they happen.
#[derive(Clone, Debug)]
pub enum BaseChange {
    /// An item of a table was written or deleted.
    Item {
        /// The table, by name.
        table: Text,
        /// The previous item.
        before: Option<Arc<Item>>,
        /// The current item; `None` if it was deleted.
        after: Option<Arc<Item>>,
        /// Whether the service made the change, as expiry does.
        by_service: bool,
    },
    /// A table was created or deleted, or has another status.
    Table(Text),
}

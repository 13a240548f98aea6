//! What changed of base items and tables, for whoever keeps records.
//!
//! Indexes follow from base items, so they are not noted. Must not know who asks, nor the engine.

use std::sync::Arc;

use hashrange_values::{Item, Text};

/// Something that changed, in the order in which it did.
#[derive(Clone, Debug)]
pub enum BaseChange {
    /// An item of a table was written or deleted.
    Item {
        /// The table, by name.
        table: Text,
        /// The item as it stood.
        before: Option<Arc<Item>>,
        /// The item as it stands; `None` where it was deleted.
        after: Option<Arc<Item>>,
        /// Whether the service did so itself, as expiry does.
        by_service: bool,
    },
    /// A table came, went, or has another status.
    Table(Text),
}

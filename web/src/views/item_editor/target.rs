//! The target of the dialog, and its result. Must not know how an item is written.

use std::sync::Arc;

use hashrange_values::Item;

use crate::views::reader::Reader;

/// The target of the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum EditorTarget {
    /// A new item.
    New,
    /// A row of a grid. It is read-only unless it shows the whole item.
    Row {
        /// The content of the row.
        item: Arc<Item>,
        /// The index of the read.
        index: Option<String>,
        /// Whether the row is the complete item.
        whole: bool,
    },
    /// The table's item with this primary key, read again.
    Base(Item),
    /// A new item, initially a copy of the one with this primary key.
    Copy(Item),
}

impl EditorTarget {
    /// The target of a row a reader has read.
    pub fn of_row(reader: Reader, item: Arc<Item>) -> Self {
        reader.shown.with_untracked(|shown| {
            let index = shown.as_ref().and_then(|shown| shown.index.clone());
            let whole = shown.as_ref().is_some_and(|shown| shown.whole);
            Self::Row { item, index, whole }
        })
    }
}

/// A written item: the primary key, and the item or `None` if it was deleted.
pub type Written = (Item, Option<Arc<Item>>);

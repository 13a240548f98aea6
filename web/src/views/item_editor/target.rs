//! What the dialog is opened for, and what it reports afterwards. Must not know how an item is written.

use std::sync::Arc;

use hashrange_values::Item;
use leptos::prelude::*;

use crate::views::reader::Reader;

/// What the dialog is opened for.
#[derive(Clone, Debug, PartialEq)]
pub enum EditorTarget {
    /// An item that is not there yet.
    New,
    /// A row of a grid. Rows that do not show their whole item are only looked at.
    Row {
        /// What the row shows.
        item: Arc<Item>,
        /// The index it was read through.
        index: Option<String>,
        /// True when the row is the whole item.
        whole: bool,
    },
    /// The table's item with this primary key, read afresh.
    Base(Item),
    /// A new item that starts as a copy of the one with this primary key.
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

/// What has been written: the primary key, and the item or nothing when it was deleted.
pub type Written = (Item, Option<Arc<Item>>);

//! The input of a table's stage: the table, the engine around it, and folded events.
//!
//! Must not know what is read from it.

use hashrange_engine::{Engine, IndexKind, IndexView, TableView};

use crate::Insight;

/// The input of a table's stage.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) insight: &'a Insight,
    pub(super) engine: &'a Engine,
    pub(super) table: TableView<'a>,
}

impl<'a> Scene<'a> {
    pub(super) fn locals(self) -> impl Iterator<Item = IndexView<'a>> {
        self.table
            .indexes()
            .filter(|index| index.definition().kind == IndexKind::Local)
    }

    /// The indexes with partitions of their own: global ones and vector indexes.
    pub(super) fn online(self) -> impl Iterator<Item = IndexView<'a>> {
        self.table
            .indexes()
            .filter(|index| index.definition().kind != IndexKind::Local)
    }
}

//! The content of an engine; read-only. Nothing is charged or recorded.

use std::sync::Arc;

use hashrange_values::Item;
use hashrange_wire::TableDescription;

use crate::rules::describe;
use crate::service::engine::Engine;
use crate::view::table_view::TableView;

impl Engine {
    /// Every table, by name.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = TableView<'_>> {
        self.catalogue.iter().map(TableView)
    }

    /// The table of this name or ARN.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<TableView<'_>> {
        self.catalogue.get(name).map(TableView)
    }

    /// The table's description, without a request: nothing is recorded.
    #[must_use]
    pub fn describe(&self, name: &str) -> Option<TableDescription> {
        self.catalogue
            .get(name)
            .map(|table| describe::describe(table, self.shared.context()))
    }

    /// The item with this primary key, without a read request: nothing is charged.
    #[must_use]
    pub fn peek(&self, table: &str, key: &Item) -> Option<Arc<Item>> {
        let table = self.catalogue.get(table)?;
        table.items.get(&table.row_key(key)?).map(|row| Arc::clone(&row.value))
    }
}

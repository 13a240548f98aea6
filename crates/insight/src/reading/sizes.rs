//! The current sizes of all tables and indexes. DescribeTable's counts can be older.

use hashrange_values::Text;

use super::question::{Question, Service};
use super::questions::SizesQuestion;

/// The size of a table or index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Size {
    /// The table.
    pub table: Text,
    /// The index; `None` for the table itself.
    pub index: Option<Text>,
    /// Number of items or entries.
    pub rows: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Number of pending changes. A table has none.
    pub waiting: u64,
}

impl Question for SizesQuestion {
    type Reading = Vec<Size>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<Size>> {
        let mut sizes = Vec::new();
        for table in engine.tables() {
            sizes.push(Size {
                table: table.name().clone(),
                index: None,
                rows: table.item_count() as u64,
                bytes: table.bytes(),
                waiting: 0,
            });
            sizes.extend(table.indexes().map(|index| Size {
                table: table.name().clone(),
                index: Some(index.definition().name.clone()),
                rows: index.item_count() as u64,
                bytes: index.bytes(),
                waiting: index.queued() as u64,
            }));
        }
        Some(sizes)
    }
}

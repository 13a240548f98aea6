//! The descriptions of all tables, sorted by name.

use hashrange_wire::TableDescription;

use super::question::{Question, Service};
use super::questions::TablesQuestion;

impl Question for TablesQuestion {
    type Reading = Vec<TableDescription>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<TableDescription>> {
        Some(
            engine
                .tables()
                .filter_map(|table| engine.describe(table.name()))
                .collect(),
        )
    }
}

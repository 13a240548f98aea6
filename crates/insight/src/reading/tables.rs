//! Every table's description, sorted by name.

use hashrange_wire::TableDescription;

use super::asks::TablesAsk;
use super::question::{Question, Service};

impl Question for TablesAsk {
    type Reading = Vec<TableDescription>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<TableDescription>> {
        Some(engine.tables().filter_map(|table| engine.describe(table.name())).collect())
    }
}

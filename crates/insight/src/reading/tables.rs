//! Every table's description, sorted by name.

use hashrange_wire::TableDescription;

use super::{Question, Service};

/// Asks for every table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TablesAsk;

impl Question for TablesAsk {
    type Reading = Vec<TableDescription>;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Vec<TableDescription>> {
        Some(engine.tables().filter_map(|table| engine.describe(table.name())).collect())
    }
}

//! The sizes of the item collections that a batch or transaction writes to, by table.

use hashrange_values::{Text, to_map};
use hashrange_wire::ItemCollectionMetrics;
use litemap::LiteMap;

/// Metrics by table; each collection once, with its size after the last write.
#[derive(Default)]
pub(super) struct MetricsByTable {
    tables: LiteMap<Text, (String, Vec<ItemCollectionMetrics>)>,
}

impl MetricsByTable {
    /// Adds the metrics of a member. The table has the name that the first of its members used.
    pub(super) fn add(&mut self, table_name: &str, table: &Text, metrics: Option<ItemCollectionMetrics>) {
        let Some(metrics) = metrics else { return };
        let (_, known) = self
            .tables
            .entry(table.clone())
            .or_insert_with(|| (table_name.to_owned(), Vec::new()));
        match known
            .iter_mut()
            .find(|known| known.item_collection_key == metrics.item_collection_key)
        {
            Some(known) => *known = metrics,
            None => known.push(metrics),
        }
    }

    /// The metrics in the form of a response.
    pub(super) fn into_map(self) -> LiteMap<String, Vec<ItemCollectionMetrics>> {
        to_map(self.tables.into_iter().map(|(_, named)| named))
    }
}

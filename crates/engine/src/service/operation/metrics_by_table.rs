//! The sizes of the item collections that a batch or transaction writes to, by table.

use std::collections::BTreeMap;

use hashrange_values::Text;
use hashrange_wire::ItemCollectionMetrics;

/// Metrics by table; each collection once, with its size after the last write.
#[derive(Default)]
pub(super) struct MetricsByTable {
    tables: BTreeMap<Text, (String, Vec<ItemCollectionMetrics>)>,
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
    pub(super) fn into_map(self) -> BTreeMap<String, Vec<ItemCollectionMetrics>> {
        let mut map = BTreeMap::new();
        map.extend(self.tables.into_values());
        map
    }
}

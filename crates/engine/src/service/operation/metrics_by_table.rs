//! Sizes of item collections written to by the members of a batch or transaction, by table.

use std::collections::BTreeMap;

use hashrange_values::Text;
use hashrange_wire::ItemCollectionMetrics;

/// Metrics by table; each collection once, as it stands after the last write to it.
#[derive(Default)]
pub(super) struct MetricsByTable {
    tables: BTreeMap<Text, (String, Vec<ItemCollectionMetrics>)>,
}

impl MetricsByTable {
    /// Adds those of a member. The table is reported as the first of its members named it.
    pub(super) fn add(&mut self, table_name: &str, table: &Text, metrics: Option<ItemCollectionMetrics>) {
        let Some(metrics) = metrics else { return };
        let (_, known) = self.tables.entry(table.clone()).or_insert_with(|| (table_name.to_owned(), Vec::new()));
        match known.iter_mut().find(|known| known.item_collection_key == metrics.item_collection_key) {
            Some(known) => *known = metrics,
            None => known.push(metrics),
        }
    }

    /// The metrics as they are answered.
    pub(super) fn into_map(self) -> BTreeMap<String, Vec<ItemCollectionMetrics>> {
        let mut map = BTreeMap::new();
        map.extend(self.tables.into_values());
        map
    }
}

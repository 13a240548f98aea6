//! Sizes of item collections in responses.

use std::collections::BTreeMap;

use crate::json::objects::objects;
use crate::json::value::write_value;
use crate::json::writer::Writer;
use crate::shape::ItemCollectionMetrics;

pub(crate) fn metrics(out: &mut Writer, metrics: Option<&ItemCollectionMetrics>) {
    let Some(metrics) = metrics else { return };
    out.key("ItemCollectionMetrics");
    out.object(|out| metrics_members(out, metrics));
}

pub(crate) fn metrics_by_table(out: &mut Writer, tables: &BTreeMap<String, Vec<ItemCollectionMetrics>>) {
    if tables.is_empty() {
        return;
    }
    out.key("ItemCollectionMetrics");
    out.object(|out| {
        for (table, collections) in tables {
            out.key(table);
            objects(out, collections, metrics_members);
        }
    });
}

fn metrics_members(out: &mut Writer, metrics: &ItemCollectionMetrics) {
    let (key, value) = &metrics.item_collection_key;
    let (low, high) = metrics.size_estimate_range_gb;
    out.key("ItemCollectionKey");
    out.object(|out| {
        out.key(key);
        write_value(out, value);
    });
    out.key("SizeEstimateRangeGB");
    out.list(|out| {
        for bound in [low, high] {
            out.element();
            out.decimal(bound);
        }
    });
}

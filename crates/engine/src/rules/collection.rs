//! Item collections and their maximum size. An item collection is the items of one partition key value together with
//! their entries in local indexes. Only tables with local secondary indexes limit its size (documented: local-indexes).
//!
//! Must not know who writes.

use std::sync::Arc;

use hashrange_index::entry;
use hashrange_values::{AttributeValue, Item};
use hashrange_wire::{ItemCollectionMetrics, ReturnItemCollectionMetrics, ServiceError};

use crate::state::images::Images;
use crate::state::index::Index;
use crate::state::rows::collection;
use crate::state::table::Table;

/// The maximum size of an item collection, in the service's gigabytes (documented: local-indexes).
const LIMIT_GIGABYTES: u64 = 10;

/// Refuses a write that grows a collection beyond the limit. A write that shrinks it or keeps its size always proceeds
/// (documented: local-indexes). Each write of a batch or transaction is compared with the collection before the first
/// of them (a model: the service calls its sizes estimates).
///
/// # Errors
/// The collection is full.
pub(crate) fn check_growth(table: &Table, limit: u64, images: Images<'_>) -> Result<(), ServiceError> {
    let (before, after) = images.items();
    let locals = local_indexes(table).count() as u64;
    let Some(item) = after.filter(|_| locals > 0) else {
        return Ok(());
    };
    // A cheap upper bound: no collection is larger than its table, and no entry is larger than its item. Below the
    // limit, the collection is not measured.
    let all = table.items.bytes() + local_indexes(table).map(|index| index.entries.bytes()).sum::<u64>();
    let most = (item.item_size() as u64).saturating_mul(1 + locals);
    if all.saturating_add(most) <= limit {
        return Ok(());
    }
    let growth = bytes_with_entries(table, after).saturating_sub(bytes_with_entries(table, before));
    if growth > 0 && bytes(table, item).saturating_add(growth) > limit {
        return Err(ServiceError::ItemCollectionSizeLimitExceeded);
    }
    Ok(())
}

/// The size band of the item collection that is written to. Only tables with local secondary indexes report one
/// (documented: local-indexes). The band is the whole gigabytes around the exact size. A gigabyte is a tenth of the
/// limit, also where the limit is lower so that a demonstration can fill a collection.
pub(crate) fn metrics(
    table: &Table,
    key: &Item,
    limit: u64,
    asked: Option<ReturnItemCollectionMetrics>,
) -> Option<ItemCollectionMetrics> {
    if asked != Some(ReturnItemCollectionMetrics::Size) || !table.indexes.iter().any(Index::is_local) {
        return None;
    }
    let partition = table.keys.partition.first()?;
    let value: &AttributeValue = key.get(&partition.name)?;
    let gigabyte = limit.div_ceil(LIMIT_GIGABYTES).max(1);
    let lower = (bytes(table, key) / gigabyte) as f64;
    Some(ItemCollectionMetrics {
        item_collection_key: (partition.name.to_string(), value.clone()),
        size_estimate_range_gb: (lower, lower + 1.0),
    })
}

/// Bytes of the collection of this item or key: items and local entries, without the storage overhead that is billed.
fn bytes(table: &Table, key: &Item) -> u64 {
    let bytes_of = |rows: Vec<(&Arc<Item>, u32)>| rows.iter().map(|(_, size)| u64::from(*size)).sum::<u64>();
    let of_index = |index: &Index| bytes_of(collection(&index.entries, &index.definition.keys, key));
    bytes_of(collection(&table.items, &table.keys, key)) + local_indexes(table).map(of_index).sum::<u64>()
}

/// Bytes of an item and of its entries in local indexes.
fn bytes_with_entries(table: &Table, item: Option<&Arc<Item>>) -> u64 {
    let Some(item) = item else { return 0 };
    let entries = local_indexes(table).filter_map(|index| entry(item, &index.definition, &table.keys));
    let sizes = entries.map(|entry| entry.item_size() as u64);
    sizes.sum::<u64>() + item.item_size() as u64
}

fn local_indexes(table: &Table) -> impl Iterator<Item = &Index> {
    table.indexes.iter().filter(|index| index.is_local())
}

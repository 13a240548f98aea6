//! The rows of one partition, item collection by item collection, up to given limits; read-only.
//!
//! Bounded: it skips the rest of a collection without reading it. Must not know requests.

use std::sync::Arc;

use hashrange_store::{KeyRange, Partition, RowKey, Space};
use hashrange_values::{Item, key_bytes, sort_by};

use crate::service::engine::Engine;
use crate::state::index_life::IndexLife;
use crate::view::index_view::IndexView;
use crate::view::table_view::TableView;

/// Successive items of one partition key value in one partition.
#[derive(Clone, Debug)]
pub struct PartitionRun<'a> {
    /// Their position on the 128-bit hash range.
    pub place: u128,
    /// The items in order of their row keys, with their sizes; never empty.
    pub rows: Vec<(&'a Arc<Item>, u32)>,
    /// Whether the partition contains more of these items after them.
    pub more: bool,
}

/// The first collections of a partition.
#[derive(Clone, Debug, Default)]
pub struct PartitionRows<'a> {
    /// The collections, in hash order.
    pub runs: Vec<PartitionRun<'a>>,
    /// Whether the partition contains more collections.
    pub more: bool,
}

impl<'a> TableView<'a> {
    /// Up to `runs` collections of the partition at a position, and a limited number of items of each. If there are
    /// more collections, it selects them at even distances on the hash range.
    #[must_use]
    pub fn partition_rows(self, position: usize, runs: usize, rows: usize) -> PartitionRows<'a> {
        partition_rows(&self.0.items, position, runs, rows)
    }

    /// A limited number of items with this partition key value, starting with this item, in its partition. At the end of
    /// the collection, the items before it take the rest. `None` if the item does not exist.
    #[must_use]
    pub fn partition_run(self, key: &Item, rows: usize) -> Option<PartitionRun<'a>> {
        run_from(&self.0.items, &self.0.row_key(key)?, rows)
    }

    /// The first items at a place of the hash range, in the partition at a position. `None` if it has none there.
    #[must_use]
    pub fn run_at(self, position: usize, place: u128, rows: usize) -> Option<PartitionRun<'a>> {
        run_at(&self.0.items, position, place, rows)
    }

    /// Bytes of the partition at a position: its items, and their entries in local indexes.
    #[must_use]
    pub fn partition_bytes(self, position: usize) -> u64 {
        self.0.partition_bytes(None, position)
    }

    /// Whether an item is expired and a scanner has found it: its deletion is scheduled.
    #[must_use]
    pub fn is_found(self, item: &Item) -> bool {
        let (Some(expiry), Some(key)) = (&self.0.expiry, self.0.row_key(item)) else {
            return false;
        };
        let partition = self.0.items.owner(&key).map(Partition::number);
        partition.is_some_and(|partition| expiry.is_found(partition, item, &key))
    }
}

impl<'a> IndexView<'a> {
    /// A limited number of partition key values of the partition at a position, and of entries of each.
    #[must_use]
    pub fn partition_rows(self, position: usize, runs: usize, rows: usize) -> PartitionRows<'a> {
        partition_rows(&self.0.entries, position, runs, rows)
    }

    /// The first entries at a place of the hash range, in the partition at a position. `None` if it has none there.
    #[must_use]
    pub fn run_at(self, position: usize, place: u128, rows: usize) -> Option<PartitionRun<'a>> {
        run_at(&self.0.entries, position, place, rows)
    }

    /// The same for the entry of this item. `None` if it has none.
    #[must_use]
    pub fn partition_run(self, table: TableView<'_>, item: &Item, rows: usize) -> Option<PartitionRun<'a>> {
        run_from(&self.0.entries, &self.0.row_key(item, table.keys())?, rows)
    }

    /// The positions of the items of one partition key value, in the order of this local index. Omits items without an
    /// entry.
    #[must_use]
    pub fn order_of(self, table: TableView<'_>, items: &[(&Arc<Item>, u32)]) -> Vec<u16> {
        let Some(sort) = self.0.definition.keys.sort.first() else {
            return Vec::new();
        };
        let sorted_by = |(place, (item, _)): (u16, &(&'_ Arc<Item>, u32))| {
            let bytes = key_bytes(item.get(&sort.name)?, &mut Vec::new())?.to_vec();
            Some((bytes, place))
        };
        let mut found: Vec<(Vec<u8>, u16)> = (0_u16..).zip(items).filter_map(sorted_by).collect();
        let row_key = |place: u16| self.0.row_key(items.get(usize::from(place))?.0, table.keys());
        sort_by(&mut found, |one, other| {
            one.0.cmp(&other.0).then_with(|| row_key(one.1).cmp(&row_key(other.1)))
        });
        found.into_iter().map(|(_, place)| place).collect()
    }

    /// Whether the backfill of the index has passed this item of its table. `None` without a backfill.
    #[must_use]
    pub fn has_passed(self, table: TableView<'_>, item: &Item) -> Option<bool> {
        match &self.0.life {
            IndexLife::Backfilling(fill) => Some(fill.passed(&table.0.row_key(item)?)),
            _ => None,
        }
    }
}

impl Engine {
    /// The number of a table's items that transactions have locked.
    #[must_use]
    pub fn locked(&self, table: TableView<'_>) -> usize {
        self.shared.transaction_locks.count(table.0, self.shared.now)
    }

    /// Whether a transaction has locked an item.
    #[must_use]
    pub fn is_locked(&self, table: TableView<'_>, item: &Item) -> bool {
        table
            .0
            .row_key(item)
            .is_some_and(|key| self.shared.transaction_locks.holds(table.0, &key, self.shared.now))
    }
}

fn partition_rows(space: &Space<Arc<Item>>, position: usize, most: usize, rows: usize) -> PartitionRows<'_> {
    let mut found = PartitionRows::default();
    let Some(partition) = space.partitions().get(position) else {
        return found;
    };
    let end = space.slice_end(position).map(RowKey::to_bytes);
    let mut range = KeyRange {
        start: partition.first_key().to_bytes(),
        end,
    };
    while let Some(run) = run(space, &range, rows) {
        if found.runs.len() == most {
            found.more = true;
            found.runs = spread(space, partition.first_key(), range.end.as_deref(), found.runs, rows);
            break;
        }
        let next = run.place.checked_add(1);
        found.runs.push(run);
        let Some(next) = next else { break };
        range.start = next.to_be_bytes().to_vec();
    }
    found
}

/// A limited number of collections from the whole slice. Evenly spaced points divide the slice, and each collection is
/// the first at or after a point. Writes elsewhere therefore change nothing. If several points find the same
/// collection, the first collections of the slice replace the duplicates.
fn spread<'a>(
    space: &'a Space<Arc<Item>>,
    first: &RowKey,
    end: Option<&[u8]>,
    firsts: Vec<PartitionRun<'a>>,
    rows: usize,
) -> Vec<PartitionRun<'a>> {
    let (from, most) = (first.placement().as_u128(), firsts.len());
    let last = end
        .and_then(|end| end.first_chunk())
        .map_or(u128::MAX, |end| u128::from_be_bytes(*end));
    let step = last.saturating_sub(from) / (most as u128).max(1);
    let mut found: Vec<PartitionRun<'a>> = Vec::with_capacity(most);
    let mut firsts = firsts.into_iter();
    found.extend(firsts.next());
    for point in (1..most as u128).map(|at| from.saturating_add(step.saturating_mul(at))) {
        if found.last().is_some_and(|known| known.place >= point) {
            continue;
        }
        let range = KeyRange {
            start: point.to_be_bytes().to_vec(),
            end: end.map(<[u8]>::to_vec),
        };
        found.extend(run(space, &range, rows));
    }
    for other in firsts {
        if found.len() < most && found.iter().all(|known| known.place != other.place) {
            found.push(other);
        }
    }
    sort_by(&mut found, |one, other| one.place.cmp(&other.place));
    found
}

/// Rows of the collection of a row that exists, starting with it, in its partition. If they are fewer than `most`, the
/// rows before it take the rest.
fn run_from<'a>(space: &'a Space<Arc<Item>>, key: &RowKey, most: usize) -> Option<PartitionRun<'a>> {
    space.get(key)?;
    let position = space.partition_of(key);
    let end = space.slice_end(position).map(RowKey::to_bytes);
    let start = key.to_bytes();
    let range = KeyRange {
        start: start.clone(),
        end,
    };
    let mut run = run(space, &range, most)?;
    let left = most.saturating_sub(run.rows.len());
    if left > 0 {
        let first = space.partitions().get(position)?.first_key().to_bytes();
        let before = KeyRange {
            start: first.max(run.place.to_be_bytes().to_vec()),
            end: Some(start),
        };
        let rows = space.walk(&before, false).take(left);
        let mut rows: Vec<_> = rows.map(|step| (&step.row.value, step.row.size)).collect();
        rows.reverse();
        run.rows.splice(0..0, rows).for_each(drop);
    }
    Some(run)
}

/// The first rows at a place of the hash range, in the partition at a position.
fn run_at(space: &Space<Arc<Item>>, position: usize, place: u128, rows: usize) -> Option<PartitionRun<'_>> {
    let first = space.partitions().get(position)?.first_key().to_bytes();
    let end = space.slice_end(position).map(RowKey::to_bytes);
    let start = first.max(place.to_be_bytes().to_vec());
    run(space, &KeyRange { start, end }, rows).filter(|run| run.place == place)
}

/// The first collection of a range within one partition.
fn run<'a>(space: &'a Space<Arc<Item>>, range: &KeyRange, most: usize) -> Option<PartitionRun<'a>> {
    let mut steps = space.walk(range, true);
    let first = steps.next()?;
    let place = first.key.placement();
    let mut run = PartitionRun {
        place: place.as_u128(),
        rows: vec![(&first.row.value, first.row.size)],
        more: false,
    };
    for step in steps.take_while(|step| step.key.placement() == place) {
        if run.rows.len() >= most.max(1) {
            run.more = true;
            break;
        }
        run.rows.push((&step.row.value, step.row.size));
    }
    Some(run)
}

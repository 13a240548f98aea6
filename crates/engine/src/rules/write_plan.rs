//! The plan of a write: everything that follows from the old and the new image of an item, before any of it is done.
//!
//! Admission asks it, applying consumes it, consumption and trace are told from it. Must not know when it is applied.

use std::sync::Arc;

use hashrange_capacity::{CapacityKind, Line, Units, What, write_units_of_change};
use hashrange_index::{Change, IndexDefinition, KeySchema, difference};
use hashrange_store::RowKey;
use hashrange_values::Item;
use smallvec::{SmallVec, smallvec};

use crate::state::author::Author;
use crate::state::entry_rows::EntryRows;
use crate::state::images::Images;
use crate::state::index::Index;
use crate::state::rows::ItemRow;
use crate::state::table::Table;

/// A write of a table that passed every check, with all that it comes to.
pub(crate) struct WritePlan {
    /// The row written.
    pub(crate) key: RowKey,
    pub(crate) item: ItemChange,
    /// What happens to each index of the table, in the table's order.
    pub(crate) entries: Vec<EntryPlan>,
    /// Who writes.
    pub(crate) author: Author,
}

/// The item before and after a write.
pub(crate) struct ItemChange {
    /// The item as it stands.
    pub(crate) before: Option<ItemRow>,
    /// The item as it becomes; `None` to delete it.
    pub(crate) after: Option<ItemRow>,
    /// Bytes the item is billed for before and after.
    pub(crate) billed: [Option<u32>; 2],
}

/// What a write does to one index.
pub(crate) struct EntryPlan {
    pub(crate) change: Change,
    /// The rows it takes away and puts.
    pub(crate) rows: EntryRows,
    /// The lines of its arm: none for a vector index, which is charged by bytes.
    pub(crate) lines: Lines,
    /// Bytes charged; of vector indexes only.
    pub(crate) vector_bytes: u64,
}

/// The lines of an index's arm.
pub(crate) type Lines = SmallVec<[Line; 2]>;

/// Bytes before and after.
pub(crate) type Sizes = [Option<u32>; 2];

impl WritePlan {
    /// The plan of a write of one row.
    pub(crate) fn of(
        table: &Table,
        key: RowKey,
        before: Option<ItemRow>,
        after: Option<ItemRow>,
        author: Author,
    ) -> Self {
        let images = Images { before: before.as_ref(), after: after.as_ref() };
        let plan = |index: &Index| match index.follows(|| Some(key.clone())) {
            true => EntryPlan::of(index, &table.keys, images),
            false => EntryPlan::nothing(),
        };
        let entries = table.indexes.iter().map(plan).collect();
        let billed = [&before, &after].map(|row| row.as_ref().map(|row| table.billed(&row.value, row.size)));
        Self { key, item: ItemChange { before, after, billed }, entries, author }
    }

    /// The plan of an action that only checks its item, and leaves it as it is.
    pub(crate) fn check(table: &Table, key: RowKey, item: Option<ItemRow>) -> Self {
        let bytes = item.as_ref().map(|row| table.billed(&row.value, row.size));
        Self {
            key,
            item: ItemChange { before: item.clone(), after: item, billed: [bytes; 2] },
            entries: Vec::new(),
            author: Author::Request,
        }
    }
}

impl ItemChange {
    /// Both images, with their bytes.
    pub(crate) fn images(&self) -> Images<'_> {
        Images { before: self.before.as_ref(), after: self.after.as_ref() }
    }

    /// Both images.
    pub(crate) fn items(&self) -> (Option<&Arc<Item>>, Option<&Arc<Item>>) {
        self.images().items()
    }

    /// Units of the table's own arm.
    pub(crate) fn units(&self) -> Units {
        let [before, after] = self.billed;
        table_units(before, after)
    }

    /// Bytes of the larger of the two images; nothing stands for an absent one.
    pub(crate) fn bytes(&self) -> u32 {
        let size = |row: &Option<ItemRow>| row.as_ref().map_or(0, |row| row.size);
        size(&self.before).max(size(&self.after))
    }

    /// What changes of the bytes a table tells beyond those it stores.
    pub(crate) fn beyond(&self) -> i64 {
        let [before, after] = self.billed;
        let of = |row: &Option<ItemRow>, billed: Option<u32>| {
            i64::from(billed.unwrap_or(0)) - i64::from(row.as_ref().map_or(0, |row| row.size))
        };
        of(&self.after, after) - of(&self.before, before)
    }
}

/// Units of a table's own arm (documented: the larger of the two images, at least one).
pub(crate) fn table_units(before: Option<u32>, after: Option<u32>) -> Units {
    write_units_of_change(before.map(u64::from), after.map(u64::from))
}

impl EntryPlan {
    fn of(index: &Index, table_keys: &KeySchema, images: Images<'_>) -> Self {
        let definition = &index.definition;
        let (before, after) = images.items();
        let change = difference(before, after, definition, table_keys);
        let rows = EntryRows::of(index, table_keys, &change, images);
        let lines = change_lines(&change, images, definition);
        let vector_bytes = if definition.vector().is_some() { vector_bytes(&change, definition) } else { 0 };
        Self { change, rows, lines, vector_bytes }
    }

    /// An index that the write does not reach.
    fn nothing() -> Self {
        Self { change: Change::None, rows: EntryRows::default(), lines: Lines::new(), vector_bytes: 0 }
    }

    /// Units of its arm.
    pub(crate) fn units(&self) -> Units {
        self.lines.iter().map(|line| line.units).sum()
    }

    /// Bytes of the entry before and after.
    pub(crate) fn sizes(&self, index: &IndexDefinition) -> Sizes {
        let size = |entry: &Arc<Item>| Some(u32::try_from(index.entry_size(entry)).unwrap_or(u32::MAX));
        match &self.change {
            Change::None => [None, None],
            Change::Put { new } => [None, size(new)],
            Change::Delete { old } => [size(old), None],
            Change::Replace { old, new } | Change::Move { old, new } => [size(old), size(new)],
        }
    }
}

/// Deleting at one key and putting at another are rounded apart (observed).
fn change_lines(change: &Change, images: Images<'_>, index: &IndexDefinition) -> Lines {
    if index.vector().is_some() {
        // Charged by bytes.
        return Lines::new();
    }
    let size = |entry: &Arc<Item>| u64::from(images.size_of(entry, index));
    let single = |what, entry: &Arc<Item>| Line::single(CapacityKind::Write, what, size(entry));
    match change {
        Change::None => Lines::new(),
        Change::Put { new } => smallvec![single(What::IndexEntryPut, new)],
        Change::Delete { old } => smallvec![single(What::IndexEntryDeleted, old)],
        Change::Replace { old, new } => {
            smallvec![Line::change(What::IndexEntryReplaced, Some(size(old)), Some(size(new)))]
        }
        Change::Move { old, new } => smallvec![single(What::IndexEntryDeleted, old), single(What::IndexEntryPut, new)],
    }
}

/// Least bytes a write of an entry of a vector index is charged for (documented).
const LEAST_VECTOR_BYTES: usize = 1_024;

/// Bytes a change of an entry of a vector index is charged for: the larger of both images, and each of them where the
/// entry moves to another value of the partition key (observed).
fn vector_bytes(change: &Change, index: &IndexDefinition) -> u64 {
    let charged = |entry: &Arc<Item>| index.entry_size(entry).max(LEAST_VECTOR_BYTES) as u64;
    match change {
        Change::None => 0,
        Change::Put { new } => charged(new),
        Change::Delete { old } => charged(old),
        Change::Replace { old, new } => charged(old).max(charged(new)),
        Change::Move { old, new } => charged(old) + charged(new),
    }
}

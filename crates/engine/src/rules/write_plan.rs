//! The plan of a write: everything that follows from the old and the new image of an item, before any of it is applied.
//!
//! Admission reads the plan, applying consumes it, and consumption and trace are derived from it. Must not know when it
//! is applied.

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

/// A write of a table that passed every check, with all its effects.
pub(crate) struct WritePlan {
    /// The row written.
    pub(crate) key: RowKey,
    pub(crate) item: ItemPlan,
    /// The effects on each index of the table, in the table's order.
    pub(crate) entries: Vec<EntryPlan>,
    /// The author of the write.
    pub(crate) author: Author,
}

/// The item before and after a write.
pub(crate) struct ItemPlan {
    /// The current item.
    pub(crate) before: Option<ItemRow>,
    /// The new item; `None` to delete it.
    pub(crate) after: Option<ItemRow>,
    /// The billed bytes of the item before and after.
    pub(crate) billed: [Option<u32>; 2],
}

/// The effect of a write on one index.
pub(crate) struct EntryPlan {
    pub(crate) change: Change,
    /// The rows it removes and puts.
    pub(crate) rows: EntryRows,
    /// The cost lines of the index's arm; empty for a vector index, which is charged by bytes.
    pub(crate) lines: Lines,
    /// The charged bytes; only for vector indexes.
    pub(crate) vector_bytes: u64,
}

/// The lines of an index's arm: one, or two if an entry moves.
pub(crate) type Lines = SmallVec<[Line; 1]>;

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
        let images = Images {
            before: before.as_ref(),
            after: after.as_ref(),
        };
        let plan = |index: &Index| match index.follows(|| Some(key.clone())) {
            true => EntryPlan::of(index, &table.keys, images),
            false => EntryPlan::nothing(),
        };
        let entries = table.indexes.iter().map(plan).collect();
        let billed = [&before, &after].map(|row| row.as_ref().map(|row| table.billed(&row.value, row.size)));
        Self {
            key,
            item: ItemPlan { before, after, billed },
            entries,
            author,
        }
    }

    /// The plan of an action that only checks its item, without changing it.
    pub(crate) fn check(table: &Table, key: RowKey, item: Option<ItemRow>) -> Self {
        let bytes = item.as_ref().map(|row| table.billed(&row.value, row.size));
        Self {
            key,
            item: ItemPlan {
                before: item.clone(),
                after: item,
                billed: [bytes; 2],
            },
            entries: Vec::new(),
            author: Author::Request,
        }
    }
}

impl ItemPlan {
    /// Both images, with their bytes.
    pub(crate) fn images(&self) -> Images<'_> {
        Images {
            before: self.before.as_ref(),
            after: self.after.as_ref(),
        }
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

    /// Bytes of the larger of the two images; an absent image has none.
    pub(crate) fn bytes(&self) -> u32 {
        let size = |row: &Option<ItemRow>| row.as_ref().map_or(0, |row| row.size);
        size(&self.before).max(size(&self.after))
    }

    /// How the write changes the bytes that a table reports in addition to its stored bytes.
    pub(crate) fn beyond(&self) -> i64 {
        let [before, after] = self.billed;
        let of = |row: &Option<ItemRow>, billed: Option<u32>| {
            i64::from(billed.unwrap_or(0)) - i64::from(row.as_ref().map_or(0, |row| row.size))
        };
        of(&self.after, after) - of(&self.before, before)
    }
}

/// Units of a table's own arm (documented: capacity-units, the larger of the two images, at least one).
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
        let vector_bytes = if definition.vector().is_some() {
            vector_bytes(&change, definition)
        } else {
            0
        };
        Self {
            change,
            rows,
            lines,
            vector_bytes,
        }
    }

    /// The plan for an index that the write does not affect.
    fn nothing() -> Self {
        Self {
            change: Change::None,
            rows: EntryRows::default(),
            lines: Lines::new(),
            vector_bytes: 0,
        }
    }

    /// Units of the index's arm.
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

/// The cost lines of a change. A delete at one key and a put at another are rounded separately
/// (observed: index-write-units).
fn change_lines(change: &Change, images: Images<'_>, index: &IndexDefinition) -> Lines {
    if index.vector().is_some() {
        // Vector indexes are charged by bytes.
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

/// The minimum bytes charged for a write of an entry of a vector index (observed: vector-write-bytes).
const LEAST_VECTOR_BYTES: usize = 1_024;

/// The bytes charged for a change of an entry of a vector index: the larger of both images. If the entry moves to
/// another partition key value, both images are charged (observed: vector-write-bytes).
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

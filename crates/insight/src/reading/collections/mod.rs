//! Collections of a table beside those of its indexes: the items listed of each, and where their entries are.
//!
//! What is listed is bounded whatever the table's size. Must not know columns, words, or where anything is drawn.

mod entries;
mod listing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hashrange_engine::{IndexKind, IndexView, KeySchema, TableView};
use hashrange_values::{Item, Text, escape_key_bytes, key_bytes};
use hashrange_wire::ProjectionType;

use super::{Question, Service};
use crate::Glance;
use listing::{Listed, around, list};

/// Members listed of each collection while many are shown.
const MEMBERS_OF_MANY: usize = 6;
/// Members listed of a collection shown alone.
const MEMBERS_OF_ONE: usize = 40;
/// Members listed on both sides of the selected one, where a collection is longer than its list.
const NEIGHBOURS: usize = 2;
/// Collections shown at most.
const MOST_COLLECTIONS: usize = 50;

/// Asks for a part of a table's collections.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionsAsk {
    /// The table.
    pub table: String,
    /// The part of it.
    pub scope: CollectionsScope,
    /// Primary key of the selected item, which is listed where its collection is.
    pub selected: Option<Item>,
}

/// Which part of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum CollectionsScope {
    /// Some collections in hash order, with one index or none beside them.
    Whole {
        /// The index.
        index: Option<String>,
        /// Collections left out at the start.
        skip: usize,
        /// Collections wanted.
        take: usize,
    },
    /// The collection of one item, with every index beside it. Without an item, the first of all.
    One {
        /// Any key that has the partition key.
        key: Option<Item>,
    },
}

/// Collections of a table and of indexes.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionsSeen {
    /// Collections of the table in all.
    pub total: usize,
    /// Place of the selected item's collection among them; `None` without it.
    pub selected_at: Option<usize>,
    /// Place of the first of those shown; 0 for one shown alone.
    pub from: usize,
    /// Those shown.
    pub table: Vec<CollectionSeen>,
    /// The indexes beside them, in the table's order.
    pub indexes: Vec<IndexSeen>,
}

/// One collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionSeen {
    /// Names and values of the partition key.
    pub partition_key: Item,
    /// Members in all.
    pub members: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Of the table, where it has local indexes: bytes with their entries, which are limited together.
    pub limited: Option<CollectionFill>,
    /// Members listed, and the gaps between them.
    pub rows: Vec<CollectionRow>,
}

/// Bytes, and the most there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CollectionFill {
    /// The bytes.
    pub bytes: u64,
    /// The limit in force.
    pub limit: u64,
}

/// A line of a collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum CollectionRow {
    /// An item or an entry.
    Member(MemberSeen),
    /// This many members that are not listed.
    Gap(usize),
}

/// An item or an entry.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MemberSeen {
    /// Primary key in the table.
    pub key: Item,
    /// Place in the collection, from 1.
    pub position: usize,
    /// What a row can show of it.
    pub glance: Glance,
    /// Bytes.
    pub size: u32,
    /// Of an item: how it stands in each index.
    pub entries: Vec<EntrySeen>,
}

/// How an item stands in an index.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum EntrySeen {
    /// It has an entry.
    Linked {
        /// Place in the index's collection, from 1.
        position: usize,
        /// Entries of that collection.
        of: usize,
        /// True when the entry does not show the item's newest values yet.
        behind: bool,
    },
    /// It lacks a key attribute of the index.
    Missing {
        /// The attribute.
        attribute: Text,
    },
    /// Its entry has not arrived.
    OnItsWay,
}

/// Collections of an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexSeen {
    /// The index.
    pub name: Text,
    /// True for a local one.
    pub local: bool,
    /// What it carries.
    pub projection: ProjectionType,
    /// Its partition key attributes.
    pub partition: Vec<Text>,
    /// Its sort key attributes.
    pub sort: Vec<Text>,
    /// Changes of the table that have not reached it.
    pub queued: usize,
    /// The collections that hold entries of the items listed of the table, in the order of those items.
    pub collections: Vec<CollectionSeen>,
}

/// Items with their sizes, in the order they are kept.
type Rows<'a> = Vec<(&'a Arc<Item>, u32)>;

impl Question for CollectionsAsk {
    type Reading = CollectionsSeen;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<CollectionsSeen> {
        let table = engine.table(&self.table)?;
        let Found { keys, total, selected_at } = self.find(table);
        let limit = engine.options().limits.item_collection_bytes;
        let indexes: Vec<IndexView<'_>> = table.indexes().filter(|index| self.is_beside(*index)).collect();
        let most = if self.is_whole() { MEMBERS_OF_MANY } else { MEMBERS_OF_ONE };
        let mut items = Vec::new();
        let mut shown: Vec<CollectionSeen> =
            keys.into_iter().filter_map(|key| self.collection(table, key, (most, limit), &mut items)).collect();
        let indexes = entries::of_indexes(table, &indexes, &mut shown, &items);
        Some(CollectionsSeen { total, selected_at, from: self.span().0, table: shown, indexes })
    }
}

/// What a walk over all collections finds.
#[derive(Default)]
struct Found<'a> {
    /// Items of the collections to show.
    keys: Vec<&'a Item>,
    total: usize,
    selected_at: Option<usize>,
}

impl CollectionsAsk {
    fn is_whole(&self) -> bool {
        matches!(self.scope, CollectionsScope::Whole { .. })
    }

    /// Collections left out at the start, and collections shown.
    fn span(&self) -> (usize, usize) {
        match &self.scope {
            CollectionsScope::Whole { skip, take, .. } => (*skip, (*take).min(MOST_COLLECTIONS)),
            CollectionsScope::One { .. } => (0, 1),
        }
    }

    /// Finds the collections to show, and the selected item's.
    fn find<'a>(&'a self, table: TableView<'a>) -> Found<'a> {
        let (skip, take) = self.span();
        let selected = self.selected.as_ref().and_then(|key| table.place(key));
        let mut found = Found::default();
        for (at, run) in table.collection_runs().enumerate() {
            found.total += 1;
            if found.keys.len() < take && at >= skip {
                found.keys.push(run.first);
            }
            if selected == Some(run.place) {
                found.selected_at = Some(at);
            }
        }
        if let CollectionsScope::One { key: Some(key) } = &self.scope
            && !table.collection(key).is_empty()
        {
            found.keys = vec![key];
        }
        found
    }

    /// A vector index has no collections: it is searched as a whole.
    fn is_beside(&self, index: IndexView<'_>) -> bool {
        let definition = index.definition();
        definition.vector().is_none()
            && match &self.scope {
                CollectionsScope::Whole { index, .. } => index.as_deref() == Some(definition.name.as_str()),
                CollectionsScope::One { .. } => true,
            }
    }

    /// Lists the collection of an item or key, and notes the items listed.
    fn collection<'a>(
        &self,
        table: TableView<'a>,
        key: &Item,
        (most, limit): (usize, u64),
        items: &mut Vec<&'a Arc<Item>>,
    ) -> Option<CollectionSeen> {
        let (rows, keys) = (table.collection(key), table.keys());
        let lines = self.lines(&rows, keys, most);
        items.extend(lines.iter().filter_map(|line| line.member(&rows)).map(|(_, item, _)| item));
        let first = rows.first()?.0;
        let mut seen = collection_seen(&rows, &lines, keys, keys)?;
        seen.limited = with_local_indexes(table, first, seen.bytes).map(|bytes| CollectionFill { bytes, limit });
        Some(seen)
    }

    /// Which of a table's collection are listed: the selected item with its neighbours is among them.
    fn lines(&self, rows: &Rows<'_>, keys: &KeySchema, most: usize) -> Vec<Listed> {
        let is_selected = |item: &Item| {
            let selected = self.selected.as_ref();
            selected.is_some_and(|key| keys.attributes().all(|part| item.get(&part.name) == key.get(&part.name)))
        };
        // A list that holds everything anyway is not searched.
        let place = (rows.len() > most).then(|| rows.iter().position(|(item, _)| is_selected(item))).flatten();
        let wanted = place.map(|place| around(place, NEIGHBOURS, rows.len())).unwrap_or_default();
        list(rows.len(), wanted, most)
    }
}

impl Listed {
    /// The member it stands for: place, item and size.
    fn member<'a>(self, rows: &Rows<'a>) -> Option<(usize, &'a Arc<Item>, u32)> {
        match self {
            Self::Member(place) => rows.get(place).map(|(item, size)| (place, *item, *size)),
            Self::Gap(_) => None,
        }
    }
}

/// A collection of the table, or of an index with these keys; `None` without members.
fn collection_seen(
    rows: &Rows<'_>,
    lines: &[Listed],
    keys: &KeySchema,
    table_keys: &KeySchema,
) -> Option<CollectionSeen> {
    let partition = KeySchema { partition: keys.partition.clone(), sort: Vec::new() };
    let row = |line: &Listed| match line {
        Listed::Gap(members) => Some(CollectionRow::Gap(*members)),
        Listed::Member(_) => {
            let (place, item, size) = line.member(rows)?;
            Some(CollectionRow::Member(MemberSeen {
                key: table_keys.key_of(item),
                position: place + 1,
                glance: Glance::at(item, size, &[keys, table_keys]),
                size,
                entries: Vec::new(),
            }))
        }
    };
    Some(CollectionSeen {
        partition_key: partition.key_of(rows.first()?.0),
        members: rows.len(),
        bytes: bytes_of(rows),
        limited: None,
        rows: lines.iter().filter_map(row).collect(),
    })
}

fn bytes_of(rows: &Rows<'_>) -> u64 {
    rows.iter().map(|(_, size)| u64::from(*size)).sum()
}

/// Bytes the limit of an item collection looks at; `None` for a table without local secondary indexes, which has none.
fn with_local_indexes(table: TableView<'_>, item: &Item, bytes: u64) -> Option<u64> {
    let mut local = table.indexes().filter(|index| index.definition().kind == IndexKind::Local).peekable();
    local.peek()?;
    Some(bytes + local.map(|index| bytes_of(&index.collection(item))).sum::<u64>())
}

/// Values of key attributes as bytes that differ where the values differ.
fn identity<'a>(names: impl IntoIterator<Item = &'a Text>, item: &Item) -> Vec<u8> {
    let (mut scratch, mut out) = (Vec::new(), Vec::new());
    for value in names.into_iter().filter_map(|name| item.get(name)) {
        scratch.clear();
        escape_key_bytes(key_bytes(value, &mut scratch).unwrap_or_default(), &mut out);
    }
    out
}

//! Reads the collections picture from the engine: the table's collections, and for each index the entries of the items
//! listed. Nothing is charged, and what is listed is bounded. Must not know signals or the DOM.

mod columns;
mod entries;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_engine::{Engine, IndexKind, IndexView, TableView};
use hashrange_insight::CollectionPage;
use hashrange_values::{Item, escape_key_bytes, key_bytes};

use crate::state::collection_layout::listing::{Listed, around, list};
use crate::state::collection_layout::picture::{Cell, Column, Fill, Group, Lane, Member, Picture, Row};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::{Keys, Part, TableSchema};

/// Collections shown at a time.
pub(super) const COLLECTIONS_SHOWN: usize = 6;
/// Members listed of each while many collections are shown.
const MEMBERS_OF_MANY: usize = 6;
/// Rows that the collections of an index are filled up to together, as long as each has a few.
const ROWS_OF_INDEX: usize = 18;
/// Members listed of a collection shown alone.
const MEMBERS_OF_ONE: usize = 40;
/// Members listed on both sides of the selected one, where a collection is longer than its list.
const NEIGHBOURS: usize = 2;

/// Which part of the table to show.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scope {
    /// A page of collections in hash order, with one index or none beside them.
    Whole {
        /// The index.
        index: Option<String>,
    },
    /// The collection of one item, with every index beside it. Without an item, the first collection of the page.
    One {
        /// Any key that has the partition key.
        key: Option<Item>,
    },
}

/// What to read.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ask {
    /// The table.
    pub(super) schema: TableSchema,
    /// The part of it.
    pub(super) scope: Scope,
    /// Primary key of the selected item, which is listed wherever it is.
    pub(super) selected: Option<Item>,
}

/// Items with their sizes, in the order they are kept.
type Rows<'a> = Vec<(&'a Arc<Item>, u32)>;

/// Collections of the table in hash order: those of one page, and how many there are in all.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Page {
    keys: Vec<Item>,
    total: usize,
}

/// Reads a page. Walks all items once, so it is kept apart from what changes with every click.
pub(super) fn read_page(engine: &Engine, table: &str, skip: usize) -> Page {
    let page = CollectionPage { skip, take: COLLECTIONS_SHOWN, members: 1 };
    let found = hashrange_insight::collections(engine, table, None, page);
    Page { keys: found.list.into_iter().map(|collection| collection.partition_key).collect(), total: found.total }
}

/// Reads the picture; `None` when there is no such table.
pub(super) fn read_picture(engine: &Engine, ask: &Ask, page: &Page) -> Option<Picture> {
    let table = engine.table(&ask.schema.name)?;
    let (most, keys) = match &ask.scope {
        Scope::Whole { .. } => (MEMBERS_OF_MANY, page.keys.clone()),
        Scope::One { key } => {
            let key = key.clone().filter(|key| !table.collection(key).is_empty());
            (MEMBERS_OF_ONE, key.or_else(|| page.keys.first().cloned()).into_iter().collect())
        }
    };
    let names: Vec<&str> = match &ask.scope {
        Scope::Whole { index } => index.as_deref().into_iter().collect(),
        Scope::One { .. } => ask.schema.indexes.iter().map(|index| index.name.as_str()).collect(),
    };
    let indexes: Vec<IndexView<'_>> =
        names.iter().filter_map(|name| table.indexes().find(|index| index.definition().name == *name)).collect();
    let limit = engine.options().limits.item_collection_bytes;
    Some(draw(table, &indexes, ask, &keys, (most, page.total), limit))
}

fn draw(
    table: TableView<'_>,
    indexes: &[IndexView<'_>],
    ask: &Ask,
    keys: &[Item],
    (most, collections): (usize, usize),
    limit: u64,
) -> Picture {
    let schema = &ask.schema;
    let collected: Vec<(&Item, Rows<'_>)> = keys.iter().map(|key| (key, table.collection(key))).collect();
    let listings: Vec<Vec<Listed>> =
        collected.iter().map(|(_, rows)| listing(rows, schema, ask.selected.as_ref(), most)).collect();
    let listed = |at: usize| members_of(collected.get(at).map(|it| &it.1), listings.get(at));
    let items: Vec<&Arc<Item>> = (0..collected.len()).flat_map(listed).map(|(_, item, _)| item).collect();
    let columns = columns::of_table(schema, indexes, &items);
    let mut numbers = Numbers::default();
    let mut lanes: Vec<Lane> = collected
        .iter()
        .zip(&listings)
        .map(|((_, rows), lines)| {
            let bytes = rows.iter().map(|(_, size)| u64::from(*size)).sum();
            let first = rows.first().map(|(item, _)| item.as_ref());
            Lane {
                partition_key: first.map(|item| partition_of(&schema.keys, item)).unwrap_or_default(),
                title: first.and_then(|item| item.get(&schema.keys.partition.name)).map(cell_text).unwrap_or_default(),
                members: rows.len(),
                bytes,
                with_local_indexes: first
                    .and_then(|item| with_local_indexes(table, item, bytes))
                    .map(|bytes| Fill { bytes, limit }),
                rows: lane_rows(rows, lines, schema, &columns, &mut numbers),
            }
        })
        .collect();
    let right = entries::groups(indexes, schema, &columns, &mut lanes, &items, &mut numbers);
    let left = Group {
        name: schema.name.clone(),
        kind: None,
        projection: "",
        partition_key: schema.keys.partition.name.clone(),
        part: Part::Partition,
        sorted: schema.keys.sort.is_some(),
        columns,
        lanes,
        queued: 0,
    };
    Picture { left, right, collections }
}

/// Which of a table's collection are listed: the selected item with its neighbours is among them.
fn listing(rows: &Rows<'_>, schema: &TableSchema, selected: Option<&Item>, most: usize) -> Vec<Listed> {
    let is_selected = |item: &Item| {
        selected.is_some_and(|key| schema.keys.iter().all(|part| item.get(&part.name) == key.get(&part.name)))
    };
    // A list that holds everything anyway is not searched.
    let place = (rows.len() > most).then(|| rows.iter().position(|(item, _)| is_selected(item))).flatten();
    let wanted = place.map(|place| around(place, NEIGHBOURS, rows.len())).unwrap_or_default();
    list(rows.len(), wanted, most)
}

fn members_of<'a>(
    rows: Option<&Rows<'a>>,
    lines: Option<&Vec<Listed>>,
) -> impl Iterator<Item = (usize, &'a Arc<Item>, u32)> {
    let picked: Vec<(usize, &'a Arc<Item>, u32)> = lines
        .into_iter()
        .flatten()
        .filter_map(|line| match line {
            Listed::Member(place) => rows?.get(*place).map(|(item, size)| (*place, *item, *size)),
            Listed::Gap(_) => None,
        })
        .collect();
    picked.into_iter()
}

/// The lines of a lane, its members numbered.
fn lane_rows(
    rows: &Rows<'_>,
    lines: &[Listed],
    schema: &TableSchema,
    columns: &[Column],
    numbers: &mut Numbers,
) -> Vec<Row> {
    let row = |line: &Listed| match line {
        Listed::Gap(members) => Some(Row::Gap(*members)),
        Listed::Member(place) => {
            let (item, size) = rows.get(*place)?;
            let key = schema.primary_key(item)?;
            Some(Row::Member(Box::new(Member {
                number: numbers.of(&schema.keys, &key),
                key,
                position: place + 1,
                cells: columns.iter().map(|column| cell(item, column)).collect(),
                size: *size,
                entries: Vec::new(),
            })))
        }
    };
    lines.iter().filter_map(row).collect()
}

fn cell(item: &Item, column: &Column) -> Cell {
    match item.get(&column.name) {
        _ if !column.projected => Cell::NotProjected,
        Some(value) => Cell::Value(cell_text(value)),
        None => Cell::Missing { needed: false },
    }
}

/// The partition key of an item, by name and value.
fn partition_of(keys: &Keys, item: &Item) -> Item {
    let name = &keys.partition.name;
    item.get(name).map(|value| (name.clone(), value.clone())).into_iter().collect()
}

/// Bytes the limit of an item collection looks at; `None` for a table without local secondary indexes, which has none.
fn with_local_indexes(table: TableView<'_>, item: &Item, bytes: u64) -> Option<u64> {
    let mut local = table.indexes().filter(|index| index.definition().kind == IndexKind::Local).peekable();
    local.peek()?;
    let of_entries =
        |index: IndexView<'_>| index.collection(item).iter().map(|(_, size)| u64::from(*size)).sum::<u64>();
    Some(bytes + local.map(of_entries).sum::<u64>())
}

/// Numbers for primary keys: the same key always gets the same number.
#[derive(Default)]
struct Numbers {
    given: BTreeMap<Vec<u8>, usize>,
}

impl Numbers {
    fn of(&mut self, keys: &Keys, item: &Item) -> usize {
        let next = self.given.len();
        *self.given.entry(identity(keys, item)).or_insert(next)
    }
}

/// The key's values as bytes that differ where the keys differ.
fn identity(keys: &Keys, item: &Item) -> Vec<u8> {
    let (mut scratch, mut out) = (Vec::new(), Vec::new());
    for value in keys.iter().filter_map(|key| item.get(&key.name)) {
        scratch.clear();
        escape_key_bytes(key_bytes(value, &mut scratch).unwrap_or_default(), &mut out);
    }
    out
}

/// How many of the table's collections come before the one with this key, in hash order.
pub(super) fn collections_before(engine: &Engine, schema: &TableSchema, key: &Item) -> usize {
    let Some(table) = engine.table(&schema.name) else { return 0 };
    let name = &schema.keys.partition.name;
    let wanted = key.get(name);
    let (mut before, mut last) = (0, None);
    for (item, _) in table.items() {
        let value = item.get(name);
        if value == wanted {
            return before;
        }
        if value != last {
            before += 1;
            last = value;
        }
    }
    0
}

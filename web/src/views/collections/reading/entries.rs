//! The right side of the picture: for each index the collections that hold entries of the items listed at the left, in
//! the order of those items, and how each item stands there.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_engine::{IndexDefinition, IndexKind, IndexView, Projection};
use hashrange_values::{Item, Text, key_bytes};

use super::{MEMBERS_OF_MANY, Numbers, ROWS_OF_INDEX, columns, identity, lane_rows};
use crate::state::collection_layout::listing::{Listed, list};
use crate::state::collection_layout::picture::{Cell, Column, Entry, Group, Lane, Row};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::{self, Keys, Part, TableSchema};

/// An item of the left side, on its way to its entry.
struct Wanted<'a> {
    /// Its place among the items of the left side.
    place: usize,
    item: &'a Arc<Item>,
}

/// The indexes' groups. Notes with the items of `lanes` how they stand in each.
pub(super) fn groups(
    indexes: &[IndexView<'_>],
    schema: &TableSchema,
    of_table: &[Column],
    lanes: &mut [Lane],
    items: &[&Arc<Item>],
    numbers: &mut Numbers,
) -> Vec<Group> {
    let mut groups = Vec::with_capacity(indexes.len());
    for index in indexes {
        let mut entries = vec![Entry::OnItsWay; items.len()];
        groups.push(group(*index, schema, of_table, items, &mut entries, numbers));
        note_entries(lanes, entries);
        mark_needed(lanes, of_table, index.definition());
    }
    groups
}

fn group(
    index: IndexView<'_>,
    schema: &TableSchema,
    of_table: &[Column],
    items: &[&Arc<Item>],
    entries: &mut [Entry],
    numbers: &mut Numbers,
) -> Group {
    let definition = index.definition();
    let columns = columns::of_index(schema, &definition.name, of_table);
    let partition_key = schema.keys_of(Some(&definition.name)).partition.name.clone();
    let collections = by_collection(definition, &partition_key, items, entries);
    // The entries of the items at the left are listed in any case; others only as far as this side stays short.
    let most = (ROWS_OF_INDEX / collections.len().max(1)).clamp(2, MEMBERS_OF_MANY);
    let mut lanes = Vec::new();
    for wanted in collections {
        let Some(first) = wanted.first() else { continue };
        let rows = index.collection(first.item);
        let places = find(&rows, &wanted, &schema.keys);
        for (position, wanted) in &places {
            let (Some(entry), Some((shown, _))) = (entries.get_mut(wanted.place), rows.get(*position)) else {
                continue;
            };
            let behind = !is_current(definition, schema, wanted.item, shown);
            *entry = Entry::Linked { position: position + 1, of: rows.len(), behind };
        }
        let lines = list(rows.len(), places.iter().map(|(place, _)| *place), most);
        lanes.extend(lane(&rows, &lines, schema, &partition_key, &columns, numbers));
    }
    Group {
        name: definition.name.to_string(),
        kind: match &definition.kind {
            IndexKind::Local => Some(table_schema::IndexKind::Local),
            IndexKind::Global => Some(table_schema::IndexKind::Global),
            // Never drawn here: a table's schema does not list it.
            IndexKind::Vector(_) => None,
        },
        projection: match definition.projection {
            Projection::All => "ALL",
            Projection::KeysOnly => "KEYS_ONLY",
            Projection::Include(_) => "INCLUDE",
        },
        part: schema.part(Some(&definition.name), &partition_key).unwrap_or(Part::Partition),
        partition_key,
        sorted: !definition.keys.sort.is_empty(),
        columns,
        lanes,
        queued: index.queued(),
    }
}

fn lane(
    rows: &super::Rows<'_>,
    lines: &[Listed],
    schema: &TableSchema,
    partition_key: &Text,
    columns: &[Column],
    numbers: &mut Numbers,
) -> Option<Lane> {
    let value = rows.first()?.0.get(partition_key)?;
    Some(Lane {
        partition_key: [(partition_key.clone(), value.clone())].into_iter().collect(),
        title: cell_text(value),
        members: rows.len(),
        bytes: rows.iter().map(|(_, size)| u64::from(*size)).sum(),
        with_local_indexes: None,
        rows: lane_rows(rows, lines, schema, columns, numbers),
    })
}

/// The items by the index's collection they belong to, in order of appearance. Notes with those that lack a key attribute
/// that they belong to none.
fn by_collection<'a>(
    index: &IndexDefinition,
    partition_key: &Text,
    items: &[&'a Arc<Item>],
    entries: &mut [Entry],
) -> Vec<Vec<Wanted<'a>>> {
    let mut collections: Vec<Vec<Wanted<'a>>> = Vec::new();
    let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for (place, (item, entry)) in items.iter().copied().zip(entries).enumerate() {
        if let Some(missing) = index.keys.attributes().find(|key| !item.contains(&key.name)) {
            *entry = Entry::Missing { attribute: missing.name.clone() };
            continue;
        }
        let mut scratch = Vec::new();
        let value =
            item.get(partition_key).and_then(|value| key_bytes(value, &mut scratch)).unwrap_or_default().to_vec();
        let at = *places.entry(value).or_insert(collections.len());
        if at == collections.len() {
            collections.push(Vec::new());
        }
        if let Some(collection) = collections.get_mut(at) {
            collection.push(Wanted { place, item });
        }
    }
    collections
}

/// Where the items' entries are among the rows of a collection.
fn find<'w, 'a>(rows: &super::Rows<'_>, wanted: &'w [Wanted<'a>], keys: &Keys) -> Vec<(usize, &'w Wanted<'a>)> {
    let mut left: BTreeMap<Vec<u8>, &Wanted<'a>> = BTreeMap::new();
    left.extend(wanted.iter().map(|wanted| (identity(keys, wanted.item), wanted)));
    let mut found = Vec::with_capacity(left.len());
    for (place, (entry, _)) in rows.iter().enumerate() {
        if left.is_empty() {
            break;
        }
        if let Some(wanted) = left.remove(&identity(keys, entry)) {
            found.push((place, wanted));
        }
    }
    found
}

/// Whether an entry shows what the item has now.
fn is_current(index: &IndexDefinition, schema: &TableSchema, item: &Arc<Item>, entry: &Arc<Item>) -> bool {
    let carried = item.iter().filter(|(name, _)| schema.carries(Some(&index.name), name));
    Arc::ptr_eq(item, entry) || carried.eq(entry.iter())
}

/// Gives each listed item its entry, in order.
fn note_entries(lanes: &mut [Lane], entries: Vec<Entry>) {
    let rows = lanes.iter_mut().flat_map(|lane| &mut lane.rows);
    let members = rows.filter_map(|row| match row {
        Row::Member(member) => Some(member),
        Row::Gap(_) => None,
    });
    for (member, entry) in members.zip(entries) {
        member.entries.push(entry);
    }
}

/// Marks the gaps that keep an item out of an index.
fn mark_needed(lanes: &mut [Lane], columns: &[Column], index: &IndexDefinition) {
    for row in lanes.iter_mut().flat_map(|lane| &mut lane.rows) {
        let Row::Member(member) = row else { continue };
        for (cell, column) in member.cells.iter_mut().zip(columns) {
            if let Cell::Missing { needed } = cell {
                *needed |= index.keys.contains(&column.name);
            }
        }
    }
}

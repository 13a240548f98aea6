//! The collections of indexes that contain entries of the listed items, and the state of each item there.

use std::sync::Arc;

use hashrange_engine::{IndexKind, IndexView, KeyAttribute, KeySchema, Projection, TableView};
use hashrange_values::{Item, Text, escape_key_bytes, key_bytes, to_map};
use hashrange_wire::ProjectionType;
use litemap::LiteMap;

use super::listing::{MEMBERS_OF_MANY, list};
use super::members::{Rows, collection_seen};
use super::shape::{CollectionRow, CollectionSeen, EntrySeen, IndexSeen, MemberSeen};

/// The total number of rows up to which the collections of an index are listed, if each has a few.
const ROWS_OF_INDEX: usize = 18;

/// An item of the table whose entry is being searched.
struct Wanted<'a> {
    /// Its position among the listed items.
    place: usize,
    item: &'a Arc<Item>,
}

/// Lists the indexes. Adds the state of each item in each index to the items of `shown`, which are these items.
pub(super) fn of_indexes(
    table: TableView<'_>,
    indexes: &[IndexView<'_>],
    shown: &mut [CollectionSeen],
    items: &[&Arc<Item>],
) -> Vec<IndexSeen> {
    let of = |index: &IndexView<'_>| {
        let mut entries = vec![EntrySeen::OnItsWay; items.len()];
        let seen = index_seen(table, *index, items, &mut entries);
        for (member, entry) in members(shown).zip(entries) {
            member.entries.push(entry);
        }
        seen
    };
    indexes.iter().map(of).collect()
}

fn members(shown: &mut [CollectionSeen]) -> impl Iterator<Item = &mut MemberSeen> {
    shown
        .iter_mut()
        .flat_map(|collection| &mut collection.rows)
        .filter_map(|row| match row {
            CollectionRow::Member(member) => Some(member),
            CollectionRow::Gap(_) => None,
        })
}

fn index_seen(
    table: TableView<'_>,
    index: IndexView<'_>,
    items: &[&Arc<Item>],
    entries: &mut [EntrySeen],
) -> IndexSeen {
    let definition = index.definition();
    let names = |attributes: &[KeyAttribute]| attributes.iter().map(|key| key.name.clone()).collect();
    let wanted = by_collection(&definition.keys, items, entries);
    // The entries of listed items are always listed. Other entries are listed only while there are few rows.
    let most = (ROWS_OF_INDEX / wanted.len().max(1)).clamp(2, MEMBERS_OF_MANY);
    let collections = wanted
        .iter()
        .filter_map(|wanted| collection(table, index, wanted, most, entries))
        .collect();
    IndexSeen {
        name: definition.name.clone(),
        local: definition.kind == IndexKind::Local,
        projection: match definition.projection {
            Projection::All => ProjectionType::All,
            Projection::KeysOnly => ProjectionType::KeysOnly,
            Projection::Include(_) => ProjectionType::Include,
        },
        partition: names(&definition.keys.partition),
        sort: names(&definition.keys.sort),
        queued: index.queued(),
        collections,
    }
}

fn collection(
    table: TableView<'_>,
    index: IndexView<'_>,
    wanted: &[Wanted<'_>],
    most: usize,
    entries: &mut [EntrySeen],
) -> Option<CollectionSeen> {
    let (definition, keys) = (index.definition(), table.keys());
    let rows = index.collection(wanted.first()?.item);
    let places = find(&rows, wanted, keys);
    for (position, wanted) in &places {
        let (Some(entry), Some((shown, _))) = (entries.get_mut(wanted.place), rows.get(*position)) else {
            continue;
        };
        let now = hashrange_index::entry(wanted.item, definition, keys);
        let behind = !now.is_some_and(|now| Arc::ptr_eq(&now, shown) || now == **shown);
        *entry = EntrySeen::Linked {
            position: position + 1,
            of: rows.len(),
            behind,
        };
    }
    let lines = list(rows.len(), places.iter().map(|(place, _)| *place), most);
    collection_seen(&rows, &lines, &definition.keys, keys)
}

/// Groups the items by their collection in the index, in order of appearance. Marks items that lack a key attribute and
/// so belong to no collection.
fn by_collection<'a>(keys: &KeySchema, items: &[&'a Arc<Item>], entries: &mut [EntrySeen]) -> Vec<Vec<Wanted<'a>>> {
    let mut collections: Vec<Vec<Wanted<'a>>> = Vec::new();
    let mut places: LiteMap<Vec<u8>, usize> = LiteMap::new();
    for (place, (item, entry)) in items.iter().copied().zip(entries).enumerate() {
        if let Some(missing) = keys.attributes().find(|key| !item.contains(&key.name)) {
            *entry = EntrySeen::Missing {
                attribute: missing.name.clone(),
            };
            continue;
        }
        let value = identity(keys.partition.iter().map(|key| &key.name), item);
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

/// Finds the positions of the items' entries among the rows of a collection.
fn find<'w, 'a>(rows: &Rows<'_>, wanted: &'w [Wanted<'a>], keys: &KeySchema) -> Vec<(usize, &'w Wanted<'a>)> {
    let names: Vec<&Text> = keys.attributes().map(|key| &key.name).collect();
    let of = |item: &Item| identity(names.iter().copied(), item);
    let left = to_map(wanted.iter().map(|wanted| (of(wanted.item), wanted)));
    let found = rows
        .iter()
        .enumerate()
        .filter_map(|(place, (entry, _))| Some((place, *left.get(&of(entry))?)));
    // Each entry is found once.
    found.take(left.len()).collect()
}

/// Encodes the values of key attributes as bytes. Different values have different bytes.
fn identity<'a>(names: impl IntoIterator<Item = &'a Text>, item: &Item) -> Vec<u8> {
    let (mut scratch, mut out) = (Vec::new(), Vec::new());
    for value in names.into_iter().filter_map(|name| item.get(name)) {
        scratch.clear();
        escape_key_bytes(key_bytes(value, &mut scratch).unwrap_or_default(), &mut out);
    }
    out
}

//! Item collections: the items of each partition key value, in sort key order, in a table or an index.

use std::sync::Arc;

use hashrange_engine::{Engine, IndexKind, IndexView, KeySchema, TableView};
use hashrange_values::{Item, Text};

/// One item or index entry of a collection.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Member {
    /// Primary key of the item in the table. It links a member to its entries in indexes.
    pub key: Item,
    /// The item, or the attributes that the index projects.
    pub item: Arc<Item>,
    /// Bytes of the item or entry.
    pub size: u32,
}

/// All items with one partition key value.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Collection {
    /// Names and values of the partition key.
    pub partition_key: Item,
    /// The listed members, in sort key order.
    pub members: Vec<Member>,
    /// Number of members that are not listed.
    pub unlisted: usize,
    /// Bytes of all members.
    pub bytes: u64,
}

/// Collections in hash order.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Collections {
    /// Partition key attributes of the table or index.
    pub partition_key: Vec<Text>,
    /// Sort key attributes of the table or index.
    pub sort_key: Vec<Text>,
    /// The requested collections.
    pub list: Vec<Collection>,
    /// Total number of collections.
    pub total: usize,
}

/// Which collections to list, and how many members of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CollectionPage {
    /// The number of collections to skip.
    pub skip: usize,
    /// Maximum number of collections to list.
    pub take: usize,
    /// Maximum number of members to list of each collection.
    pub members: usize,
}

/// Returns the collections of a table, or of one of its indexes. Walks all items once, without a charge.
#[must_use]
pub fn collections(engine: &Engine, table: &str, index: Option<&str>, page: CollectionPage) -> Collections {
    let Some(table) = engine.table(table) else {
        return Collections::default();
    };
    match index {
        None => group(table.items(), table.keys(), table.keys(), page),
        Some(name) => match find(table, name) {
            Some(index) => group(index.entries(), &index.definition().keys, table.keys(), page),
            None => Collections::default(),
        },
    }
}

/// The collection of an item or key in a table or index; `None` if it has no entry there.
#[must_use]
pub fn collection_of(
    engine: &Engine,
    table: &str,
    index: Option<&str>,
    key: &Item,
    members: usize,
) -> Option<Collection> {
    let table = engine.table(table)?;
    let page = CollectionPage {
        skip: 0,
        take: 1,
        members,
    };
    let collections = match index {
        None => group(table.collection(key).into_iter(), table.keys(), table.keys(), page),
        Some(name) => {
            let index = find(table, name)?;
            group(
                index.collection(key).into_iter(),
                &index.definition().keys,
                table.keys(),
                page,
            )
        }
    };
    collections.list.into_iter().next()
}

/// One partition key value of a table, in the table and in every index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct CollectionView {
    /// Its items in the table; `None` if there are none.
    pub table: Option<Collection>,
    /// The collection of the requested item in each index, local ones first.
    pub indexes: Vec<IndexCollection>,
    /// Bytes of the items and of their local index entries, to which the limit applies (documented: local-indexes).
    pub bytes: u64,
    /// The maximum bytes; `None` without local indexes, because there is no limit then (documented: local-indexes).
    pub limit: Option<u64>,
}

/// A collection in one index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexCollection {
    /// The index.
    pub index: Text,
    /// True for a local index, whose bytes count with those of the table.
    pub local: bool,
    /// The collection; `None` if the item has no entry there.
    pub collection: Option<Collection>,
}

/// The collections of the item with this primary key, with a limited number of members each; `None` without the table.
#[must_use]
pub fn collection_view(engine: &Engine, table: &str, key: &Item, members: usize) -> Option<CollectionView> {
    let view = engine.table(table)?;
    // An index finds a collection by attributes that only the complete item has.
    let item = engine.peek(view.name(), key);
    let item = item.as_deref().unwrap_or(key);
    let of = |index: IndexView<'_>| IndexCollection {
        index: index.definition().name.clone(),
        local: index.definition().kind == IndexKind::Local,
        collection: collection_of(engine, table, Some(&index.definition().name), item, members),
    };
    // A vector index has no collections: a search covers the whole index.
    let read = view.indexes().filter(|index| index.definition().vector().is_none());
    let indexes: Vec<IndexCollection> = read.map(of).collect();
    let base = collection_of(engine, table, None, key, members);
    let local = indexes
        .iter()
        .filter(|index| index.local)
        .filter_map(|index| index.collection.as_ref());
    let bytes = base.iter().chain(local).map(|collection| collection.bytes).sum();
    let limited = indexes.iter().any(|index| index.local);
    let limit = limited.then_some(engine.options().limits.item_collection_bytes);
    Some(CollectionView {
        table: base,
        indexes,
        bytes,
        limit,
    })
}

fn find<'a>(table: TableView<'a>, name: &str) -> Option<IndexView<'a>> {
    table.indexes().find(|index| index.definition().name == name)
}

/// Groups rows, which are in hash order: members of one collection are neighbours.
fn group<'a>(
    rows: impl Iterator<Item = (&'a Arc<Item>, u32)>,
    keys: &KeySchema,
    table_keys: &KeySchema,
    page: CollectionPage,
) -> Collections {
    let names = |attributes: &[hashrange_engine::KeyAttribute]| attributes.iter().map(|key| key.name.clone()).collect();
    let mut found = Collections {
        partition_key: names(&keys.partition),
        sort_key: names(&keys.sort),
        ..Collections::default()
    };
    let partition = KeySchema {
        partition: keys.partition.clone(),
        sort: Vec::new(),
    };
    let mut current: Option<&Arc<Item>> = None;
    for (item, size) in rows {
        let same = current.is_some_and(|last| partition.partition_values(last).eq(partition.partition_values(item)));
        if !same {
            found.total += 1;
            current = Some(item);
        }
        let position = found.total - 1;
        if position < page.skip || position >= page.skip.saturating_add(page.take) {
            continue;
        }
        if !same {
            found.list.push(Collection {
                partition_key: partition.key_of(item),
                members: Vec::new(),
                unlisted: 0,
                bytes: 0,
            });
        }
        let Some(collection) = found.list.last_mut() else {
            continue;
        };
        collection.bytes += u64::from(size);
        if collection.members.len() < page.members {
            collection.members.push(Member {
                key: table_keys.key_of(item),
                item: Arc::clone(item),
                size,
            });
        } else {
            collection.unlisted += 1;
        }
    }
    found
}

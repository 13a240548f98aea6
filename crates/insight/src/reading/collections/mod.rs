//! Collections of a table and of its indexes: the listed items of each, and the positions of their entries.
//!
//! The listing is bounded whatever the table's size. Must not know columns, words, or where anything is drawn.

mod entries;
mod listing;
mod members;
mod shape;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hashrange_engine::{IndexKind, IndexView, KeySchema, TableView};
use hashrange_values::Item;

use super::question::{Question, Service};
use super::questions::{CollectionsQuestion, CollectionsScope};
use listing::{Listed, MEMBERS_OF_MANY, around, list};
use members::{Rows, bytes_of, collection_seen};
pub use shape::{CollectionFill, CollectionRow, CollectionSeen, CollectionsSeen, EntrySeen, IndexSeen, MemberSeen};

/// Maximum number of listed members if only one collection is listed.
const MEMBERS_OF_ONE: usize = 40;
/// Number of listed members on each side of the selected one, if the collection does not fit into its list.
const NEIGHBOURS: usize = 2;
/// Maximum number of listed collections.
const MOST_COLLECTIONS: usize = 50;

impl Question for CollectionsQuestion {
    type Reading = CollectionsSeen;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<CollectionsSeen> {
        let table = engine.table(&self.table)?;
        let Found {
            keys,
            total,
            selected_at,
        } = self.find(table);
        let limit = engine.options().limits.item_collection_bytes;
        let indexes: Vec<IndexView<'_>> = table.indexes().filter(|index| self.is_beside(*index)).collect();
        let most = if self.is_whole() {
            MEMBERS_OF_MANY
        } else {
            MEMBERS_OF_ONE
        };
        let mut items = Vec::new();
        let mut shown: Vec<CollectionSeen> = keys
            .into_iter()
            .filter_map(|key| self.collection(table, key, (most, limit), &mut items))
            .collect();
        let indexes = entries::of_indexes(table, &indexes, &mut shown, &items);
        Some(CollectionsSeen {
            total,
            selected_at,
            from: self.span().0,
            table: shown,
            indexes,
        })
    }
}

/// The result of a walk over all collections.
#[derive(Default)]
struct Found<'a> {
    /// One item of each collection to list.
    keys: Vec<&'a Item>,
    total: usize,
    selected_at: Option<usize>,
}

impl CollectionsQuestion {
    fn is_whole(&self) -> bool {
        matches!(self.scope, CollectionsScope::Whole { .. })
    }

    /// Number of collections to skip, and number of collections to list.
    fn span(&self) -> (usize, usize) {
        match &self.scope {
            CollectionsScope::Whole { skip, take, .. } => (*skip, (*take).min(MOST_COLLECTIONS)),
            CollectionsScope::One { .. } => (0, 1),
        }
    }

    /// Finds the collections to list, and the collection of the selected item.
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

    /// Whether an index is listed. A vector index has no collections: a search covers the whole index.
    fn is_beside(&self, index: IndexView<'_>) -> bool {
        let definition = index.definition();
        definition.vector().is_none()
            && match &self.scope {
                CollectionsScope::Whole { index, .. } => index.as_deref() == Some(definition.name.as_str()),
                CollectionsScope::One { .. } => true,
            }
    }

    /// Lists the collection of an item or key, and records the listed items.
    fn collection<'a>(
        &self,
        table: TableView<'a>,
        key: &Item,
        (most, limit): (usize, u64),
        items: &mut Vec<&'a Arc<Item>>,
    ) -> Option<CollectionSeen> {
        let (rows, keys) = (table.collection(key), table.keys());
        let lines = self.lines(&rows, keys, most);
        items.extend(
            lines
                .iter()
                .filter_map(|line| line.member(&rows))
                .map(|(_, item, _)| item),
        );
        let first = rows.first()?.0;
        let mut seen = collection_seen(&rows, &lines, keys, keys)?;
        seen.limited = with_local_indexes(table, first, seen.bytes).map(|bytes| CollectionFill { bytes, limit });
        Some(seen)
    }

    /// Chooses the listed members of a collection. The selected item and its neighbours are always listed.
    fn lines(&self, rows: &Rows<'_>, keys: &KeySchema, most: usize) -> Vec<Listed> {
        let is_selected = |item: &Item| {
            let selected = self.selected.as_ref();
            selected.is_some_and(|key| {
                keys.attributes()
                    .all(|part| item.get(&part.name) == key.get(&part.name))
            })
        };
        // A list that holds everything needs no search.
        let place = (rows.len() > most)
            .then(|| rows.iter().position(|(item, _)| is_selected(item)))
            .flatten();
        let wanted = place
            .map(|place| around(place, NEIGHBOURS, rows.len()))
            .unwrap_or_default();
        list(rows.len(), wanted, most)
    }
}

/// Bytes that count for the limit of an item collection. `None` for a table without local indexes, which has no limit.
fn with_local_indexes(table: TableView<'_>, item: &Item, bytes: u64) -> Option<u64> {
    let mut local = table
        .indexes()
        .filter(|index| index.definition().kind == IndexKind::Local)
        .peekable();
    local.peek()?;
    Some(bytes + local.map(|index| bytes_of(&index.collection(item))).sum::<u64>())
}

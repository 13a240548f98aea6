//! Collections of a table beside those of its indexes: the items listed of each, and where their entries are.
//!
//! What is listed is bounded whatever the table's size. Must not know columns, words, or where anything is drawn.

mod entries;
mod listing;
mod members;
mod shape;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use hashrange_engine::{IndexKind, IndexView, KeySchema, TableView};
use hashrange_values::Item;

use super::asks::{CollectionsAsk, CollectionsScope};
use super::question::{Question, Service};
use listing::{Listed, MEMBERS_OF_MANY, around, list};
use members::{Rows, bytes_of, collection_seen};
pub use shape::{CollectionFill, CollectionRow, CollectionSeen, CollectionsSeen, EntrySeen, IndexSeen, MemberSeen};

/// Members listed of a collection shown alone.
const MEMBERS_OF_ONE: usize = 40;
/// Members listed on both sides of the selected one, where a collection is longer than its list.
const NEIGHBOURS: usize = 2;
/// Collections shown at most.
const MOST_COLLECTIONS: usize = 50;

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

/// Bytes the limit of an item collection looks at; `None` for a table without local secondary indexes, which has none.
fn with_local_indexes(table: TableView<'_>, item: &Item, bytes: u64) -> Option<u64> {
    let mut local = table.indexes().filter(|index| index.definition().kind == IndexKind::Local).peekable();
    local.peek()?;
    Some(bytes + local.map(|index| bytes_of(&index.collection(item))).sum::<u64>())
}

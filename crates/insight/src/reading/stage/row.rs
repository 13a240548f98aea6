//! Rows of item collections, and their squares: items or index entries with their state.

use std::sync::Arc;

use hashrange_engine::{Engine, IndexView, KeyAttribute, PartitionRun, TableView};
use hashrange_index::{entry, violation};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};

use super::scene::Scene;
use super::shape::{RowStage, SquareStage, SquareState};
use crate::Eligibility;

/// Maximum number of shown characters of a key.
const MOST_CHARACTERS: usize = 48;

/// The source of the rows of a table or global index.
pub(super) struct RowSource<'a> {
    pub(super) scene: Scene<'a>,
    /// The global index; `None` for the table.
    pub(super) index: Option<IndexView<'a>>,
    pub(super) marks: Marks<'a>,
    /// Keys that are always shown.
    pub(super) pins: Vec<Pin>,
    /// Maximum number of squares of one partition.
    pub(super) most: usize,
    /// Maximum number of items of one collection whose bytes are summed; `None` if collections are not measured.
    pub(super) measures: Option<usize>,
}

/// A key whose collection is always among the rows of its partition.
pub(super) struct Pin {
    /// Its position on the hash range.
    pub(super) place: u128,
    /// The position of its partition.
    pub(super) position: usize,
    /// The item that must be among the squares.
    pub(super) item: Option<Item>,
    /// The key as words, if it is shown without items too.
    pub(super) words: Option<Text>,
}

impl Pin {
    /// Whether it is at a place of the hash range.
    pub(super) const fn is_at(&self, place: u128) -> bool {
        self.place == place
    }

    /// The position of its partition.
    pub(super) const fn position(&self) -> usize {
        self.position
    }
}

/// Facts that determine the state of items.
pub(super) struct Marks<'a> {
    now: Timestamp,
    /// The TTL attribute.
    expires_by: Option<&'a Text>,
    /// Whether there are transaction locks.
    locks: bool,
    /// The index that is being backfilled.
    filling: Option<IndexView<'a>>,
}

impl<'a> Marks<'a> {
    pub(super) fn of(scene: Scene<'a>) -> Self {
        Self {
            now: scene.engine.now(),
            expires_by: scene.table.expires_by(),
            locks: scene.engine.locked(scene.table) > 0,
            filling: scene.online().find(|index| index.backfilling().is_some()),
        }
    }

    /// The state of an item. Pending changes have priority.
    fn state(&self, engine: &Engine, table: TableView<'_>, item: &Item) -> SquareState {
        if self.locks && engine.is_locked(table, item) {
            return SquareState::Locked;
        }
        let eligible = self
            .expires_by
            .map(|attribute| Eligibility::of(item, attribute, self.now));
        match eligible {
            Some(Eligibility::Expired(_)) if table.is_found(item) => return SquareState::Found,
            Some(Eligibility::Expired(at)) => return SquareState::Expired(seconds_between(value_of(at), self.now)),
            _ => {}
        }
        if let Some(state) = self.filling.and_then(|index| filled(index, table, item)) {
            return state;
        }
        match eligible {
            Some(Eligibility::Waiting(at)) => SquareState::Expires(seconds_between(self.now, value_of(at))),
            _ => SquareState::Plain,
        }
    }
}

/// The value of an item that counts as expired from this time on: the second before (documented: ttl-expiry).
fn value_of(expired_from: Timestamp) -> Timestamp {
    Timestamp::from_seconds(expired_from.seconds().saturating_sub(1))
}

/// The difference in whole seconds, as the values of items and the words of lessons have it.
fn seconds_between(from: Timestamp, to: Timestamp) -> Duration {
    Duration::from_seconds(to.seconds().saturating_sub(from.seconds()))
}

/// The state of an item for a backfill; `None` if it has no entry and will get none.
fn filled(index: IndexView<'_>, table: TableView<'_>, item: &Item) -> Option<SquareState> {
    let definition = index.definition();
    if violation(item, definition).is_some() {
        return Some(match index.has_passed(table, item) {
            Some(true) => SquareState::Violation,
            _ => SquareState::Ahead,
        });
    }
    let has_keys = definition.keys.attributes().all(|key| item.contains(&key.name));
    let has_vector = definition.vector().is_none_or(|rule| rule.has_vector(item));
    (has_keys && has_vector).then(|| match index.has_passed(table, item) {
        Some(true) => SquareState::Filled,
        _ => SquareState::Ahead,
    })
}

impl RowSource<'_> {
    /// The row of a collection with a limited number of squares.
    pub(super) fn row(&self, run: &PartitionRun<'_>, most: usize) -> RowStage {
        let shown = run.rows.get(..most).unwrap_or(&run.rows);
        let keys = self
            .index
            .map_or(self.scene.table.keys(), |index| &index.definition().keys);
        let locals = self.scene.locals().filter(|_| self.index.is_none());
        RowStage {
            key: shown
                .first()
                .map(|(item, _)| words(&keys.partition, item))
                .unwrap_or_default(),
            squares: shown
                .iter()
                .map(|(item, bytes)| self.square(item, *bytes, &keys.sort))
                .collect(),
            more: run.more || shown.len() < run.rows.len(),
            skips: shown.first().is_some_and(|(first, _)| self.skips(run.place, first)),
            locals: locals.map(|index| index.order_of(self.scene.table, shown)).collect(),
            bytes: shown.first().and_then(|(first, _)| self.measured(first)),
        }
    }

    /// Whether the collection of an item has items before it in its partition.
    fn skips(&self, place: u128, first: &Item) -> bool {
        let pinned = self.pins.iter().filter(|pin| pin.is_at(place));
        let before = pinned.filter_map(|pin| match self.index {
            None => self.scene.table.run_at(pin.position(), place, 1),
            Some(index) => index.run_at(pin.position(), place, 1),
        });
        let firsts: Vec<&Item> = before
            .filter_map(|run| run.rows.first().map(|(item, _)| &***item))
            .collect();
        !firsts.is_empty() && firsts.iter().all(|item| *item != first)
    }

    /// Bytes of the collection of an item with its local index entries. `None` if it cannot be near its limit or has
    /// too many items.
    fn measured(&self, first: &Arc<Item>) -> Option<u64> {
        let most = self.measures.filter(|_| self.index.is_none())?;
        let table = self.scene.table;
        let run = table.partition_run(first, most).filter(|run| !run.more)?;
        let entries = |item: &Arc<Item>| -> u64 {
            let sizes = self.scene.locals().filter_map(|index| {
                let definition = index.definition();
                entry(item, definition, table.keys()).map(|entry| definition.entry_size(&entry) as u64)
            });
            sizes.sum()
        };
        Some(
            run.rows
                .iter()
                .map(|(item, size)| u64::from(*size) + entries(item))
                .sum(),
        )
    }

    fn square(&self, item: &Item, bytes: u32, sort: &[KeyAttribute]) -> SquareStage {
        let Scene { engine, table, .. } = self.scene;
        let state = if self.index.is_none() {
            self.marks.state(engine, table, item)
        } else {
            SquareState::Plain
        };
        SquareStage {
            key: words(sort, item),
            item: table.keys().key_of(item),
            bytes,
            state,
        }
    }
}

/// The values of key attributes as text, cut if they are long.
pub(super) fn words(keys: &[KeyAttribute], item: &Item) -> Text {
    let values = keys.iter().filter_map(|key| item.get(&key.name));
    let mut out = String::new();
    for value in values {
        if !out.is_empty() {
            out.push_str(" · ");
        }
        match value {
            AttributeValue::S(text) => out.extend(text.chars().take(MOST_CHARACTERS)),
            AttributeValue::N(number) => out.push_str(&number.to_string()),
            AttributeValue::B(bytes) => {
                let hex = bytes.iter().take(MOST_CHARACTERS / 2).map(|byte| format!("{byte:02x}"));
                out.extend(hex);
            }
            _ => {}
        }
    }
    out.as_str().into()
}

//! The chosen rows of a grid: several items, beside the one that the whole page follows.
//!
//! Must not know what is done with them.

use hashrange_values::Item;
use leptos::prelude::*;

use super::sorted_rows::SortedRows;
use crate::derived::Signal;
use crate::effect::effect;
use crate::signal::RwSignal;
use crate::state::row_choice::add;
use crate::state::row_window::MOST_ROWS;
use crate::state::table_schema::TableSchema;

/// The chosen rows.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The primary keys of their items, in the order of the choice.
    pub keys: RwSignal<Vec<Item>>,
    /// Whether all rows are to be chosen as soon as they are loaded.
    pub wants_all: RwSignal<bool>,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            keys: RwSignal::new(Vec::new()),
            wants_all: RwSignal::new(false),
        }
    }
}

impl Choice {
    /// Whether no row is chosen.
    pub fn is_empty(self) -> bool {
        self.keys.with(Vec::is_empty)
    }

    /// Chooses all rows when they are loaded, or as many as a source loads at once.
    pub(super) fn follow(self, schema: Signal<TableSchema>, sorted: SortedRows) {
        effect(move || {
            let (loaded, total) = (sorted.rows.here.get().len(), sorted.rows.count.get());
            if !self.wants_all.get() || loaded < total.min(MOST_ROWS) {
                return;
            }
            self.wants_all.set(false);
            let all = untrack(|| {
                let rows = sorted.loaded_places().filter_map(|place| sorted.row(place));
                schema.with(|schema| rows.filter_map(|row| schema.primary_key(&row.item)).collect())
            });
            self.keys.update(|keys| add(keys, all));
        });
    }
}

/// The sign of a chosen row, or of another.
pub(super) fn check_mark(chosen: bool) -> &'static str {
    if chosen { "☑" } else { "☐" }
}

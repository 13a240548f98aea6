//! The chosen rows of a grid: several items, beside the one that the whole page follows.
//!
//! Must not know what is done with them.

use hashrange_values::Item;
use leptos::prelude::*;

use super::row_actions::RowActions;
use super::sorted_rows::SortedRows;
use crate::components::{Button, ButtonKind, Choose, Tone};
use crate::derived::{MaybeProp, Signal};
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::row_choice::{add, not_loaded, toggle};
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

impl Choice {
    /// No row.
    pub fn new() -> Self {
        Self {
            keys: RwSignal::new(Vec::new()),
            wants_all: RwSignal::new(false),
        }
    }

    /// Whether no row is chosen.
    pub fn is_empty(self) -> bool {
        self.keys.with(Vec::is_empty)
    }

    /// Chooses rows as the reader asks.
    pub(super) fn take(self, rows: RowActions, choose: Choose) {
        match choose {
            Choose::Toggle(place) => {
                if let Some(key) = rows.key(place) {
                    self.keys.update(|keys| toggle(keys, key));
                }
            }
            Choose::Range(from, to) => {
                let range = from.min(to)..=from.max(to);
                match range
                    .clone()
                    .map(|place| rows.key(place))
                    .collect::<Option<Vec<Item>>>()
                {
                    Some(range) => self.keys.update(|keys| add(keys, range)),
                    None => rows.toasts.say(Tone::Notice, not_loaded(range)),
                }
            }
            Choose::All => self.wants_all.set(true),
        }
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

    /// The button that chooses all rows, or none.
    pub(super) fn header(self, rows: RowActions) -> AnyView {
        let all = Memo::new(move |_| {
            let (shown, chosen) = (rows.sorted.shown_count(), self.keys.with(Vec::len));
            shown != 0 && chosen >= shown && (0..shown).all(|place| rows.is_chosen(place))
        });
        let press = move |()| {
            if all.get_untracked() {
                self.keys.set(Vec::new());
            } else {
                self.wants_all.set(true);
            }
        };
        let label = MaybeProp::derive(move || {
            let label = if all.get() {
                "Clear selection"
            } else {
                "Select all shown rows"
            };
            Some(label.to_owned())
        });
        view! { <Button kind=ButtonKind::Quiet label on_press=press>{move || check_mark(all.get())}</Button> }
            .into_any()
    }
}

/// The sign of a chosen row, or of another.
pub(super) fn check_mark(chosen: bool) -> &'static str {
    if chosen { "☑" } else { "☐" }
}

//! What can be done with the rows and cells of a grid, by their positions.
//!
//! Must not know keys, clicks, nor the source of the rows.

use std::ops::Range;

use hashrange_protocol::ItemPreview;
use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use super::choice::{Choice, check_mark};
use super::sorted_rows::{SortedRows, cell, text_cell};
use super::{copied, header};
use crate::components::{Button, ButtonKind, Choose, Toasts, Tone};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::selection::Selection;
use crate::state::row_choice::{add, not_loaded, toggle};
use crate::state::table_schema::TableSchema;

/// The rows of a grid, and what surrounds them.
#[derive(Clone, Copy)]
pub struct RowActions {
    pub(super) selection: Selection,
    pub(super) toasts: Toasts,
    pub(super) schema: Signal<TableSchema>,
    pub(super) sorted: SortedRows,
    pub(super) choice: Option<Choice>,
    pub(super) on_open: Callback<ItemPreview>,
    pub(super) on_sight: Option<Callback<Range<usize>>>,
}

impl RowActions {
    /// The position of the item that the whole page follows.
    pub(super) fn selected(self) -> Option<usize> {
        self.sorted.place_of(self.sorted.rows.selected.get()?)
    }

    /// The header of a column, which sorts the rows, or which chooses all of them.
    pub(super) fn header(self, number: usize) -> AnyView {
        let SortedRows {
            rows, complete, sort, ..
        } = self.sorted;
        if let (Some(choice), None) = (self.choice, number.checked_sub(self.sorted.lead)) {
            return self.choose_all(choice);
        }
        let column = self.sorted.attribute(number);
        let column = column.and_then(|column| rows.columns.with(|columns| columns.list().get(column.at).cloned()));
        match column {
            Some(column) => header::header(column, sort, complete, rows.sorting.does),
            None => ().into_any(),
        }
    }

    /// The cell of a column at a position, or the mark of a row.
    pub(super) fn cell(self, place: usize, number: usize) -> AnyView {
        match self.sorted.attribute(number) {
            Some(column) => cell(self.sorted.row(place), &column.name),
            None if number < self.sorted.lead => text_cell(check_mark(self.is_chosen(place)).to_owned()),
            None => ().into_any(),
        }
    }

    /// The key of the row's item.
    pub(super) fn key(self, place: usize) -> Option<Item> {
        let row = self.sorted.row(place)?;
        self.schema.with(|schema| schema.primary_key(&row.item))
    }

    /// Whether it is one of the chosen rows.
    pub(super) fn is_chosen(self, place: usize) -> bool {
        self.choice.is_some_and(|choice| {
            !choice.is_empty()
                && self
                    .key(place)
                    .is_some_and(|key| choice.keys.with(|keys| keys.contains(&key)))
        })
    }

    /// Makes it the item that the whole page follows.
    pub(super) fn select(self, place: usize) {
        if let Some(key) = untrack(|| self.key(place)) {
            self.selection.item.set(Some(key));
        }
    }

    /// Chooses rows as the reader asks.
    pub(super) fn choose(self, choose: Choose) {
        if let Some(choice) = self.choice {
            untrack(|| self.take(choice, choose));
        }
    }

    /// Opens a row.
    pub(super) fn open(self, place: usize) {
        if let Some(row) = untrack(|| self.sorted.row(place)) {
            self.on_open.run(row);
        }
    }

    /// Reports the visible rows.
    pub(super) fn sight(self, sight: Range<usize>) {
        if let Some(on_sight) = self.on_sight {
            on_sight.run(sight);
        }
    }

    /// Copies the value of a cell.
    pub(super) fn copy(self, place: usize, number: usize) {
        if let Some((row, column)) = untrack(|| self.sorted.row(place).zip(self.sorted.attribute(number))) {
            copied::copy(self.toasts, &row, &column.name);
        }
    }

    /// Chooses rows as the reader asks.
    fn take(self, choice: Choice, choose: Choose) {
        match choose {
            Choose::Toggle(place) => {
                if let Some(key) = self.key(place) {
                    choice.keys.update(|keys| toggle(keys, key));
                }
            }
            Choose::Range(from, to) => {
                let range = from.min(to)..=from.max(to);
                match range
                    .clone()
                    .map(|place| self.key(place))
                    .collect::<Option<Vec<Item>>>()
                {
                    Some(range) => choice.keys.update(|keys| add(keys, range)),
                    None => self.toasts.say(Tone::Notice, not_loaded(range)),
                }
            }
            Choose::All => choice.wants_all.set(true),
        }
    }

    /// The button that chooses all rows, or none.
    fn choose_all(self, choice: Choice) -> AnyView {
        let all = Memo::new(move |_| {
            let (shown, chosen) = (self.sorted.shown_count(), choice.keys.with(Vec::len));
            shown != 0 && chosen >= shown && (0..shown).all(|place| self.is_chosen(place))
        });
        let press = move |()| {
            if all.get_untracked() {
                choice.keys.set(Vec::new());
            } else {
                choice.wants_all.set(true);
            }
        };
        let label = MaybeProp::derive(move || {
            let label = if all.get() {
                t!("Clear selection")
            } else {
                t!("Select all shown rows")
            };
            Some(label.to_owned())
        });
        view! { <Button kind=ButtonKind::Quiet label on_press=press>{move || check_mark(all.get())}</Button> }
            .into_any()
    }
}

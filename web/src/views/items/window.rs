//! The visible rows and those around them, read without a request, as the rows of a grid.
//!
//! Owns which window is requested, and when to scroll to the selected item. Must not know how rows are drawn.

use std::ops::Range;

use hashrange_protocol::{ItemPreview, Items, ItemsQuestion};
use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use super::super::item_grid::{Choice, GridRows, Sorting, layout_name};
use super::super::query::Collection;
use super::super::suggestions::use_seen;
use crate::derived::Signal;
use crate::effect::{effect, effect_since};
use crate::memo::Memo;
use crate::selection::{Selection, use_selection};
use crate::session::use_reading;
use crate::signal::RwSignal;
use crate::state::item_rows::Columns;
use crate::state::row_window::RowWindow;
use crate::state::scalar_text::write_scalar;
use crate::state::table_schema::TableSchema;

/// The shared state of the tab's parts.
#[derive(Clone, Copy)]
pub(super) struct Window {
    selection: Selection,
    /// The index that is read.
    pub(super) index: Memo<Option<String>>,
    /// The reading; `None` before the first one.
    pub(super) items: Memo<Option<Items>>,
    asked: RwSignal<RowWindow>,
    /// The visible rows.
    sight: StoredValue<Range<usize>>,
    /// The text that the shown rows contain.
    pub(super) filter: RwSignal<String>,
    /// The rows that the reader chose.
    pub(super) choice: Choice,
    /// A row to scroll to.
    pub(super) reveal: RwSignal<Option<usize>>,
}

/// The columns found since this index was chosen.
#[derive(Clone, Debug, PartialEq)]
struct Met {
    index: Option<String>,
    columns: Columns,
}

impl Window {
    pub(super) fn new(schema: Signal<TableSchema>, index: Memo<Option<String>>) -> Self {
        let selection = use_selection();
        let asked = RwSignal::new(RowWindow::FIRST);
        let reading = use_reading(move || {
            let (table, window) = (schema.with(|schema| schema.name.clone()), asked.get());
            let (from, count) = (window.from as u64, u32::try_from(window.count).unwrap_or(u32::MAX));
            Some(ItemsQuestion {
                table,
                index: index.get(),
                from,
                count,
                around: selection.item.get(),
            })
        });
        // The reading of another index is not shown for this index.
        let items = Memo::new(move |_| {
            reading.with(|items| {
                items
                    .as_ref()
                    .filter(|items| index.with(|index| items.index == *index))
                    .cloned()
            })
        });
        Self {
            selection,
            index,
            items,
            asked,
            sight: StoredValue::new(0..0),
            filter: RwSignal::new(String::new()),
            choice: Choice::default(),
            reveal: RwSignal::new(None),
        }
    }

    /// Scrolls to the top for another index, and to the row of a new selection. Passes attributes to the pickers.
    pub(super) fn follow_changes(self, schema: Signal<TableSchema>) {
        let (selection, seen) = (use_selection(), use_seen());
        effect_since(move |before: Option<Option<String>>| {
            let now = self.index.get();
            if before.is_some_and(|before| before != now) {
                self.asked.set(RowWindow::FIRST);
                self.choice.keys.set(Vec::new());
            }
            now
        });
        // A row that the filter hides is not selected, so that nobody deletes what is out of sight.
        effect_since(move |before: Option<String>| {
            let now = self.filter.get();
            if before.is_some_and(|before| before != now) {
                self.choice.keys.set(Vec::new());
            }
            now
        });
        effect(move || self.ask(self.is_wide()));
        let wanted = RwSignal::new(None::<Item>);
        effect(move || wanted.set(selection.item.get()));
        effect(move || {
            let Some(key) = wanted.get() else { return };
            if let Some(row) = self.row_of(schema, &key) {
                wanted.set(None);
                self.reveal.set(Some(row));
            }
        });
        effect(move || {
            self.items.with(|items| {
                let rows = items.iter().flat_map(|items| &items.rows).map(|row| row.item.as_ref());
                seen.meet(&schema.with(|schema| schema.name.clone()), rows);
            });
        });
    }

    /// Requests another window if the visible rows require it.
    pub(super) fn see(self, sight: &Range<usize>) {
        self.sight.set_value(sight.clone());
        self.ask(untrack(|| self.is_wide()));
    }

    /// Whether as many rows as possible are loaded: a filter finds, and a choice of all rows reaches, only loaded ones.
    fn is_wide(self) -> bool {
        self.is_filtered() || self.choice.wants_all.get() || !self.choice.is_empty()
    }

    fn is_filtered(self) -> bool {
        self.filter.with(|text| !text.trim().is_empty())
    }

    fn ask(self, wide: bool) {
        let total = self
            .items
            .with_untracked(|items| items.as_ref().map_or(0, |items| place(items.total)));
        let sight = self.sight.get_value();
        let now = self.asked.get_untracked();
        let next = if untrack(|| self.is_filtered()) {
            RowWindow::WIDE
        } else {
            now.around(&sight, total, wide)
        };
        if next != now {
            self.asked.set(next);
        }
    }

    /// The grid's rows.
    pub(super) fn rows(self, schema: Signal<TableSchema>) -> GridRows {
        let selection = use_selection();
        let items = self.items;
        let met = Memo::new(move |before: Option<&Met>| {
            let index = self.index.get();
            let base = schema.with(|schema| Columns::of(schema, index.as_deref()));
            let before = before
                .filter(|before| before.index == index)
                .map_or(&base, |before| &before.columns);
            let columns = items.with(|items| items.as_ref().map(|items| columns(before, &base, items)));
            Met {
                columns: columns.unwrap_or_else(|| before.clone()),
                index,
            }
        });
        GridRows {
            count: Memo::new(move |_| items.with(|items| items.as_ref().map_or(0, |items| place(items.total)))),
            here: Memo::new(move |_| items.with(|items| items.as_ref().map(here).unwrap_or_default())),
            columns: Memo::new(move |_| met.with(|met| met.columns.clone())),
            layout: layout_name(schema, self.index),
            row: Callback::new(move |at| items.with(|items| row(items.as_ref()?, at).cloned())),
            selected: Memo::new(move |_| self.row_of(schema, &selection.item.get()?)),
            sorting: Sorting {
                does: t!("sort the rows; a Scan still returns them in its own order"),
                reaches: t!("in this grid only, a Scan still returns the items in its own order"),
            },
        }
    }

    /// The collection of the selected row: its value of the partition key of the table or of this index.
    pub(super) fn collection(self, schema: Signal<TableSchema>) -> Option<Collection> {
        let key = self.selection.item.get()?;
        let index = self.index.get();
        let partition = schema.with(|schema| schema.keys_of(index.as_deref()).partition.name.clone());
        let in_row = || {
            let at = self.row_of(schema, &key)?;
            self.items
                .with(|items| row(items.as_ref()?, at)?.item.get(&partition).cloned())
        };
        let value = key.get(&partition).cloned().or_else(in_row)?;
        Some(Collection {
            table: schema.with(|schema| schema.name.clone()),
            index,
            partition: write_scalar(&value)?,
        })
    }

    /// The row of the item with this primary key: among the loaded rows, or from the reading.
    fn row_of(self, schema: Signal<TableSchema>, key: &Item) -> Option<usize> {
        self.items.with(|items| {
            let items = items.as_ref()?;
            let is_it = |row: &ItemPreview| schema.with(|schema| schema.primary_key(&row.item)).as_ref() == Some(key);
            let found = items.rows.iter().position(is_it).map(|at| place(items.from) + at);
            let reported = items
                .around
                .as_ref()
                .filter(|(reported, _)| reported == key)
                .map(|(_, at)| place(*at));
            found.or(reported)
        })
    }
}

/// The columns after a reading. If it contains every row, columns without values are removed.
fn columns(before: &Columns, base: &Columns, items: &Items) -> Columns {
    let rows = items.rows.iter().map(|row| row.item.as_ref());
    if here(items) == (0..place(items.total)) {
        return before.of_items(base.clone(), rows);
    }
    let mut columns = before.clone();
    rows.for_each(|item| columns.meet(item));
    columns
}

fn here(items: &Items) -> Range<usize> {
    let from = place(items.from);
    from..from + items.rows.len()
}

fn row(items: &Items, at: usize) -> Option<&ItemPreview> {
    items.rows.get(at.checked_sub(place(items.from))?)
}

/// Converts a row number to `usize`.
fn place(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

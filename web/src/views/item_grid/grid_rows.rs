//! The source of a grid's rows, which may have only some of them loaded.
//!
//! Must not know how rows are drawn, sorted or chosen.

use std::ops::Range;
use std::sync::Arc;

use hashrange_protocol::ItemPreview;
use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::state::column_layout;
use crate::state::item_rows::Columns;
use crate::state::table_schema::TableSchema;
use crate::views::reader::Reader;

/// The source of a grid's rows.
#[derive(Clone, Copy)]
pub struct GridRows {
    /// Total number of rows.
    pub count: Memo<usize>,
    /// The loaded rows.
    pub here: Memo<Range<usize>>,
    /// The columns found so far.
    pub columns: Memo<Columns>,
    /// The name of the layout of the columns, as [`column_layout::layout_name`] returns it.
    pub layout: Memo<String>,
    /// Returns a row if it is loaded.
    pub row: Callback<usize, Option<ItemPreview>>,
    /// The selected item's row, loaded or not.
    pub selected: Memo<Option<usize>>,
    /// The texts about sorting.
    pub sorting: Sorting,
}

/// Texts about sorting.
#[derive(Clone, Copy, Debug)]
pub struct Sorting {
    /// The effect of a click on a header.
    pub does: &'static str,
    /// Which rows are sorted.
    pub reaches: &'static str,
}

impl GridRows {
    /// Whether every row is loaded, so that they can be sorted.
    pub(super) fn complete(self) -> Memo<bool> {
        Memo::new(move |_| self.here.get() == (0..self.count.get()))
    }

    /// Items that are all loaded: how many, their columns, and each by its place.
    pub fn of_items(
        schema: Signal<TableSchema>,
        index: Memo<Option<String>>,
        (count, columns): (Memo<usize>, Memo<Columns>),
        item: Callback<usize, Option<Arc<Item>>>,
        sorting: Sorting,
    ) -> Self {
        let selection = use_selection();
        let selected = Memo::new(move |_| {
            let wanted = selection.item.get()?;
            let key = |at: usize| {
                item.run(at)
                    .and_then(|item| schema.with(|schema| schema.primary_key(&item)))
            };
            (0..count.get()).find(|at| key(*at).as_ref() == Some(&wanted))
        });
        Self {
            count,
            here: Memo::new(move |_| 0..count.get()),
            columns,
            layout: layout_name(schema, index),
            row: Callback::new(move |at| item.run(at).map(|item| ItemPreview { item, cut: false })),
            selected,
            sorting,
        }
    }

    /// The rows a reader has read.
    pub(super) fn of_reader(reader: Reader, schema: Signal<TableSchema>) -> Self {
        let count = Memo::new(move |_| {
            reader
                .shown
                .with(|shown| shown.as_ref().map_or(0, |shown| shown.run.items.len()))
        });
        let columns = Memo::new(move |_| {
            reader
                .shown
                .with(|shown| shown.as_ref().map(|shown| shown.columns.clone()).unwrap_or_default())
        });
        let item = move |at: usize| reader.shown.with(|shown| shown.as_ref()?.run.items.get(at).cloned());
        let sorting = Sorting {
            does: t!("sort the items read so far; this does not change the request"),
            reaches: t!("only the items read so far; the request does not change"),
        };
        let index = Memo::new(move |_| reader.shown.with(|shown| shown.as_ref()?.index.clone()));
        Self::of_items(schema, index, (count, columns), Callback::new(item), sorting)
    }

    /// Whether the rows are entries of an index.
    pub(super) fn is_of_index(self) -> bool {
        self.layout.with(|name| name.contains('/'))
    }
}

/// The name of the layout of a table, or of one of its indexes.
pub fn layout_name(schema: Signal<TableSchema>, index: Memo<Option<String>>) -> Memo<String> {
    Memo::new(move |_| {
        let table = schema.with(|schema| schema.name.clone());
        index.with(|index| column_layout::layout_name(&table, index.as_deref()))
    })
}

//! Items as a grid: keys first with their glyphs, types in the header, selection shared with the rest of the page.
//!
//! Rows come from a source, which may have only some of them loaded. The reader arranges columns, filters and sorts rows,
//! and chooses several where the caller asks for it. Must not know where a source gets its rows.

mod choice;
pub mod columns_menu;
mod copied;
mod header;
mod row_actions;
mod sorted_rows;

use std::ops::Range;
use std::sync::Arc;

use hashrange_protocol::ItemPreview;
use hashrange_values::Item;
use leptos::prelude::*;

use super::fields::TextInput;
use super::reader::Reader;
use crate::components::{Choose, GridColumn, VirtualGrid, use_toasts};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::signal::RwSignal;
use crate::state::column_layout;
use crate::state::item_rows::{Columns, ItemColumn, cell_text};
use crate::state::table_schema::TableSchema;
pub use choice::Choice;
use columns_menu::{ArrangedColumns, ColumnsButton};
use row_actions::RowActions;
use sorted_rows::SortedRows;

/// Number of rows that determine a column's width.
const MEASURED_ROWS: usize = 40;
/// The minimum and maximum width of a column in pixels.
const WIDTHS: (f64, f64) = (88.0, 320.0);
/// The width of a character in the grid's font, and the space around a text, in pixels.
const CHARACTER: f64 = 7.3;
const AROUND: f64 = 30.0;

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
    fn complete(self) -> Memo<bool> {
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
    fn of_reader(reader: Reader, schema: Signal<TableSchema>) -> Self {
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
            does: "sort the items read so far; this does not change the request",
            reaches: "only the items read so far; the request does not change",
        };
        let index = Memo::new(move |_| reader.shown.with(|shown| shown.as_ref()?.index.clone()));
        Self::of_items(schema, index, (count, columns), Callback::new(item), sorting)
    }

    /// What a row is.
    fn one(self) -> &'static str {
        if self.layout.with(|name| name.contains('/')) {
            "entry"
        } else {
            "item"
        }
    }
}

/// The name of the layout of a table, or of one of its indexes.
pub fn layout_name(schema: Signal<TableSchema>, index: Memo<Option<String>>) -> Memo<String> {
    Memo::new(move |_| {
        let table = schema.with(|schema| schema.name.clone());
        index.with(|index| column_layout::layout_name(&table, index.as_deref()))
    })
}

/// The items a reader has read.
#[component]
pub fn ItemGrid(
    /// The accessible name of the grid.
    #[prop(into)]
    label: Signal<String>,
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// The source of the items.
    reader: Reader,
    /// Receives the item of an opened row.
    #[prop(into)]
    on_open: Callback<Arc<Item>>,
) -> impl IntoView {
    let rows = GridRows::of_reader(reader, schema);
    view! { <RowGrid label schema rows on_open=move |row: ItemPreview| on_open.run(row.item) /> }
}

/// The rows of a source.
#[component]
pub fn RowGrid(
    /// The accessible name of the grid.
    #[prop(into)]
    label: Signal<String>,
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// The source.
    rows: GridRows,
    /// Receives the opened row.
    #[prop(into)]
    on_open: Callback<ItemPreview>,
    /// Receives the range of visible rows.
    #[prop(optional)]
    on_sight: Option<Callback<Range<usize>>>,
    /// A row of the source to scroll to. Cleared after the scroll.
    #[prop(optional)]
    reveal: Option<RwSignal<Option<usize>>>,
    /// The chosen rows, if several can be chosen.
    #[prop(optional_no_strip)]
    choice: Option<Choice>,
    /// The text that the shown rows contain, for a source that loads rows on demand.
    #[prop(optional)]
    filter: Option<RwSignal<String>>,
) -> impl IntoView {
    let arranged = ArrangedColumns::of(rows);
    let filter = filter.unwrap_or_else(|| RwSignal::new(String::new()));
    let sorted = SortedRows::new(rows, arranged, filter, choice.is_some());
    let columns = grid_columns(rows, sorted.complete);
    let reveal = sorted.follow_reveal(reveal);
    if let Some(choice) = choice {
        choice.follow(schema, sorted);
    }
    // Every callback has a copy of the handle only.
    let acts = StoredValue::new(RowActions {
        selection: use_selection(),
        toasts: use_toasts(),
        schema,
        sorted,
        choice,
        on_open,
        on_sight,
    });
    let get = move || acts.get_value();
    view! {
        <GridTools acts />
        <VirtualGrid
            label
            columns=Memo::new(move |_| columns.with(|columns| get().sorted.pick(columns)))
            row_count=Signal::derive(move || get().sorted.shown_count())
            header=move |number| get().header(number)
            cell=move |(place, number)| get().cell(place, number)
            pinned=Signal::derive(move || get().sorted.pinned())
            selected=MaybeProp::derive(move || get().selected())
            chosen=choice.map(|_| Callback::new(move |place| get().is_chosen(place)))
            on_choose=choice.map(|_| Callback::new(move |choose: Choose| get().choose(choose)))
            on_copy=move |(place, number)| get().copy(place, number)
            on_select=move |place| get().select(place)
            on_open=move |place| get().open(place)
            on_sight=move |sight| get().sight(sight)
            reveal
        />
    }
}

/// The filter, the columns, and what the grid says about its rows.
#[component]
fn GridTools(acts: StoredValue<RowActions>) -> impl IntoView {
    let SortedRows { filter, arranged, .. } = acts.get_value().sorted;
    let note = Memo::new(move |_| acts.get_value().sorted.note());
    view! {
        <div class="grid-tools">
            <TextInput
                label="Filter what is shown"
                placeholder="Filter what is shown"
                value=filter
                on_input=move |text| filter.set(text)
            />
            <ColumnsButton arranged />
            <p class="sort-note" role="status" hidden=move || note.with(Option::is_none)>{move || note.get()}</p>
        </div>
    }
}

/// Columns with widths that fit the first loaded rows. While rows are partly loaded, a column can grow but not shrink,
/// so that scrolling down does not shift columns.
fn grid_columns(rows: GridRows, complete: Memo<bool>) -> Memo<Vec<GridColumn>> {
    Memo::new(move |before: Option<&Vec<GridColumn>>| {
        let here: Vec<ItemPreview> = rows
            .here
            .get()
            .take(MEASURED_ROWS)
            .filter_map(|at| rows.row.run(at))
            .collect();
        let before = before.filter(|_| !complete.get());
        rows.columns.with(|columns| {
            let column = |column: &ItemColumn| {
                let key = column.attribute.to_string();
                let known = before.and_then(|before| before.iter().find(|known| known.key == key));
                let width = width(column, &here).max(known.map_or(0.0, |known| known.width));
                GridColumn { key, width }
            };
            columns.list().iter().map(column).collect()
        })
    })
}

fn width(column: &ItemColumn, rows: &[ItemPreview]) -> f64 {
    let texts = rows.iter().filter_map(|row| row.item.get(&column.attribute));
    let longest = texts.map(|value| cell_text(value).chars().count()).max().unwrap_or(0);
    let heading = column.attribute.chars().count() + column.type_text().chars().count() + 5;
    let characters = u16::try_from(longest.max(heading)).unwrap_or(u16::MAX);
    (f64::from(characters) * CHARACTER + AROUND).clamp(WIDTHS.0, WIDTHS.1)
}

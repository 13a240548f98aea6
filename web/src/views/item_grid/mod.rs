//! Items as a grid: keys first with their glyphs, types in the header, selection shared with the rest of the page.
//!
//! Rows come from a source, which may have only some of them loaded. The reader arranges columns, filters and sorts rows,
//! and chooses several where the caller asks for it. Must not know where a source gets its rows.

mod choice;
pub mod columns_menu;
mod copied;
mod grid_rows;
mod header;
mod row_actions;
mod sorted_rows;

use std::ops::Range;
use std::sync::Arc;

use hashrange_protocol::ItemPreview;
use hashrange_values::Item;
use hashrange_words::t;
use leptos::prelude::*;

use super::fields::TextInput;
use super::reader::Reader;
use crate::components::{Choose, GridColumn, VirtualGrid, use_toasts};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::signal::RwSignal;
use crate::state::item_rows::{ItemColumn, cell_text};
use crate::state::table_schema::TableSchema;
pub use choice::Choice;
use columns_menu::{ArrangedColumns, ColumnsButton};
pub use grid_rows::{GridRows, Sorting, layout_name};
use row_actions::RowActions;
use sorted_rows::SortedRows;

/// Number of rows that determine a column's width.
const MEASURED_ROWS: usize = 40;
/// The minimum and maximum width of a column in pixels.
const WIDTHS: (f64, f64) = (88.0, 320.0);
/// The width of a character in the grid's font, and the space around a text, in pixels.
const CHARACTER: f64 = 7.3;
const AROUND: f64 = 30.0;

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
                label=t!("Filter what is shown")
                placeholder=t!("Filter what is shown")
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

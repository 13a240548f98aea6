//! Items as a grid: keys first with their glyphs, types in the header, one page's order, selection shared with the rest
//! of the page.

use std::sync::Arc;

use hashrange_values::{Item, Text};
use leptos::prelude::*;

use super::key_name::glyph;
use super::reader::{Reader, Shown};
use crate::components::{GridColumn, KeyName, VirtualGrid};
use crate::selection::use_selection;
use crate::state::item_rows::{Column, PageSort, cell_text};
use crate::state::table_schema::TableSchema;

/// Rows looked at for a column's width.
const MEASURED_ROWS: usize = 40;
/// Narrowest and widest column in pixels.
const WIDTHS: (f64, f64) = (88.0, 320.0);
/// Pixels a character of the grid's face takes, and those around a text.
const CHARACTER: f64 = 7.3;
const AROUND: f64 = 30.0;

/// The items a reader has read.
#[component]
pub fn ItemGrid(
    /// What the grid shows.
    #[prop(into)]
    label: Signal<String>,
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// Whose items are shown.
    reader: Reader,
    /// Told the item when a row is opened.
    #[prop(into)]
    on_open: Callback<Arc<Item>>,
) -> impl IntoView {
    let selection = use_selection();
    let sort = RwSignal::new(None::<PageSort>);
    let order = Memo::new(move |_| {
        let sort = sort.get()?;
        reader.shown.with(|shown| shown.as_ref().map(|shown| sort.order(&shown.run.items)))
    });
    let columns = Memo::new(move |_| reader.shown.with(|shown| shown.as_ref().map(grid_columns).unwrap_or_default()));
    let count = Memo::new(move |_| reader.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.items.len())));
    let place = move |row: usize| order.with(|order| order.as_ref().map_or(Some(row), |order| order.get(row).copied()));
    let item_at = move |row: usize| {
        let place = place(row)?;
        reader.shown.with(|shown| shown.as_ref()?.run.items.get(place).cloned())
    };
    let selected = Memo::new(move |_| {
        let wanted = selection.item.get()?;
        (0..count.get()).find(|row| {
            item_at(*row).and_then(|item| schema.with(|schema| schema.primary_key(&item))).as_ref() == Some(&wanted)
        })
    });
    let select = move |row: usize| {
        if let Some(item) = untrack(|| item_at(row)) {
            selection.item.set(schema.with_untracked(|schema| schema.primary_key(&item)));
        }
    };
    let open = move |row: usize| {
        if let Some(item) = untrack(|| item_at(row)) {
            on_open.run(item);
        }
    };
    let column = move |at: usize| {
        reader.shown.with(|shown| shown.as_ref().and_then(|shown| shown.columns.list().get(at).cloned()))
    };
    let header = move |at: usize| match column(at) {
        Some(column) => view! { <Header column sort /> }.into_any(),
        None => ().into_any(),
    };
    let cell = move |(row, at): (usize, usize)| {
        let text = column(at).and_then(|column| item_at(row)?.get(&column.attribute).map(cell_text));
        match text {
            Some(text) => view! { <span class="cell-text">{text}</span> }.into_any(),
            None => view! { <span class="cell-missing" aria-label="no such attribute">"·"</span> }.into_any(),
        }
    };
    let sorted = move || {
        sort.get().map(|sort| {
            let direction = if sort.descending { "descending" } else { "ascending" };
            format!(
                "Sorted by {}, {direction}: only the items read so far, the request stays as it is.",
                sort.attribute
            )
        })
    };
    view! {
        <p class="sort-note" role="status" hidden=move || sorted().is_none()>{sorted}</p>
        <VirtualGrid label columns row_count=count header cell selected on_select=select on_open=open />
    }
}

/// A column's header: sorts what has been read, and says that it is no more than that.
#[component]
fn Header(column: Column, sort: RwSignal<Option<PageSort>>) -> impl IntoView {
    let name = StoredValue::new(column.attribute.clone());
    let state = move || {
        sort.with(|sort| {
            sort.as_ref().filter(|sort| name.with_value(|name| sort.attribute == *name)).map(|it| it.descending)
        })
    };
    let spoken = format!("{}: sort the items read so far; this does not change the request", column.attribute);
    let types = column.type_text();
    view! {
        <button
            type="button"
            class="grid-sort"
            title=spoken
            on:click=move |_| {
                sort.update(|sort| *sort = name.with_value(|name: &Text| PageSort::after_click(sort.as_ref(), name)));
            }
        >
            <KeyName name=column.attribute.to_string() role=column.part.map(glyph) />
            <small class="key-type">{types}</small>
            <span class="sort-mark" aria-hidden="true">
                {move || match state() {
                    Some(true) => "↓",
                    Some(false) => "↑",
                    None => "",
                }}
            </span>
            <span class="visually-hidden">
                {move || match state() {
                    Some(true) => "sorted descending, this page only",
                    Some(false) => "sorted ascending, this page only",
                    None => "",
                }}
            </span>
        </button>
    }
}

/// Columns with widths that fit their first rows.
fn grid_columns(shown: &Shown) -> Vec<GridColumn> {
    let width = |column: &Column| {
        let texts = shown.run.items.iter().take(MEASURED_ROWS).filter_map(|item| item.get(&column.attribute));
        let longest = texts.map(|value| cell_text(value).chars().count()).max().unwrap_or(0);
        let heading = column.attribute.chars().count() + column.type_text().chars().count() + 5;
        let characters = u16::try_from(longest.max(heading)).unwrap_or(u16::MAX);
        (f64::from(characters) * CHARACTER + AROUND).clamp(WIDTHS.0, WIDTHS.1)
    };
    let list = shown.columns.list().iter();
    list.map(|column| GridColumn { key: column.attribute.to_string(), width: width(column) }).collect()
}

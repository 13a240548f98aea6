//! Items as a grid: keys first with their glyphs, types in the header, selection shared with the rest of the page.
//!
//! Rows come from a source, which may have some of them only. Must not know how a source comes by its rows.

use std::ops::Range;
use std::sync::Arc;

use hashrange_protocol::Glance;
use hashrange_values::{Item, Text};
use leptos::prelude::*;

use super::key_name::glyph;
use super::reader::Reader;
use crate::components::{GridColumn, KeyName, VirtualGrid};
use crate::selection::use_selection;
use crate::state::item_rows::{Column, Columns, PageSort, cell_text};
use crate::state::table_schema::TableSchema;

/// Rows looked at for a column's width.
const MEASURED_ROWS: usize = 40;
/// Narrowest and widest column in pixels.
const WIDTHS: (f64, f64) = (88.0, 320.0);
/// Pixels a character of the grid's face takes, and those around a text.
const CHARACTER: f64 = 7.3;
const AROUND: f64 = 30.0;

/// Where a grid's rows come from.
#[derive(Clone, Copy)]
pub struct GridRows {
    /// Rows in all.
    pub count: Memo<usize>,
    /// The rows that are here.
    pub here: Memo<Range<usize>>,
    /// The columns met so far.
    pub columns: Memo<Columns>,
    /// A row, where it is here.
    pub row: Callback<usize, Option<Glance>>,
    /// The selected item's row, here or not.
    pub selected: Memo<Option<usize>>,
    /// What sorting does not do, in words.
    pub sorting: Sorting,
}

/// What is said about sorting.
#[derive(Clone, Copy, Debug)]
pub struct Sorting {
    /// What a header does.
    pub does: &'static str,
    /// How far the order reaches.
    pub reaches: &'static str,
}

impl GridRows {
    /// Whether every row is here, so that they can be sorted.
    fn complete(self) -> Memo<bool> {
        Memo::new(move |_| self.here.get() == (0..self.count.get()))
    }

    /// The rows a reader has read.
    fn of_reader(reader: Reader, schema: Signal<TableSchema>) -> Self {
        let selection = use_selection();
        let count =
            Memo::new(move |_| reader.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.run.items.len())));
        let item = move |at: usize| reader.shown.with(|shown| shown.as_ref()?.run.items.get(at).cloned());
        let selected = Memo::new(move |_| {
            let wanted = selection.item.get()?;
            let key = |at: usize| item(at).and_then(|item| schema.with(|schema| schema.primary_key(&item)));
            (0..count.get()).find(|at| key(*at).as_ref() == Some(&wanted))
        });
        Self {
            count,
            here: Memo::new(move |_| 0..count.get()),
            columns: Memo::new(move |_| {
                reader.shown.with(|shown| shown.as_ref().map(|shown| shown.columns.clone()).unwrap_or_default())
            }),
            row: Callback::new(move |at| item(at).map(|item| Glance { item, cut: false })),
            selected,
            sorting: Sorting {
                does: "sort the items read so far; this does not change the request",
                reaches: "only the items read so far, the request stays as it is",
            },
        }
    }
}

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
    let rows = GridRows::of_reader(reader, schema);
    view! { <RowGrid label schema rows on_open=move |row: Glance| on_open.run(row.item) /> }
}

/// The rows of a source.
#[component]
pub fn RowGrid(
    /// What the grid shows.
    #[prop(into)]
    label: Signal<String>,
    /// The table.
    #[prop(into)]
    schema: Signal<TableSchema>,
    /// The source.
    rows: GridRows,
    /// Told the row that is opened.
    #[prop(into)]
    on_open: Callback<Glance>,
    /// Told which rows are in sight.
    #[prop(optional)]
    on_sight: Option<Callback<Range<usize>>>,
    /// A row of the source to bring into sight; taken once that is done.
    #[prop(optional)]
    reveal: Option<RwSignal<Option<usize>>>,
) -> impl IntoView {
    let selection = use_selection();
    let complete = rows.complete();
    let wanted_sort = RwSignal::new(None::<PageSort>);
    let order = Memo::new(move |_| {
        let sort = wanted_sort.get().filter(|_| complete.get())?;
        let items: Vec<Arc<Item>> =
            (0..rows.count.get()).filter_map(|at| rows.row.run(at)).map(|row| row.item).collect();
        Some(sort.order(&items))
    });
    let columns = grid_columns(rows, complete);
    let place = move |at: usize| order.with(|order| order.as_ref().map_or(Some(at), |order| order.get(at).copied()));
    let shown_at = move |place: usize| {
        order.with(|order| order.as_ref().map_or(Some(place), |order| order.iter().position(|it| *it == place)))
    };
    let row_at = move |at: usize| rows.row.run(place(at)?);
    let selected = Memo::new(move |_| rows.selected.get().and_then(shown_at));
    let select = move |at: usize| {
        if let Some(row) = untrack(|| row_at(at)) {
            selection.item.set(schema.with_untracked(|schema| schema.primary_key(&row.item)));
        }
    };
    let open = move |at: usize| untrack(|| row_at(at)).into_iter().for_each(|row| on_open.run(row));
    let column = move |at: usize| rows.columns.with(|columns| columns.list().get(at).cloned());
    let header = move |at: usize| match column(at) {
        Some(column) => view! { <Header column sort=wanted_sort complete does=rows.sorting.does /> }.into_any(),
        None => ().into_any(),
    };
    let cell = move |(at, number): (usize, usize)| {
        let attribute = rows.columns.with(|columns| columns.list().get(number).map(|column| column.attribute.clone()));
        attribute.map(|attribute| cell(row_at(at), &attribute))
    };
    let sight = move |sight| on_sight.into_iter().for_each(|on_sight| on_sight.run(Range::clone(&sight)));
    let shown_reveal = RwSignal::new(None::<usize>);
    Effect::new(move || {
        let Some((reveal, place)) = reveal.and_then(|reveal| Some((reveal, reveal.get()?))) else { return };
        reveal.set(None);
        shown_reveal.set(untrack(|| shown_at(place)));
    });
    let sorted = move || {
        let sort = wanted_sort.get().filter(|_| complete.get())?;
        let direction = if sort.descending { "descending" } else { "ascending" };
        Some(format!("Sorted by {}, {direction}: {}.", sort.attribute, rows.sorting.reaches))
    };
    view! {
        <p class="sort-note" role="status" hidden=move || sorted().is_none()>{sorted}</p>
        <VirtualGrid
            label
            columns
            row_count=rows.count
            header
            cell=move |at| cell(at).into_any()
            selected
            on_select=select
            on_open=open
            on_sight=sight
            reveal=shown_reveal
        />
    }
}

/// What a row has in a column.
fn cell(row: Option<Glance>, attribute: &Text) -> AnyView {
    let Some(Glance { item, cut }) = row else {
        return view! { <span class="cell-coming" aria-hidden="true"></span> }.into_any();
    };
    match item.get(attribute).map(cell_text) {
        Some(text) => view! { <span class="cell-text">{text}</span> }.into_any(),
        None if cut => {
            view! { <span class="cell-missing" aria-label="the item is large: open it to see all of it">"…"</span> }
                .into_any()
        }
        None => view! { <span class="cell-missing" aria-label="no such attribute">"·"</span> }.into_any(),
    }
}

/// A column's header. Where every row is here it sorts them, and says that it is no more than that.
#[component]
fn Header(column: Column, sort: RwSignal<Option<PageSort>>, complete: Memo<bool>, does: &'static str) -> impl IntoView {
    let name = StoredValue::new(column.attribute.clone());
    let types = StoredValue::new(column.type_text());
    let role = column.part.map(glyph);
    let words = move || {
        let name = name.with_value(ToString::to_string);
        view! {
            <KeyName name role />
            <small class="key-type">{types.get_value()}</small>
        }
    };
    let state = move || {
        sort.with(|sort| {
            sort.as_ref().filter(|sort| name.with_value(|name| sort.attribute == *name)).map(|it| it.descending)
        })
    };
    let sorts = move || {
        view! {
            <button
                type="button"
                class="grid-sort"
                title=format!("{}: {does}", name.get_value())
                on:click=move |_| {
                    sort.update(|sort| *sort = name.with_value(|name: &Text| PageSort::after_click(sort.as_ref(), name)));
                }
            >
                {words()}
                <span class="sort-mark" aria-hidden="true">{move || sort_mark(state())}</span>
                <span class="visually-hidden">{move || sort_words(state())}</span>
            </button>
        }
    };
    view! {
        <Show when=move || complete.get() fallback=move || view! { <span class="grid-sort">{words()}</span> }>
            {sorts()}
        </Show>
    }
}

fn sort_mark(descending: Option<bool>) -> &'static str {
    match descending {
        Some(true) => "↓",
        Some(false) => "↑",
        None => "",
    }
}

fn sort_words(descending: Option<bool>) -> &'static str {
    match descending {
        Some(true) => "sorted descending, this page only",
        Some(false) => "sorted ascending, this page only",
        None => "",
    }
}

/// Columns with widths that fit the first rows that are here. While others come and go, a column grows and never shrinks,
/// so that scrolling down moves nothing sideways.
fn grid_columns(rows: GridRows, complete: Memo<bool>) -> Memo<Vec<GridColumn>> {
    Memo::new(move |before: Option<&Vec<GridColumn>>| {
        let here: Vec<Glance> = rows.here.get().take(MEASURED_ROWS).filter_map(|at| rows.row.run(at)).collect();
        let before = before.filter(|_| !complete.get());
        rows.columns.with(|columns| {
            let column = |column: &Column| {
                let key = column.attribute.to_string();
                let known = before.and_then(|before| before.iter().find(|known| known.key == key));
                let width = width(column, &here).max(known.map_or(0.0, |known| known.width));
                GridColumn { key, width }
            };
            columns.list().iter().map(column).collect()
        })
    })
}

fn width(column: &Column, rows: &[Glance]) -> f64 {
    let texts = rows.iter().filter_map(|row| row.item.get(&column.attribute));
    let longest = texts.map(|value| cell_text(value).chars().count()).max().unwrap_or(0);
    let heading = column.attribute.chars().count() + column.type_text().chars().count() + 5;
    let characters = u16::try_from(longest.max(heading)).unwrap_or(u16::MAX);
    (f64::from(characters) * CHARACTER + AROUND).clamp(WIDTHS.0, WIDTHS.1)
}

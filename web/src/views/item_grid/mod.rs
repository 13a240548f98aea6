//! Items as a grid: keys first with their glyphs, types in the header, selection shared with the rest of the page.
//!
//! Rows come from a source, which may have only some of them loaded. Must not know where a source gets its rows.

use std::ops::Range;
use std::sync::Arc;

use hashrange_protocol::ItemPreview;
use hashrange_values::{Item, Text};
use leptos::prelude::*;

use super::key_name::glyph;
use super::reader::Reader;
use crate::components::{GridColumn, KeyName, VirtualGrid, When};
use crate::derived::{MaybeProp, Signal};
use crate::effect::effect;
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::signal::RwSignal;
use crate::state::item_rows::{Columns, ItemColumn, PageSort, cell_text};
use crate::state::table_schema::TableSchema;

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
        Self::of_items(schema, (count, columns), Callback::new(item), sorting)
    }
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
) -> impl IntoView {
    let sorted = SortedRows::new(rows);
    let columns = grid_columns(rows, sorted.complete);
    let selection = use_selection();
    let selected = Memo::new(move |_| rows.selected.get().and_then(|at| sorted.place_of(at)));
    let select = move |place: usize| {
        if let Some(row) = untrack(|| sorted.row(place)) {
            selection
                .item
                .set(schema.with_untracked(|schema| schema.primary_key(&row.item)));
        }
    };
    let open = move |place: usize| {
        untrack(|| sorted.row(place))
            .into_iter()
            .for_each(|row| on_open.run(row));
    };
    let sight = move |sight| {
        on_sight
            .into_iter()
            .for_each(|on_sight| on_sight.run(Range::clone(&sight)));
    };
    let reveal = sorted.follow_reveal(reveal);
    let note = move || sorted.note();
    view! {
        <p class="sort-note" role="status" hidden=move || note().is_none()>{note}</p>
        <VirtualGrid
            label
            columns
            row_count=rows.count
            header=move |number| sorted.header(number)
            cell=move |(place, number)| sorted.cell(place, number).into_any()
            selected=MaybeProp::derive(move || selected.get())
            on_select=select
            on_open=open
            on_sight=sight
            reveal
        />
    }
}

/// The rows of a source in the order of the grid.
#[derive(Clone, Copy)]
struct SortedRows {
    rows: GridRows,
    complete: Memo<bool>,
    /// The order that the reader chose.
    sort: RwSignal<Option<PageSort>>,
    /// The row of the source at each position; `None` if the source's order applies.
    order: Memo<Option<Vec<usize>>>,
}

impl SortedRows {
    fn new(rows: GridRows) -> Self {
        let complete = rows.complete();
        let sort = RwSignal::new(None::<PageSort>);
        let order = Memo::new(move |_| {
            let sort = sort.get().filter(|_| complete.get())?;
            let items: Vec<Arc<Item>> = (0..rows.count.get())
                .filter_map(|at| rows.row.run(at))
                .map(|row| row.item)
                .collect();
            Some(sort.order(&items))
        });
        Self {
            rows,
            complete,
            sort,
            order,
        }
    }

    /// The row at a position of the grid.
    fn row(self, place: usize) -> Option<ItemPreview> {
        let at = self
            .order
            .with(|order| order.as_ref().map_or(Some(place), |order| order.get(place).copied()));
        self.rows.row.run(at?)
    }

    /// The position of a row of the source.
    fn place_of(self, at: usize) -> Option<usize> {
        self.order.with(|order| {
            order
                .as_ref()
                .map_or(Some(at), |order| order.iter().position(|it| *it == at))
        })
    }

    /// The header of a column, which sorts the rows.
    fn header(self, number: usize) -> AnyView {
        let Self {
            rows, complete, sort, ..
        } = self;
        let column = rows.columns.with(|columns| columns.list().get(number).cloned());
        match column {
            Some(column) => view! { <Header column sort complete does=rows.sorting.does /> }.into_any(),
            None => ().into_any(),
        }
    }

    /// The cell of a column at a position of the grid.
    fn cell(self, place: usize, number: usize) -> Option<AnyView> {
        let attribute = self
            .rows
            .columns
            .with(|columns| columns.list().get(number).map(|column| column.attribute.clone()));
        attribute.map(|attribute| cell(self.row(place), &attribute))
    }

    /// The position to scroll to, whenever the caller names a row of the source.
    fn follow_reveal(self, reveal: Option<RwSignal<Option<usize>>>) -> RwSignal<Option<usize>> {
        let place = RwSignal::new(None);
        effect(move || {
            let Some((reveal, at)) = reveal.and_then(|reveal| Some((reveal, reveal.get()?))) else {
                return;
            };
            reveal.set(None);
            place.set(untrack(|| self.place_of(at)));
        });
        place
    }

    /// The sort order of the rows, as text.
    fn note(self) -> Option<String> {
        let sort = self.sort.get().filter(|_| self.complete.get())?;
        let direction = if sort.descending { "descending" } else { "ascending" };
        Some(format!(
            "Sorted by {}, {direction}: {}.",
            sort.attribute, self.rows.sorting.reaches
        ))
    }
}

/// The cell of a row in a column.
fn cell(row: Option<ItemPreview>, attribute: &Text) -> AnyView {
    let Some(ItemPreview { item, cut }) = row else {
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

/// A column's header. If every row is loaded, it sorts the rows, and states that it sorts only these.
#[component]
fn Header(
    column: ItemColumn,
    sort: RwSignal<Option<PageSort>>,
    complete: Memo<bool>,
    does: &'static str,
) -> impl IntoView {
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
            sort.as_ref()
                .filter(|sort| name.with_value(|name| sort.attribute == *name))
                .map(|it| it.descending)
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
        <When holds=move || complete.get() fallback=move || view! { <span class="grid-sort">{words()}</span> }>
            {sorts()}
        </When>
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

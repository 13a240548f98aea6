//! The rows of a source in the order of the grid, and without those that the filter hides.
//!
//! Must not know how rows are chosen, nor where a source gets them.

use std::ops::Range;
use std::sync::Arc;

use hashrange_protocol::ItemPreview;
use hashrange_values::{Item, Text};
use hashrange_words::t;
use leptos::prelude::*;

use super::columns_menu::ArrangedColumns;
use super::grid_rows::GridRows;
use crate::components::GridColumn;
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::column_layout::PlacedColumn;
use crate::state::item_rows::{PageSort, cell_text};
use crate::state::row_filter::{Filtered, matches};

/// The width of the column of checkboxes in pixels.
const CHECK_WIDTH: f64 = 34.0;

/// The rows of a source as the grid shows them.
#[derive(Clone, Copy)]
pub(super) struct SortedRows {
    pub(super) rows: GridRows,
    pub(super) arranged: ArrangedColumns,
    pub(super) complete: Memo<bool>,
    /// The order that the reader chose.
    pub(super) sort: RwSignal<Option<PageSort>>,
    pub(super) filter: RwSignal<String>,
    /// The row of the source at each position; `None` if the source's rows are shown as they are.
    order: Memo<Option<Vec<usize>>>,
    /// The number of columns before those of attributes.
    pub(super) lead: usize,
}

impl SortedRows {
    pub(super) fn new(rows: GridRows, arranged: ArrangedColumns, filter: RwSignal<String>, checks: bool) -> Self {
        let complete = rows.complete();
        let sort = RwSignal::new(None::<PageSort>);
        let order = Memo::new(move |_| {
            let text = filter.with(|text| text.trim().to_ascii_lowercase());
            let sort = sort.get().filter(|_| complete.get());
            if text.is_empty() && sort.is_none() {
                return None;
            }
            let shown = |item: &Item| {
                text.is_empty()
                    || arranged
                        .shown
                        .with(|shown| matches(item, shown.iter().map(|column| &column.name), &text))
            };
            let (mut places, mut items): (Vec<usize>, Vec<Arc<Item>>) = (Vec::new(), Vec::new());
            for at in rows.here.get() {
                if let Some(row) = rows.row.run(at).filter(|row| shown(&row.item)) {
                    places.push(at);
                    items.push(row.item);
                }
            }
            let Some(sort) = sort else { return Some(places) };
            let order = sort.order(&items);
            Some(order.into_iter().filter_map(|at| places.get(at).copied()).collect())
        });
        Self {
            rows,
            arranged,
            complete,
            sort,
            filter,
            order,
            lead: usize::from(checks),
        }
    }

    /// The number of shown rows.
    pub(super) fn shown_count(self) -> usize {
        self.order
            .with(|order| order.as_ref().map(Vec::len))
            .unwrap_or_else(|| self.rows.count.get())
    }

    /// The positions of the rows that are loaded.
    pub(super) fn loaded_places(self) -> Range<usize> {
        self.order
            .with(|order| order.as_ref().map(|order| 0..order.len()))
            .unwrap_or_else(|| self.rows.here.get())
    }

    /// Whether the filter has a text.
    pub(super) fn is_filtered(self) -> bool {
        self.filter.with(|text| !text.trim().is_empty())
    }

    /// The row at a position of the grid.
    pub(super) fn row(self, place: usize) -> Option<ItemPreview> {
        let at = self
            .order
            .with(|order| order.as_ref().map_or(Some(place), |order| order.get(place).copied()));
        self.rows.row.run(at?)
    }

    /// The position of a row of the source.
    pub(super) fn place_of(self, at: usize) -> Option<usize> {
        self.order.with(|order| {
            order
                .as_ref()
                .map_or(Some(at), |order| order.iter().position(|it| *it == at))
        })
    }

    /// The grid's columns, from those of all found attributes.
    pub(super) fn pick(self, columns: &[GridColumn]) -> Vec<GridColumn> {
        let check = (self.lead > 0).then(|| GridColumn {
            key: String::new(),
            width: CHECK_WIDTH,
        });
        self.arranged.shown.with(|shown| {
            let shown = shown.iter().filter_map(|column| columns.get(column.at).cloned());
            check.into_iter().chain(shown).collect()
        })
    }

    /// The number of columns at the left edge.
    pub(super) fn pinned(self) -> usize {
        let pinned = |shown: &Vec<PlacedColumn>| shown.iter().filter(|column| column.pinned).count();
        self.lead + self.arranged.shown.with(pinned)
    }

    /// The attribute of a column; `None` for the checkboxes.
    pub(super) fn attribute(self, number: usize) -> Option<PlacedColumn> {
        let at = number.checked_sub(self.lead)?;
        self.arranged.shown.with(|shown| shown.get(at).cloned())
    }

    /// The position to scroll to, whenever the caller names a row of the source.
    pub(super) fn follow_reveal(self, reveal: Option<RwSignal<Option<usize>>>) -> RwSignal<Option<usize>> {
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

    /// The sort order of the rows and what the filter hides, as text.
    pub(super) fn note(self) -> Option<String> {
        let sorted = self.sort.get().filter(|_| self.complete.get()).map(|sort| {
            let direction = if sort.descending { "descending" } else { "ascending" };
            t!(
                "Sorted by {attribute}, {direction}: {reaches}.",
                attribute = sort.attribute,
                direction,
                reaches = self.rows.sorting.reaches
            )
        });
        let filtered = self.is_filtered().then(|| {
            let filtered = Filtered {
                shown: self.shown_count(),
                loaded: self.rows.here.get().len(),
                total: self.rows.count.get(),
            };
            filtered.words(self.rows.is_of_index())
        });
        match (sorted, filtered) {
            (Some(sorted), Some(filtered)) => Some(format!("{filtered} {sorted}")),
            (sorted, filtered) => sorted.or(filtered),
        }
    }
}

/// The cell of a row in a column.
pub(super) fn cell(row: Option<ItemPreview>, attribute: &Text) -> AnyView {
    let Some(ItemPreview { item, cut }) = row else {
        return view! { <span class="cell-coming" aria-hidden="true"></span> }.into_any();
    };
    match item.get(attribute).map(cell_text) {
        Some(text) => text_cell(text),
        None if cut => {
            view! { <span class="cell-missing" aria-label=t!("the item is large: open it to see all of it")>"…"</span> }
                .into_any()
        }
        None => view! { <span class="cell-missing" aria-label=t!("no such attribute")>"·"</span> }.into_any(),
    }
}

/// A cell with a text.
pub(super) fn text_cell(text: String) -> AnyView {
    view! { <span class="cell-text">{text}</span> }.into_any()
}

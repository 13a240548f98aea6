//! A grid of any number of rows and columns. Only the visible cells are in the page.
//!
//! The caller sets the number of rows and draws a cell on request. Owns scrolling, the columns that stay at the left
//! edge, the active cell, and the keys: arrows, Home, End, Page Up and Down, with Control to the ends; Space selects,
//! Enter opens. Reports the visible rows, for callers that load them on demand. `window` computes which part is
//! visible, `scroll` follows it, `actions` says what a key or a click means.

mod actions;
mod scroll;
mod window;

use std::ops::Range;

use leptos::prelude::*;

use crate::components::Each;
use crate::derived::{MaybeProp, Signal};
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;
use actions::Actions;
use scroll::{Scroll, measure, watch_size};
use web_sys::MouseEvent;
use window::{Offsets, ROW_HEIGHT, count};

pub use actions::Choose;
pub use scroll::GridColumn;

use super::element_id;

/// The grid. Callbacks draw cells and headers, and may read signals. A cell is drawn again when they change.
#[component]
pub fn VirtualGrid(
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    /// The columns.
    #[prop(into)]
    columns: Signal<Vec<GridColumn>>,
    /// The number of rows.
    #[prop(into)]
    row_count: Signal<usize>,
    /// Draws the header of a column.
    #[prop(into)]
    header: Callback<usize, AnyView>,
    /// Draws the cell at row and column.
    #[prop(into)]
    cell: Callback<(usize, usize), AnyView>,
    /// The number of leading columns that stay at the left edge.
    #[prop(optional, into)]
    pinned: Signal<usize>,
    /// The row that is selected.
    #[prop(optional, into)]
    selected: MaybeProp<usize>,
    /// Whether a row is one of several chosen rows.
    #[prop(optional_no_strip)]
    chosen: Option<Callback<usize, bool>>,
    /// Called when rows are chosen. The first column then marks the chosen rows.
    #[prop(optional_no_strip)]
    on_choose: Option<Callback<Choose>>,
    /// Called when the active cell, at row and column, is to be copied.
    #[prop(optional, into)]
    on_copy: Option<Callback<(usize, usize)>>,
    /// Called when a row is chosen by a click or by Space.
    #[prop(optional, into)]
    on_select: Option<Callback<usize>>,
    /// Called when a row is opened by a double click or by Enter.
    #[prop(optional, into)]
    on_open: Option<Callback<usize>>,
    /// Receives the range of drawn rows when it changes.
    #[prop(optional, into)]
    on_sight: Option<Callback<Range<usize>>>,
    /// A row to scroll to. Cleared after the scroll.
    #[prop(optional)]
    reveal: Option<RwSignal<Option<usize>>>,
) -> impl IntoView {
    let scroll = Scroll::new(columns, row_count, pinned);
    let Scroll { viewport, offsets, .. } = scroll;
    let cells = Cells::new(scroll, selected, chosen);
    watch_size(scroll.scroller, viewport);
    report_sight(scroll.rows, on_sight);
    if let Some(wanted) = reveal {
        scroll.follow_reveal(wanted);
    }
    scroll.keep_inside();
    let actions = Actions {
        on_select,
        on_open,
        on_choose,
        on_copy,
    };
    view! {
        <div
            class="grid"
            role="grid"
            tabindex="0"
            aria-label=move || label.get()
            aria-rowcount=move || row_count.get() + 1
            aria-colcount=move || columns.with(Vec::len)
            aria-multiselectable=on_choose.map(|_| "true")
            aria-activedescendant=move || scroll.active_drawn().map(|active| cells.id(active))
            node_ref=scroll.scroller
            on:scroll=move |_| measure(scroll.scroller, viewport)
            on:keydown=move |event| actions.press(scroll, &event)
            on:mousedown=move |event| actions.keep_text(&event)
        >
            <div class="grid-header" role="row" aria-rowindex="1" style:width=move || px(offsets.with(Offsets::total))>
                <Headings cells header />
            </div>
            {body(scroll, cells, cell, actions)}
        </div>
    }
}

/// The visible rows, within the height of all rows.
fn body(scroll: Scroll, cells: Cells, cell: Callback<(usize, usize), AnyView>, actions: Actions) -> impl IntoView {
    let Scroll {
        offsets,
        row_count,
        rows,
        ..
    } = scroll;
    let pick = Callback::new(move |(cell, event)| actions.click(scroll, cell, &event));
    let open = Callback::new(move |row: usize| _ = actions.on_open.map(|on_open| on_open.run(row)));
    view! {
        <div
            class="grid-body"
            role="presentation"
            style:width=move || px(offsets.with(Offsets::total))
            style:height=move || px(count(row_count.get()) * ROW_HEIGHT)
        >
            <Each each=move || rows.get() key=|row| *row let:row>
                <GridRow row cells cell pick open />
            </Each>
        </div>
    }
}

/// Reports which rows are drawn.
fn report_sight(rows: Memo<Range<usize>>, on_sight: Option<Callback<Range<usize>>>) {
    if let Some(on_sight) = on_sight {
        effect(move || on_sight.run(rows.get()));
    }
}

/// The visible columns with their keys.
fn keys_in_sight(columns: &[GridColumn], sight: Range<usize>) -> Vec<(usize, String)> {
    let picked = columns.get(sight.clone()).unwrap_or_default();
    sight.zip(picked.iter().map(|column| column.key.clone())).collect()
}

#[component]
fn Headings(cells: Cells, header: Callback<usize, AnyView>) -> impl IntoView {
    let draw = Callback::new(move |column: usize| {
        view! {
            <div
                class="grid-heading"
                role="columnheader"
                aria-colindex=column + 1
                style:left=move || px(cells.place.run(column).0)
                style:width=move || px(cells.place.run(column).1)
            >
                {move || header.run(column)}
            </div>
        }
        .into_any()
    });
    cells.both_parts(draw)
}

/// What every row needs from the grid.
#[derive(Clone, Copy)]
struct Cells {
    scope: StoredValue<String>,
    /// The columns at the left edge, and the visible ones of the others.
    stuck: Memo<Vec<(usize, String)>>,
    visible: Memo<Vec<(usize, String)>>,
    place: Callback<usize, (f64, f64)>,
    active: RwSignal<(usize, usize)>,
    selected: MaybeProp<usize>,
    chosen: Option<Callback<usize, bool>>,
}

impl Cells {
    fn new(scroll: Scroll, selected: MaybeProp<usize>, chosen: Option<Callback<usize, bool>>) -> Self {
        let Scroll {
            columns,
            offsets,
            stuck,
            sight,
            active,
            ..
        } = scroll;
        let drawn = move |range: Range<usize>| columns.with(|columns| keys_in_sight(columns, range));
        Self {
            scope: StoredValue::new(element_id("grid")),
            stuck: Memo::new(move |_| drawn(0..stuck.get())),
            visible: Memo::new(move |_| {
                let (sight, stuck) = (sight.get(), stuck.get());
                drawn(sight.start.max(stuck)..sight.end.max(stuck))
            }),
            place: Callback::new(move |column| offsets.with(|offsets| offsets.place(column))),
            active,
            selected,
            chosen,
        }
    }

    /// The drawn columns: those at the left edge in a box that stays there, and the others.
    fn both_parts(self, draw: Callback<usize, AnyView>) -> AnyView {
        let part = |columns: Memo<Vec<(usize, String)>>| {
            view! {
                <Each each=move || columns.get() key=Clone::clone let((column, _))>
                    {draw.run(column)}
                </Each>
            }
        };
        let width = move || {
            let last = self.stuck.with(Vec::len).checked_sub(1);
            let (left, width) = last.map_or((0.0, 0.0), |last| self.place.run(last));
            px(left + width)
        };
        view! {
            <div class="grid-pinned" role="presentation" style:width=width>{part(self.stuck)}</div>
            {part(self.visible)}
        }
        .into_any()
    }

    /// The id of a cell.
    fn id(self, (row, column): (usize, usize)) -> String {
        self.scope.with_value(|scope| format!("{scope}-{row}-{column}"))
    }
}

#[component]
fn GridRow(
    row: usize,
    cells: Cells,
    cell: Callback<(usize, usize), AnyView>,
    pick: Callback<((usize, usize), MouseEvent)>,
    open: Callback<usize>,
) -> impl IntoView {
    let Cells {
        place,
        active,
        selected,
        chosen,
        ..
    } = cells;
    let is_selected = Memo::new(move |_| selected.get() == Some(row));
    let is_chosen = Memo::new(move |_| chosen.is_some_and(|chosen| chosen.run(row)));
    // Where several rows can be chosen, these are the selected ones, and the selected one is the current one.
    let is_marked = move || match chosen {
        Some(_) => Some(is_chosen.get().to_string()),
        None => is_selected.get().then(|| "true".to_owned()),
    };
    // If the grid is wider than its columns, a row is wider than its cells.
    let beside = move |event: MouseEvent| {
        if event.target() == event.current_target() {
            pick.run(((row, active.get_untracked().1), event));
        }
    };
    let draw = Callback::new(move |column: usize| {
        view! {
            <div
                class="grid-cell"
                role="gridcell"
                id=cells.id((row, column))
                aria-colindex=column + 1
                class:grid-cell-active=move || active.get() == (row, column)
                style:left=move || px(place.run(column).0)
                style:width=move || px(place.run(column).1)
                on:click=move |event| pick.run(((row, column), event))
            >
                {move || cell.run((row, column))}
            </div>
        }
        .into_any()
    });
    view! {
        <div
            class="grid-row"
            role="row"
            class:grid-row-selected=move || is_selected.get()
            class:grid-row-chosen=move || is_chosen.get()
            aria-rowindex=row + 2
            aria-selected=is_marked
            aria-current=move || (chosen.is_some() && is_selected.get()).then_some("true")
            style:transform=format!("translateY({})", px(count(row) * ROW_HEIGHT))
            on:click=beside
            on:dblclick=move |_| open.run(row)
        >
            {cells.both_parts(draw)}
        </div>
    }
}

fn px(length: f64) -> String {
    format!("{length}px")
}

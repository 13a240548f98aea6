//! A grid of any number of rows and columns, of which only those in sight are in the page.
//!
//! The caller says how many rows there are and draws a cell when asked. Owns scrolling, the active cell, and the keys:
//! arrows, Home, End, Page Up and Down, with Control to the ends; Space selects, Enter opens. Says which rows are in sight,
//! for callers that bring them only then. Which part is in sight is computed in `window`.

mod window;

use std::ops::Range;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::components::Each;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;
use window::{Offsets, ROW_HEIGHT, Viewport, rows_in_sight};

use super::element_id;

/// A column of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridColumn {
    /// What makes it another column; columns with the same key are drawn once.
    pub key: String,
    /// Width in pixels.
    pub width: f64,
}

/// The grid. Cells and headers are drawn by callbacks that may read signals; a cell is drawn again when they change.
#[component]
pub fn VirtualGrid(
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    /// The columns.
    #[prop(into)]
    columns: Signal<Vec<GridColumn>>,
    /// How many rows there are.
    #[prop(into)]
    row_count: Signal<usize>,
    /// Draws the header of a column.
    #[prop(into)]
    header: Callback<usize, AnyView>,
    /// Draws the cell at row and column.
    #[prop(into)]
    cell: Callback<(usize, usize), AnyView>,
    /// The row that is selected.
    #[prop(optional, into)]
    selected: MaybeProp<usize>,
    /// Called when a row is chosen by a click or by Space.
    #[prop(optional, into)]
    on_select: Option<Callback<usize>>,
    /// Called when a row is opened by a double click or by Enter.
    #[prop(optional, into)]
    on_open: Option<Callback<usize>>,
    /// Told which rows are drawn, whenever they are others.
    #[prop(optional, into)]
    on_sight: Option<Callback<Range<usize>>>,
    /// A row to bring into sight; taken once that is done.
    #[prop(optional)]
    reveal: Option<RwSignal<Option<usize>>>,
) -> impl IntoView {
    let scope = StoredValue::new(element_id("grid"));
    let scroller = NodeRef::<html::Div>::new();
    let viewport = RwSignal::new(Viewport::default());
    let active = RwSignal::new((0_usize, 0_usize));
    let offsets = Memo::new(move |_| columns.with(|columns| Offsets::new(columns.iter().map(|column| column.width))));
    let rows = Memo::new(move |_| rows_in_sight(viewport.get(), row_count.get()));
    let sight = Memo::new(move |_| offsets.with(|offsets| offsets.in_sight(viewport.get())));
    let visible = Memo::new(move |_| columns.with(|columns| keys_in_sight(columns, sight.get())));
    watch_size(scroller, viewport);
    tell_sight(rows, on_sight);
    if let Some(wanted) = reveal {
        follow_reveal(wanted, Revealing { scroller, viewport, row_count, offsets, active });
    }
    keep_inside(active, row_count, columns);
    let focused = move || {
        let drawn = active.get();
        is_drawn(drawn, &rows.get(), &sight.get()).then(|| scope.with_value(|scope| cell_id(scope, drawn.0, drawn.1)))
    };
    let keys = move |event: KeyboardEvent| {
        let page = viewport.with_untracked(Viewport::rows_per_page);
        let size = (row_count.get_untracked(), columns.with_untracked(Vec::len));
        if let Some(target) = window::target(active.get_untracked(), size, page, &event.key(), event.ctrl_key()) {
            event.prevent_default();
            active.set(target);
            offsets.with_untracked(|offsets| scroll_to(scroller, offsets, target));
            return;
        }
        if let Some(call) = asked(&event, on_select, on_open).filter(|_| size.0 > 0) {
            event.prevent_default();
            call.run(active.get_untracked().0);
        }
    };
    let pick = move |(row, column)| {
        active.set((row, column));
        _ = on_select.map(|on_select| on_select.run(row));
    };
    let open = move |row: usize| _ = on_open.map(|on_open| on_open.run(row));
    let place = Callback::new(move |column| offsets.with(|offsets| offsets.place(column)));
    let cells = Cells { scope, visible, place, active, selected };
    view! {
        <div
            class="grid"
            role="grid"
            tabindex="0"
            aria-label=move || label.get()
            aria-rowcount=move || row_count.get() + 1
            aria-colcount=move || columns.with(Vec::len)
            aria-activedescendant=focused
            node_ref=scroller
            on:scroll=move |_| measure(scroller, viewport)
            on:keydown=keys
        >
            <div class="grid-header" role="row" aria-rowindex="1" style:width=move || px(offsets.with(Offsets::total))>
                <Headings cells header />
            </div>
            <div
                class="grid-body"
                role="presentation"
                style:width=move || px(offsets.with(Offsets::total))
                style:height=move || px(count(row_count.get()) * ROW_HEIGHT)
            >
                <Each each=move || rows.get() key=|row| *row let:row>
                    <GridRow row cells cell pick=Callback::new(pick) open=Callback::new(open) />
                </Each>
            </div>
        </div>
    }
}

/// Tells whoever wants to know which rows are drawn.
fn tell_sight(rows: Memo<Range<usize>>, on_sight: Option<Callback<Range<usize>>>) {
    if let Some(on_sight) = on_sight {
        Effect::new(move || on_sight.run(rows.get()));
    }
}

/// Whether a cell is among those drawn.
fn is_drawn((row, column): (usize, usize), rows: &Range<usize>, sight: &Range<usize>) -> bool {
    rows.contains(&row) && sight.contains(&column)
}

/// The columns in sight with their keys.
fn keys_in_sight(columns: &[GridColumn], sight: Range<usize>) -> Vec<(usize, String)> {
    let picked = columns.get(sight.clone()).unwrap_or_default();
    sight.zip(picked.iter().map(|column| column.key.clone())).collect()
}

/// What a key asks of the active row: Space selects, Enter opens where there is something to open.
fn asked(
    event: &KeyboardEvent,
    on_select: Option<Callback<usize>>,
    on_open: Option<Callback<usize>>,
) -> Option<Callback<usize>> {
    match event.key().as_str() {
        " " => on_select,
        "Enter" if !event.ctrl_key() && !event.meta_key() => on_open.or(on_select),
        _ => None,
    }
}

/// A shorter list must not leave the active cell behind its end.
fn keep_inside(active: RwSignal<(usize, usize)>, row_count: Signal<usize>, columns: Signal<Vec<GridColumn>>) {
    Effect::new(move || {
        let (rows, columns) = (row_count.get(), columns.with(Vec::len));
        let (row, column) = active.get_untracked();
        let kept = (row.min(rows.saturating_sub(1)), column.min(columns.saturating_sub(1)));
        if kept != (row, column) {
            active.set(kept);
        }
    });
}

#[component]
fn Headings(cells: Cells, header: Callback<usize, AnyView>) -> impl IntoView {
    view! {
        <Each each=move || cells.visible.get() key=Clone::clone let((column, _))>
            <div
                class="grid-heading"
                role="columnheader"
                aria-colindex=column + 1
                style:left=move || px(cells.place.run(column).0)
                style:width=move || px(cells.place.run(column).1)
            >
                {move || header.run(column)}
            </div>
        </Each>
    }
}

/// What every row needs to know of the grid.
#[derive(Clone, Copy)]
struct Cells {
    scope: StoredValue<String>,
    visible: Memo<Vec<(usize, String)>>,
    place: Callback<usize, (f64, f64)>,
    active: RwSignal<(usize, usize)>,
    selected: MaybeProp<usize>,
}

#[component]
fn GridRow(
    row: usize,
    cells: Cells,
    cell: Callback<(usize, usize), AnyView>,
    pick: Callback<(usize, usize)>,
    open: Callback<usize>,
) -> impl IntoView {
    let Cells { scope, visible, place, active, selected } = cells;
    let is_selected = Memo::new(move |_| selected.get() == Some(row));
    // A row is wider than its cells where the grid is.
    let beside = move |event: web_sys::MouseEvent| {
        if event.target() == event.current_target() {
            pick.run((row, active.get_untracked().1));
        }
    };
    view! {
        <div
            class="grid-row"
            role="row"
            class:grid-row-selected=is_selected
            aria-rowindex=row + 2
            aria-selected=move || is_selected.get().then_some("true")
            style:transform=format!("translateY({})", px(count(row) * ROW_HEIGHT))
            on:click=beside
            on:dblclick=move |_| open.run(row)
        >
            <Each each=move || visible.get() key=Clone::clone let((column, _))>
                <div
                    class="grid-cell"
                    role="gridcell"
                    id=scope.with_value(|scope| cell_id(scope, row, column))
                    aria-colindex=column + 1
                    class:grid-cell-active=move || active.get() == (row, column)
                    style:left=move || px(place.run(column).0)
                    style:width=move || px(place.run(column).1)
                    on:click=move |_| pick.run((row, column))
                >
                    {move || cell.run((row, column))}
                </div>
            </Each>
        </div>
    }
}

fn cell_id(scope: &str, row: usize, column: usize) -> String {
    format!("{scope}-{row}-{column}")
}

fn px(length: f64) -> String {
    format!("{length}px")
}

/// A count as a length; exact for every count a page can hold.
fn count(number: usize) -> f64 {
    number as f64
}

fn measure(scroller: NodeRef<html::Div>, viewport: RwSignal<Viewport>) {
    // Scrolling and resizing are told a moment later, when the grid may have left the page.
    let Some(element) = scroller.try_get_untracked().flatten() else { return };
    let next = Viewport {
        left: f64::from(element.scroll_left()),
        top: f64::from(element.scroll_top()),
        width: f64::from(element.client_width()),
        height: f64::from(element.client_height()) - window::HEADER_HEIGHT,
    };
    if viewport.try_get_untracked().is_some_and(|now| now != next) {
        viewport.set(next);
    }
}

/// Measures once the grid is in the page, and again whenever its size changes.
fn watch_size(scroller: NodeRef<html::Div>, viewport: RwSignal<Viewport>) {
    let observer = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    Effect::new(move || {
        let Some(element) = scroller.get() else { return };
        let changed = Closure::<dyn FnMut()>::new(move || measure(scroller, viewport));
        if let Ok(made) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            made.observe(&element);
            observer.set_value(Some((made, changed)));
        }
        measure(scroller, viewport);
    });
    on_cleanup(move || {
        if let Some(Some((observer, _))) = observer.try_update_value(Option::take) {
            observer.disconnect();
        }
    });
}

/// What bringing a row into sight takes.
#[derive(Clone, Copy)]
struct Revealing {
    scroller: NodeRef<html::Div>,
    viewport: RwSignal<Viewport>,
    row_count: Signal<usize>,
    offsets: Memo<Offsets>,
    active: RwSignal<(usize, usize)>,
}

/// Brings the wanted row into sight once the grid has been measured and has the row. A row that is partly in sight stays
/// where it is, so that nothing moves under a double click.
fn follow_reveal(wanted: RwSignal<Option<usize>>, revealing: Revealing) {
    let Revealing { scroller, viewport, row_count, offsets, active } = revealing;
    Effect::new(move || {
        let Some(row) = wanted.get() else { return };
        if viewport.get().height <= 0.0 || row >= row_count.get() {
            return;
        }
        wanted.set(None);
        active.update(|active| active.0 = row);
        // The body grows with the number of rows before the next frame, and can be scrolled then.
        request_animation_frame(move || {
            let Some(now) = viewport.try_get_untracked() else { return };
            if !window::shows(now, row)
                && let Some(target) = active.try_get_untracked()
            {
                let _ = offsets.try_with_untracked(|offsets| scroll_to(scroller, offsets, target));
            }
        });
    });
}

/// Scrolls as little as is needed to bring the cell into sight.
fn scroll_to(scroller: NodeRef<html::Div>, offsets: &Offsets, (row, column): (usize, usize)) {
    let Some(element) = scroller.try_get_untracked().flatten() else { return };
    let top = count(row) * ROW_HEIGHT;
    let height = f64::from(element.client_height()) - window::HEADER_HEIGHT;
    let scrolled = window::revealing(f64::from(element.scroll_top()), height, top, ROW_HEIGHT);
    element.set_scroll_top(whole(scrolled));
    let (left, width) = offsets.place(column);
    let scrolled = window::revealing(f64::from(element.scroll_left()), f64::from(element.client_width()), left, width);
    element.set_scroll_left(whole(scrolled));
}

/// The whole number of pixels nearest to a length the browser can scroll to.
#[allow(clippy::cast_possible_truncation)] // scroll positions lie far inside an i32, and the cast saturates
fn whole(length: f64) -> i32 {
    length.round() as i32
}

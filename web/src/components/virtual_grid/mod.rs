//! A grid of any number of rows and columns. Only the visible cells are in the page.
//!
//! The caller sets the number of rows and draws a cell on request. Owns scrolling, the active cell, and the keys:
//! arrows, Home, End, Page Up and Down, with Control to the ends; Space selects, Enter opens. Reports the visible rows,
//! for callers that load them on demand. `window` computes which part is visible.

mod window;

use std::ops::Range;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::components::Each;
use crate::derived::{MaybeProp, Signal};
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;
use window::{Offsets, ROW_HEIGHT, Viewport, rows_in_sight};

use super::element_id;

/// A column of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridColumn {
    /// The identity of a column; columns with the same key are drawn once.
    pub key: String,
    /// Width in pixels.
    pub width: f64,
}

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
    /// The row that is selected.
    #[prop(optional, into)]
    selected: MaybeProp<usize>,
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
    let scroll = Scroll::new(columns, row_count);
    let Scroll { viewport, offsets, .. } = scroll;
    let cells = Cells::new(scroll, selected);
    watch_size(scroll.scroller, viewport);
    report_sight(scroll.rows, on_sight);
    if let Some(wanted) = reveal {
        scroll.follow_reveal(wanted);
    }
    scroll.keep_inside();
    let actions = Actions { on_select, on_open };
    view! {
        <div
            class="grid"
            role="grid"
            tabindex="0"
            aria-label=move || label.get()
            aria-rowcount=move || row_count.get() + 1
            aria-colcount=move || columns.with(Vec::len)
            aria-activedescendant=move || scroll.active_drawn().map(|active| cells.id(active))
            node_ref=scroll.scroller
            on:scroll=move |_| measure(scroll.scroller, viewport)
            on:keydown=move |event| press(scroll, actions, &event)
        >
            <div class="grid-header" role="row" aria-rowindex="1" style:width=move || px(offsets.with(Offsets::total))>
                <Headings cells header />
            </div>
            {body(scroll, cells, cell, actions)}
        </div>
    }
}

/// The visible rows, within the height of all rows.
fn body(
    scroll: Scroll,
    cells: Cells,
    cell: Callback<(usize, usize), AnyView>,
    Actions { on_select, on_open }: Actions,
) -> impl IntoView {
    let Scroll {
        offsets,
        row_count,
        rows,
        ..
    } = scroll;
    let pick = Callback::new(move |(row, column)| {
        scroll.active.set((row, column));
        _ = on_select.map(|on_select| on_select.run(row));
    });
    let open = Callback::new(move |row: usize| _ = on_open.map(|on_open| on_open.run(row)));
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

/// The caller's actions on a row.
#[derive(Clone, Copy)]
struct Actions {
    on_select: Option<Callback<usize>>,
    on_open: Option<Callback<usize>>,
}

impl Actions {
    /// The action of a key on the active row: Space selects, Enter opens if there is something to open.
    fn asked(self, event: &KeyboardEvent) -> Option<Callback<usize>> {
        match event.key().as_str() {
            " " => self.on_select,
            "Enter" if !event.ctrl_key() && !event.meta_key() => self.on_open.or(self.on_select),
            _ => None,
        }
    }
}

/// Handles a key: moves the active cell, or acts on its row.
fn press(scroll: Scroll, actions: Actions, event: &KeyboardEvent) {
    let active = scroll.active.get_untracked();
    let page = scroll.viewport.with_untracked(Viewport::rows_per_page);
    let size = (
        scroll.row_count.get_untracked(),
        scroll.columns.with_untracked(Vec::len),
    );
    if let Some(target) = window::target(active, size, page, &event.key(), event.ctrl_key()) {
        event.prevent_default();
        scroll.active.set(target);
        scroll
            .offsets
            .with_untracked(|offsets| scroll_to(scroll.scroller, offsets, target));
    } else if let Some(call) = actions.asked(event).filter(|_| size.0 > 0) {
        event.prevent_default();
        call.run(active.0);
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

/// What every row needs from the grid.
#[derive(Clone, Copy)]
struct Cells {
    scope: StoredValue<String>,
    visible: Memo<Vec<(usize, String)>>,
    place: Callback<usize, (f64, f64)>,
    active: RwSignal<(usize, usize)>,
    selected: MaybeProp<usize>,
}

impl Cells {
    fn new(scroll: Scroll, selected: MaybeProp<usize>) -> Self {
        let Scroll {
            columns,
            offsets,
            sight,
            active,
            ..
        } = scroll;
        Self {
            scope: StoredValue::new(element_id("grid")),
            visible: Memo::new(move |_| columns.with(|columns| keys_in_sight(columns, sight.get()))),
            place: Callback::new(move |column| offsets.with(|offsets| offsets.place(column))),
            active,
            selected,
        }
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
    pick: Callback<(usize, usize)>,
    open: Callback<usize>,
) -> impl IntoView {
    let Cells {
        visible,
        place,
        active,
        selected,
        ..
    } = cells;
    let is_selected = Memo::new(move |_| selected.get() == Some(row));
    // If the grid is wider than its columns, a row is wider than its cells.
    let beside = move |event: web_sys::MouseEvent| {
        if event.target() == event.current_target() {
            pick.run((row, active.get_untracked().1));
        }
    };
    view! {
        <div
            class="grid-row"
            role="row"
            class:grid-row-selected=move || is_selected.get()
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
                    id=cells.id((row, column))
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

fn px(length: f64) -> String {
    format!("{length}px")
}

/// A count as a length. Exact for every count that a page can have.
fn count(number: usize) -> f64 {
    number as f64
}

fn measure(scroller: NodeRef<html::Div>, viewport: RwSignal<Viewport>) {
    // Scroll and resize events arrive later, when the grid may no longer be in the page.
    let Some(element) = scroller.try_get_untracked().flatten() else {
        return;
    };
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

/// Measures the grid when it is in the page, and again whenever its size changes.
fn watch_size(scroller: NodeRef<html::Div>, viewport: RwSignal<Viewport>) {
    let observer = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    effect(move || {
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

/// The scrolled part of a grid, and its active cell.
#[derive(Clone, Copy)]
struct Scroll {
    scroller: NodeRef<html::Div>,
    viewport: RwSignal<Viewport>,
    row_count: Signal<usize>,
    columns: Signal<Vec<GridColumn>>,
    offsets: Memo<Offsets>,
    /// The visible rows and columns, which are drawn.
    rows: Memo<Range<usize>>,
    sight: Memo<Range<usize>>,
    active: RwSignal<(usize, usize)>,
}

impl Scroll {
    fn new(columns: Signal<Vec<GridColumn>>, row_count: Signal<usize>) -> Self {
        let viewport = RwSignal::new(Viewport::default());
        let widths = |columns: &Vec<GridColumn>| Offsets::new(columns.iter().map(|column| column.width));
        let offsets = Memo::new(move |_| columns.with(widths));
        Self {
            scroller: NodeRef::new(),
            viewport,
            row_count,
            columns,
            offsets,
            rows: Memo::new(move |_| rows_in_sight(viewport.get(), row_count.get())),
            sight: Memo::new(move |_| offsets.with(|offsets| offsets.in_sight(viewport.get()))),
            active: RwSignal::new((0, 0)),
        }
    }

    /// The active cell, if it is drawn.
    fn active_drawn(self) -> Option<(usize, usize)> {
        let (row, column) = self.active.get();
        let is_drawn = self.rows.get().contains(&row) && self.sight.get().contains(&column);
        is_drawn.then_some((row, column))
    }

    /// Scrolls to the wanted row when the grid has been measured and has the row. Does not scroll to a partly visible
    /// row, so that nothing moves under a double click.
    fn follow_reveal(self, wanted: RwSignal<Option<usize>>) {
        let Self {
            scroller,
            viewport,
            offsets,
            active,
            ..
        } = self;
        effect(move || {
            let Some(row) = wanted.get() else { return };
            if viewport.get().height <= 0.0 || row >= self.row_count.get() {
                return;
            }
            wanted.set(None);
            active.update(|active| active.0 = row);
            // The body gets the new height before the next frame, and can be scrolled then.
            request_animation_frame(move || {
                let Some(now) = viewport.try_get_untracked() else {
                    return;
                };
                if !window::shows(now, row)
                    && let Some(target) = active.try_get_untracked()
                {
                    let _ = offsets.try_with_untracked(|offsets| scroll_to(scroller, offsets, target));
                }
            });
        });
    }

    /// Moves the active cell inside the grid when the list becomes shorter.
    fn keep_inside(self) {
        effect(move || {
            let (rows, columns) = (self.row_count.get(), self.columns.with(Vec::len));
            let (row, column) = self.active.get_untracked();
            let kept = (row.min(rows.saturating_sub(1)), column.min(columns.saturating_sub(1)));
            if kept != (row, column) {
                self.active.set(kept);
            }
        });
    }
}

/// Scrolls as little as needed to show the cell.
fn scroll_to(scroller: NodeRef<html::Div>, offsets: &Offsets, (row, column): (usize, usize)) {
    let Some(element) = scroller.try_get_untracked().flatten() else {
        return;
    };
    let top = count(row) * ROW_HEIGHT;
    let height = f64::from(element.client_height()) - window::HEADER_HEIGHT;
    let scrolled = window::revealing(f64::from(element.scroll_top()), height, top, ROW_HEIGHT);
    element.set_scroll_top(whole(scrolled));
    let (left, width) = offsets.place(column);
    let scrolled = window::revealing(
        f64::from(element.scroll_left()),
        f64::from(element.client_width()),
        left,
        width,
    );
    element.set_scroll_left(whole(scrolled));
}

/// The integral number of pixels nearest to a length.
#[allow(clippy::cast_possible_truncation)] // scroll positions fit into an i32, and the cast saturates
fn whole(length: f64) -> i32 {
    length.round() as i32
}

//! A grid of any number of rows and columns. Only the visible cells are in the page.
//!
//! The caller sets the number of rows and draws a cell on request. Owns scrolling, the columns that stay at the left
//! edge, the active cell, and the keys: arrows, Home, End, Page Up and Down, with Control to the ends; Space selects,
//! Enter opens. Reports the visible rows, for callers that load them on demand. `window` computes which part is
//! visible, `actions` what a key or a click means.

mod actions;
mod window;

use std::ops::Range;

use leptos::html;
use leptos::prelude::*;

use crate::components::Each;
use crate::derived::{MaybeProp, Signal};
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;
use actions::Actions;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MouseEvent, ResizeObserver};
use window::{Offsets, ROW_HEIGHT, Viewport, rows_in_sight};

pub use actions::Choose;

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
    /// The number of columns that stay at the left edge.
    stuck: Memo<usize>,
    active: RwSignal<(usize, usize)>,
    /// The row that became active without Shift, from which a range of rows reaches.
    anchor: StoredValue<usize>,
}

impl Scroll {
    fn new(columns: Signal<Vec<GridColumn>>, row_count: Signal<usize>, pinned: Signal<usize>) -> Self {
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
            stuck: Memo::new(move |_| offsets.with(|offsets| offsets.stuck(pinned.get(), viewport.get()))),
            active: RwSignal::new((0, 0)),
            anchor: StoredValue::new(0),
        }
    }

    /// The active cell, if it is drawn.
    fn active_drawn(self) -> Option<(usize, usize)> {
        let (row, column) = self.active.get();
        let is_drawn =
            self.rows.get().contains(&row) && (column < self.stuck.get() || self.sight.get().contains(&column));
        is_drawn.then_some((row, column))
    }

    /// Scrolls to the wanted row when the grid has been measured and has the row. Does not scroll to a partly visible
    /// row, so that nothing moves under a double click.
    fn follow_reveal(self, wanted: RwSignal<Option<usize>>) {
        let Self { viewport, active, .. } = self;
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
                    self.scroll_to(target);
                }
            });
        });
    }

    /// Scrolls as little as needed to show the cell, beside the columns that stay at the left edge.
    fn scroll_to(self, (row, column): (usize, usize)) {
        let Some(element) = self.scroller.try_get_untracked().flatten() else {
            return;
        };
        let top = count(row) * ROW_HEIGHT;
        let height = f64::from(element.client_height()) - window::HEADER_HEIGHT;
        let scrolled = window::revealing(f64::from(element.scroll_top()), height, top, ROW_HEIGHT);
        element.set_scroll_top(whole(scrolled));
        let stuck = self.stuck.try_get_untracked().unwrap_or_default();
        let place = |column| self.offsets.try_with_untracked(|offsets| offsets.place(column));
        let (Some((left, width)), Some((edge, _))) = (place(column), place(stuck)) else {
            return;
        };
        if column >= stuck {
            let shown = f64::from(element.client_width()) - edge;
            let scrolled = window::revealing(f64::from(element.scroll_left()), shown, left - edge, width);
            element.set_scroll_left(whole(scrolled));
        }
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

/// The integral number of pixels nearest to a length.
#[allow(clippy::cast_possible_truncation)] // scroll positions fit into an i32, and the cast saturates
fn whole(length: f64) -> i32 {
    length.round() as i32
}

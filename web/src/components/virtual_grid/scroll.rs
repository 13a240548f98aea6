//! The scrolled part of a grid and its active cell: what is drawn, and how a cell comes into sight.
//!
//! Must not know what cells contain, nor what keys mean.

use std::ops::Range;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

use super::window::{self, Offsets, ROW_HEIGHT, Viewport, count, rows_in_sight};
use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::signal::RwSignal;

/// A column of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridColumn {
    /// The identity of a column; columns with the same key are drawn once.
    pub key: String,
    /// Width in pixels.
    pub width: f64,
}

pub(super) fn measure(scroller: NodeRef<html::Div>, viewport: RwSignal<Viewport>) {
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
pub(super) fn watch_size(scroller: NodeRef<html::Div>, viewport: RwSignal<Viewport>) {
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
pub(super) struct Scroll {
    pub(super) scroller: NodeRef<html::Div>,
    pub(super) viewport: RwSignal<Viewport>,
    pub(super) row_count: Signal<usize>,
    pub(super) columns: Signal<Vec<GridColumn>>,
    pub(super) offsets: Memo<Offsets>,
    /// The visible rows and columns, which are drawn.
    pub(super) rows: Memo<Range<usize>>,
    pub(super) sight: Memo<Range<usize>>,
    /// The number of columns that stay at the left edge.
    pub(super) stuck: Memo<usize>,
    pub(super) active: RwSignal<(usize, usize)>,
    /// The row that became active without Shift, from which a range of rows reaches.
    pub(super) anchor: StoredValue<usize>,
}

impl Scroll {
    pub(super) fn new(columns: Signal<Vec<GridColumn>>, row_count: Signal<usize>, pinned: Signal<usize>) -> Self {
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
    pub(super) fn active_drawn(self) -> Option<(usize, usize)> {
        let (row, column) = self.active.get();
        let is_drawn =
            self.rows.get().contains(&row) && (column < self.stuck.get() || self.sight.get().contains(&column));
        is_drawn.then_some((row, column))
    }

    /// Scrolls to the wanted row when the grid has been measured and has the row. Does not scroll to a partly visible
    /// row, so that nothing moves under a double click.
    pub(super) fn follow_reveal(self, wanted: RwSignal<Option<usize>>) {
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
    pub(super) fn scroll_to(self, (row, column): (usize, usize)) {
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
    pub(super) fn keep_inside(self) {
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

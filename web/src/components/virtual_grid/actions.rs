//! What a key or a click on a grid means: it moves the active cell, selects or opens its row, chooses rows, or copies.
//!
//! Must not know what the caller does with it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use web_sys::MouseEvent;

use super::scroll::Scroll;
use super::window as sight;

/// How rows are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// This row too, or no longer.
    Toggle(usize),
    /// Every row from the first of these to the second, which may be above it.
    Range(usize, usize),
    /// Every row.
    All,
}

/// The caller's actions on a row or a cell.
#[derive(Clone, Copy)]
pub(super) struct Actions {
    pub(super) on_select: Option<Callback<usize>>,
    pub(super) on_open: Option<Callback<usize>>,
    pub(super) on_choose: Option<Callback<Choose>>,
    pub(super) on_copy: Option<Callback<(usize, usize)>>,
}

impl Actions {
    /// Handles a key.
    pub(super) fn press(self, scroll: Scroll, event: &KeyboardEvent) {
        let size = (
            scroll.row_count.get_untracked(),
            scroll.columns.with_untracked(Vec::len),
        );
        let page = scroll.viewport.with_untracked(sight::Viewport::rows_per_page);
        let active = scroll.active.get_untracked();
        if let Some(target) = sight::target(active, size, page, &event.key(), event.ctrl_key()) {
            event.prevent_default();
            scroll.active.set(target);
            scroll.scroll_to(target);
            if !event.shift_key() {
                scroll.anchor.set_value(target.0);
            } else if target.0 != active.0 {
                self.choose(Choose::Range(scroll.anchor.get_value(), target.0));
            }
        } else if size.0 > 0 && event.target() == event.current_target() && self.does(active, event) {
            event.prevent_default();
        }
    }

    /// Acts on the active cell or its row; keys in a header belong to the header. Returns whether the key does anything.
    fn does(self, active: (usize, usize), event: &KeyboardEvent) -> bool {
        let done = match (event.key().as_str(), event.ctrl_key() || event.meta_key()) {
            (" ", false) => {
                self.choose(Choose::Toggle(active.0));
                self.on_select.map(|on_select| on_select.run(active.0))
            }
            ("Enter", false) => self.on_open.or(self.on_select).map(|open| open.run(active.0)),
            ("a", true) => self.choose(Choose::All),
            ("c", true) if !is_text_selected() => self.on_copy.map(|on_copy| on_copy.run(active)),
            _ => None,
        };
        done.is_some()
    }

    /// Handles a click on a cell: it selects the row, or chooses it with Ctrl, with Shift or in the first column.
    pub(super) fn click(self, scroll: Scroll, (row, column): (usize, usize), event: &MouseEvent) {
        scroll.active.set((row, column));
        let range = Choose::Range(scroll.anchor.get_value(), row);
        if event.shift_key() && self.choose(range).is_some() {
            return;
        }
        scroll.anchor.set_value(row);
        let toggles = column == 0 || event.ctrl_key() || event.meta_key();
        if !toggles || self.choose(Choose::Toggle(row)).is_none() {
            _ = self.on_select.map(|on_select| on_select.run(row));
        }
    }

    /// Keeps a click that chooses rows from selecting the text between them.
    pub(super) fn keep_text(self, event: &MouseEvent) {
        if event.shift_key() && self.on_choose.is_some() {
            event.prevent_default();
        }
    }

    fn choose(self, choose: Choose) -> Option<()> {
        self.on_choose.map(|on_choose| on_choose.run(choose))
    }
}

/// Whether the reader marked a text, which the browser then copies.
fn is_text_selected() -> bool {
    let selection = window().get_selection().ok().flatten();
    selection.is_some_and(|selection| !selection.is_collapsed())
}

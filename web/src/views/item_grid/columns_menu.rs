//! The columns of a grid as the reader arranged them, and the button with the list that shows, hides, pins and moves them.
//!
//! The arrangement belongs to the table or index and is stored with the workspace. Must not know how a grid is drawn.

use hashrange_values::Text;
use hashrange_words::t;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::grid_rows::GridRows;
use crate::components::{Button, ButtonKind, Each, Popover, When, late_view};
use crate::derived::{MaybeProp, Signal};
use crate::memo::Memo;
use crate::session::use_saved_part;
use crate::signal::RwSignal;
use crate::state::column_layout::{self, ColumnChange, PlacedColumn};
use crate::views::fields::Checkbox;

/// The part of the saved state with the arranged columns.
const PART: &str = "columns";

/// The columns of a grid.
#[derive(Clone, Copy)]
pub struct ArrangedColumns {
    layouts: RwSignal<String>,
    name: Memo<String>,
    /// Every found column.
    all: Memo<Vec<PlacedColumn>>,
    /// The columns that are not hidden.
    pub(super) shown: Memo<Vec<PlacedColumn>>,
}

impl ArrangedColumns {
    /// The columns of these rows.
    pub(super) fn of(rows: GridRows) -> Self {
        let layouts = use_saved_part::<String>(PART);
        let name = rows.layout;
        let all = Memo::new(move |_| {
            let name = name.get();
            rows.columns
                .with(|columns| layouts.with(|layouts| column_layout::place(layouts, &name, columns.list())))
        });
        let shown = Memo::new(move |_| all.with(|all| all.iter().filter(|column| !column.hidden).cloned().collect()));
        Self {
            layouts,
            name,
            all,
            shown,
        }
    }

    /// Changes a column.
    fn change(self, column: &Text, change: ColumnChange) {
        let (name, columns) = (self.name.get_untracked(), self.all.get_untracked());
        if let Some(at) = columns.iter().position(|one| one.name == *column) {
            self.layouts.update(|layouts| {
                column_layout::change(layouts, &name, columns, at, change);
            });
        }
    }
}

/// The button with the list of columns.
#[component]
pub fn ColumnsButton(
    /// The columns.
    arranged: ArrangedColumns,
) -> impl IntoView {
    let shown = RwSignal::new(false);
    view! {
        <Popover label=t!("Columns") shown>
            <When holds=move || shown.get()>{late_view(move || columns_list(arranged))}</When>
        </Popover>
    }
}

hashrange_late::late!(page:
    /// The list of columns.
    fn columns_list(arranged: ArrangedColumns) -> AnyView { view! { <ColumnsList arranged /> }.into_any() }
);

#[component]
fn ColumnsList(arranged: ArrangedColumns) -> impl IntoView {
    let reset = move |()| {
        let name = arranged.name.get_untracked();
        arranged.layouts.update(|layouts| column_layout::reset(layouts, &name));
    };
    view! {
        <ul class="column-list">
            <Each each=move || arranged.all.get() key=|column| column.name.clone() let:column>
                <ColumnLine arranged name=column.name />
            </Each>
        </ul>
        <Button kind=ButtonKind::Quiet on_press=reset>{t!("Reset columns")}</Button>
    }
}

/// A line of the list.
#[component]
fn ColumnLine(arranged: ArrangedColumns, name: Text) -> impl IntoView {
    let name = StoredValue::new(name);
    let with = move |what: fn(&PlacedColumn) -> bool| {
        let is_it = |column: &&PlacedColumn| name.with_value(|name| column.name == *name);
        arranged.all.with(|all| all.iter().find(is_it).is_some_and(what))
    };
    let act = move |change: ColumnChange| {
        let focused = document()
            .active_element()
            .and_then(|it| it.dyn_into::<HtmlElement>().ok());
        name.with_value(|name| arranged.change(name, change));
        // The line moves, and loses the focus.
        request_animation_frame(move || {
            if let Some(focused) = focused {
                let _ = focused.focus();
            }
        });
    };
    let part = move |(word, sign, change): (&'static str, &'static str, ColumnChange)| {
        let label = MaybeProp::derive(move || {
            let word = match change {
                ColumnChange::Pin if with(|column| column.pinned) => t!("Unpin"),
                _ => word,
            };
            Some(name.with_value(|name| format!("{word} {name}")))
        });
        view! { <Button kind=ButtonKind::Quiet label on_press=move |()| act(change)>{sign}</Button> }
    };
    let is_shown = move || with(|column| !column.hidden);
    view! {
        <li class:column-pinned=move || with(|column| column.pinned)>
            <Checkbox
                label=name.with_value(ToString::to_string)
                checked=Signal::derive(is_shown)
                disabled=Signal::derive(move || is_shown() && arranged.shown.with(Vec::len) == 1)
                on_change=move |_| act(ColumnChange::Hide)
            />
            {part((t!("Pin"), "⇤", ColumnChange::Pin))}
            {part((t!("Move earlier:"), "↑", ColumnChange::Earlier))}
            {part((t!("Move later:"), "↓", ColumnChange::Later))}
        </li>
    }
}

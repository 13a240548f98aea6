//! The columns of a grid as the reader arranged them, and the button with the list that shows, hides, pins and moves them.
//!
//! The arrangement belongs to the table or index and is stored with the workspace. Must not know how a grid is drawn.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::GridRows;
use crate::components::{Button, ButtonKind, Each, Popover, When, element_id, late_view};
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

    /// Changes a column. Returns its new position.
    fn change(self, at: usize, change: ColumnChange) -> usize {
        let (name, columns) = (self.name.get_untracked(), self.all.get_untracked());
        let mut moved = at;
        self.layouts
            .update(|layouts| moved = column_layout::change(layouts, &name, columns, at, change));
        moved
    }

    /// The column at a position of the list.
    fn column(self, at: usize) -> Option<PlacedColumn> {
        self.all.with(|all| all.get(at).cloned())
    }

    fn is(self, at: usize, what: fn(&PlacedColumn) -> bool) -> bool {
        self.all.with(|all| all.get(at).is_some_and(what))
    }

    /// Whether the column is the only shown one.
    fn is_last_shown(self, at: usize) -> bool {
        self.is(at, |column| !column.hidden) && self.shown.with(Vec::len) == 1
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
        <Popover label="Columns" shown>
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
    let scope = StoredValue::new(element_id("columns"));
    let count = Memo::new(move |_| arranged.all.with(Vec::len));
    let reset = move |()| {
        let name = arranged.name.get_untracked();
        arranged.layouts.update(|layouts| column_layout::reset(layouts, &name));
    };
    view! {
        <ul class="column-list">
            // A line belongs to a position, so that the focus can follow a moved column.
            <Each each=move || 0..count.get() key=|at| *at let:at>
                <ColumnLine arranged scope at />
            </Each>
        </ul>
        <Button kind=ButtonKind::Quiet on_press=reset>"Reset columns"</Button>
    }
}

/// A line of the list.
#[component]
fn ColumnLine(arranged: ArrangedColumns, scope: StoredValue<String>, at: usize) -> impl IntoView {
    let name = Memo::new(move |_| {
        arranged
            .column(at)
            .map(|column| column.name.to_string())
            .unwrap_or_default()
    });
    let shown = Memo::new(move |_| arranged.is(at, |column| !column.hidden));
    let only = Memo::new(move |_| arranged.is_last_shown(at));
    let part = move |(word, label, sign, change): (&'static str, &'static str, &'static str, ColumnChange)| {
        let id = move |at: usize| scope.with_value(|scope| format!("{scope}-{at}-{word}"));
        let press = move |_| {
            let now = arranged.change(at, change);
            let target = document().get_element_by_id(&id(now));
            if let Some(target) = target.and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
                let _ = target.focus();
            }
        };
        let pressed =
            move || (change == ColumnChange::Pin).then(|| arranged.is(at, |column| column.pinned).to_string());
        view! {
            <button
                type="button"
                class="btn btn-quiet"
                id=id(at)
                aria-label=move || format!("{label} {}", name.get())
                title=label
                aria-pressed=pressed
                on:click=press
            >
                {sign}
            </button>
        }
    };
    view! {
        <li>
            <Checkbox
                label=name
                checked=shown
                disabled=only
                on_change=move |_| _ = arranged.change(at, ColumnChange::Hide)
            />
            {part(("pin", "Pin", "⇤", ColumnChange::Pin))}
            {part(("earlier", "Move earlier:", "↑", ColumnChange::Earlier))}
            {part(("later", "Move later:", "↓", ColumnChange::Later))}
        </li>
    }
}

//! The header of a column: its name with the key glyph, its types, and the sort of the loaded rows.
//!
//! Must not know how rows are sorted.

use hashrange_values::Text;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{KeyName, When};
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::item_rows::{ItemColumn, PageSort};
use crate::views::key_name::glyph;

/// The header of a column.
pub(super) fn header(
    column: ItemColumn,
    sort: RwSignal<Option<PageSort>>,
    complete: Memo<bool>,
    does: &'static str,
) -> AnyView {
    view! { <Header column sort complete does /> }.into_any()
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
        Some(true) => t!("sorted descending, this page only"),
        Some(false) => t!("sorted ascending, this page only"),
        None => "",
    }
}

//! What detail pages are made of: a sentence, or a table whose rows may lead to items. One code draws them all.
//!
//! A block that stays as it is stays on the page, with the focus. Must not know what a page is about.

use hashrange_values::Item;
use leptos::prelude::*;

use crate::components::{Each, ModelTag};
use crate::selection::use_selection;

/// Heads of columns.
type Heads = &'static [&'static str];

/// A sentence, or a table with its title.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    /// The sentence, or the title of the table.
    pub(super) text: String,
    /// What AWS does not document of it.
    pub(super) model: Option<&'static str>,
    pub(super) heads: Heads,
    /// The rows; the first cell of each names it. None in a sentence.
    pub(super) rows: Vec<Vec<String>>,
    /// The items that the rows lead to, of the first rows.
    pub(super) items: Vec<Item>,
}

impl Block {
    /// A sentence.
    pub(super) fn note(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// A table; the other text as a sentence where there are no rows.
    pub(super) fn table(text: impl Into<String>, none: &str, heads: Heads, rows: Vec<Vec<String>>) -> Self {
        let text = if rows.is_empty() { none.to_owned() } else { text.into() };
        Self { text, heads, rows, ..Self::default() }
    }

    /// With what is a model of it.
    pub(super) fn modelled(self, reason: &'static str) -> Self {
        Self { model: Some(reason), ..self }
    }
}

/// Draws blocks below each other.
pub(super) fn blocks(told: impl Fn() -> Vec<Block> + Send + Sync + 'static) -> AnyView {
    let told = Memo::new(move |_| told());
    view! { <Each each=move || told.get() key=|block| (block.text.clone(), block.rows.clone()) children=drawn /> }
        .into_any()
}

fn drawn(block: Block) -> AnyView {
    let Block { text, model, heads, rows, items } = block;
    let model = model.map(|reason| view! { <ModelTag reason /> });
    if rows.is_empty() {
        return view! { <p class="live-note">{text} " " {model}</p> }.into_any();
    }
    let items = items.into_iter().map(Some).chain(std::iter::repeat(None));
    let rows = rows.into_iter().zip(items).map(|(row, item)| table_row(row, item));
    view! {
        <table class="live-table">
            <caption>{text} " " {model}</caption>
            <thead><tr>{heads.iter().map(|head| view! { <th scope="col">{*head}</th> }).collect_view()}</tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn table_row(row: Vec<String>, item: Option<Item>) -> impl IntoView {
    let selection = use_selection();
    let mut cells = row.into_iter();
    let head = cells.next().unwrap_or_default();
    let head = match item {
        None => head.into_any(),
        Some(item) => {
            let select = move |_| selection.item.set(Some(item.clone()));
            view! { <button type="button" class="stage-leads" on:click=select>{head}</button> }.into_any()
        }
    };
    view! { <tr><th scope="row">{head}</th>{cells.map(|cell| view! { <td>{cell}</td> }).collect_view()}</tr> }
}

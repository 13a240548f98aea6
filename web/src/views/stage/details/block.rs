//! The parts of detail pages: a sentence, or a table whose rows can link to items. One function draws all of them.
//!
//! An unchanged block stays on the page, with the focus. Must not know the subject of a page.

use hashrange_values::Item;
use leptos::prelude::*;

use crate::components::{Each, ModelTag};
use crate::memo::Memo;
use crate::selection::use_selection;

/// A sentence, or a table with its title.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    /// The sentence, or the title of the table.
    pub(super) text: String,
    /// What AWS does not document about it.
    pub(super) model: Option<&'static str>,
    /// The heads of its columns.
    pub(super) heads: Vec<&'static str>,
    /// The rows. The first cell of each is its name. Empty in a sentence.
    pub(super) rows: Vec<Vec<String>>,
    /// The items that the first rows link to.
    pub(super) items: Vec<Item>,
}

impl Block {
    /// A sentence.
    pub(super) fn note(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A table. If it has no rows, the text `none` as a sentence.
    pub(super) fn table(text: impl Into<String>, none: &str, heads: &[&'static str], rows: Vec<Vec<String>>) -> Self {
        let text = if rows.is_empty() { none.to_owned() } else { text.into() };
        Self {
            text,
            heads: heads.to_vec(),
            rows,
            ..Self::default()
        }
    }

    /// Adds the reason of a model mark.
    pub(super) fn modelled(self, reason: &'static str) -> Self {
        Self {
            model: Some(reason),
            ..self
        }
    }
}

/// Draws blocks from top to bottom.
pub(super) fn blocks(reported: impl Fn() -> Vec<Block> + Send + Sync + 'static) -> AnyView {
    let reported = Memo::new(move |_| reported());
    view! { <Each each=move || reported.get() key=|block| (block.text.clone(), block.rows.clone()) children=drawn /> }
        .into_any()
}

fn drawn(block: Block) -> AnyView {
    let Block {
        text,
        model,
        heads,
        rows,
        items,
    } = block;
    let model = model.map(|reason| view! { <ModelTag reason /> });
    if rows.is_empty() {
        return view! { <p class="live-note">{text} " " {model}</p> }.into_any();
    }
    let items = items.into_iter().map(Some).chain(std::iter::repeat(None));
    let rows = rows.into_iter().zip(items).map(|(row, item)| table_row(row, item));
    view! {
        <table class="live-table">
            <caption>{text} " " {model}</caption>
            <thead><tr>{heads.into_iter().map(|head| view! { <th scope="col">{head}</th> }).collect_view()}</tr></thead>
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

//! The pills of a read: its target, its keys, its filter, what it returns and how. Used wherever a Query or Scan is
//! written.
//!
//! Must not know where the request is stored or sent.

use leptos::prelude::*;

use super::editor::QueryEditor;
use super::filter_row::{FilterRow, SUGGESTIONS};
use super::keys_row::KeysRow;
use super::manner_row::MannerRow;
use super::return_row::ReturnRow;
use super::target_row::TargetRow;
use crate::derived::Signal;
use crate::state::table_schema::TableSchema;
use crate::views::suggestions::{Suggestions, use_seen};

/// The pills, for a container of the class `request-form`.
#[component]
pub fn ReadPills(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    view! {
        <TargetRow editor />
        <KeysRow editor />
        <FilterRow editor />
        <ReturnRow editor />
        <MannerRow editor />
        <AttributeList schema=editor.schema />
    }
}

/// The attributes that filters and projections suggest.
#[component]
fn AttributeList(schema: Signal<TableSchema>) -> impl IntoView {
    let seen = use_seen();
    let names = Signal::derive(move || {
        let mut names: Vec<String> = schema.with(|schema| {
            let keys = schema
                .indexes
                .iter()
                .flat_map(|index| schema.key_attributes(Some(&index.name)));
            let names = keys.chain(schema.key_attributes(None)).map(|key| key.name.to_string());
            names
                .chain(
                    seen.0
                        .with(|seen| seen.of(&schema.name))
                        .iter()
                        .map(ToString::to_string),
                )
                .collect()
        });
        hashrange_values::sort(&mut names);
        names.dedup();
        names
    });
    view! { <Suggestions id=SUGGESTIONS names /> }
}

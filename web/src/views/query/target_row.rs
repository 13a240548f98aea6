//! The target of the read: the table, or one of its indexes.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::form_row::FormRow;
use crate::derived::Signal;
use crate::state::table_schema::IndexKind;
use crate::views::fields::{Chip, ChipWord, Options, Select};

/// The first pill of the request.
#[component]
pub fn TargetRow(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    view! {
        <FormRow label=t!("On")>
            <TargetChip editor />
        </FormRow>
    }
}

/// The table and the index to read.
#[component]
fn TargetChip(editor: QueryEditor) -> impl IntoView {
    let targets = Signal::derive(move || {
        let mut targets: Options = vec![(String::new(), "table".to_owned())];
        editor.schema.with(|schema| {
            targets.extend(schema.indexes.iter().map(|index| {
                let kind = if index.kind == IndexKind::Local { "LSI" } else { "GSI" };
                (index.name.clone(), format!("{kind} {}", index.name))
            }));
        });
        targets
    });
    let name = move || editor.schema.with(|schema| schema.name.clone());
    let chosen = editor.read(|form| form.index.clone().unwrap_or_default());
    view! {
        <Chip>
            <span class="chip-name chip-table" title=name>{name}</span>
            <ChipWord>"/"</ChipWord>
            <Select
                label=t!("Table or index")
                options=targets
                value=chosen
                on_change=move |name: String| editor.turn_to(Some(name.as_str()).filter(|name| !name.is_empty()))
            />
        </Chip>
    }
}

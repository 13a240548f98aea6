//! What is read and how: table or index, consistency, order, limit.

use leptos::prelude::*;

use super::editor::Editor;
use super::form_row::FormRow;
use crate::selection::use_selection;
use crate::state::query_form::QueryField;
use crate::state::table_schema::IndexKind;
use crate::views::fields::{Chip, ChipWord, Options, Select, TextInput};

/// The first row of the form.
#[component]
pub fn TargetRow(
    /// The read being written.
    editor: Editor,
) -> impl IntoView {
    let consistency = editor.read(|form| if form.consistent { "strong" } else { "eventual" }.to_owned());
    let order = editor.read(|form| if form.descending { "descending" } else { "ascending" }.to_owned());
    let is_scan = editor.read(|form| !form.is_query());
    let words = |pairs: [(&str, &str); 2]| pairs.map(|(key, word)| (key.to_owned(), word.to_owned())).to_vec();
    view! {
        <FormRow
            label="On"
            message=editor.messages(|at| matches!(at, QueryField::Consistent | QueryField::Limit))
        >
            <TargetChip editor />
            <Chip invalid=invalid(editor, QueryField::Consistent)>
                <ChipWord>"read"</ChipWord>
                <Select
                    label="Consistency"
                    options=words([("eventual", "eventually"), ("strong", "strongly")])
                    value=consistency
                    on_change=move |word: String| editor.edit(|form| form.consistent = word == "strong")
                />
            </Chip>
            <Chip>
                <ChipWord>"order"</ChipWord>
                <Select
                    label="Order of the sort key"
                    options=words([("ascending", "ascending"), ("descending", "descending")])
                    value=Signal::derive(move || if is_scan.get() { "ascending".to_owned() } else { order.get() })
                    disabled=is_scan
                    on_change=move |word: String| editor.edit(|form| form.descending = word == "descending")
                />
            </Chip>
            <Chip invalid=invalid(editor, QueryField::Limit)>
                <ChipWord>"limit"</ChipWord>
                <TextInput
                    label="Limit: most items to read, before the filter"
                    value=editor.read(|form| form.limit.clone())
                    placeholder="none"
                    mono=true
                    error=editor.message(QueryField::Limit)
                    on_input=move |text| editor.edit(|form| form.limit = text)
                />
            </Chip>
        </FormRow>
    }
}

fn invalid(editor: Editor, field: QueryField) -> Signal<bool> {
    let message = editor.message(field);
    Signal::derive(move || message.get().is_some())
}

/// The table and the index read, kept the same as the selection in the tree.
#[component]
fn TargetChip(editor: Editor) -> impl IntoView {
    let selection = use_selection();
    Effect::new(move || {
        let chosen = selection.index.get();
        let known = chosen.as_deref().is_none_or(|name| editor.schema.with_untracked(|it| it.index(name).is_some()));
        if known && editor.with_untracked(|form| form.index != chosen) {
            editor.turn_to(chosen.as_deref());
        }
    });
    // The other way: JSON that names another index takes the tree along.
    Effect::new(move || {
        let written = editor.with(|form| form.index.clone());
        if selection.index.get_untracked() != written {
            selection.index.set(written);
        }
    });
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
    let chosen = editor.read(|form| form.index.clone().unwrap_or_default());
    view! {
        <Chip>
            <span class="chip-name">{move || editor.schema.with(|schema| schema.name.clone())}</span>
            <ChipWord>"/"</ChipWord>
            <Select
                label="Table or index"
                options=targets
                value=chosen
                on_change=move |name: String| editor.turn_to(Some(name.as_str()).filter(|name| !name.is_empty()))
            />
        </Chip>
    }
}

//! The options of the read: consistency, order, limit.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::form_row::FormRow;
use crate::derived::Signal;
use crate::state::query_form::QueryField;
use crate::views::fields::{Chip, ChipWord, Select, TextInput};

/// The pills for order, consistency and limit.
#[component]
pub fn MannerRow(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    let consistency = editor.read(|form| if form.consistent { "strong" } else { "eventual" }.to_owned());
    let order = editor.read(|form| if form.descending { "descending" } else { "ascending" }.to_owned());
    let is_scan = editor.read(|form| !form.is_query());
    let words = |pairs: [(&str, &str); 2]| pairs.map(|(key, word)| (key.to_owned(), word.to_owned())).to_vec();
    view! {
        <FormRow
            label=t!("How")
            message=editor.messages(|at| matches!(at, QueryField::Consistent | QueryField::Limit))
        >
            <Chip invalid=invalid(editor, QueryField::Consistent)>
                <Select
                    label=t!("Consistency")
                    options=words([("eventual", "eventually"), ("strong", "strongly")])
                    value=consistency
                    on_change=move |word: String| editor.edit(|form| form.consistent = word == "strong")
                />
            </Chip>
            <Chip>
                <Select
                    label=t!("Order of the sort key")
                    options=words([("ascending", "ascending"), ("descending", "descending")])
                    value=Signal::derive(move || if is_scan.get() { "ascending".to_owned() } else { order.get() })
                    disabled=is_scan
                    on_change=move |word: String| editor.edit(|form| form.descending = word == "descending")
                />
            </Chip>
            <Chip invalid=invalid(editor, QueryField::Limit)>
                <ChipWord>{t!("limit")}</ChipWord>
                <TextInput
                    label=t!("Limit: most items to read, before the filter")
                    value=editor.read(|form| form.limit.clone())
                    placeholder=t!("none")
                    mono=true
                    error=editor.message(QueryField::Limit)
                    on_input=move |text| editor.edit(|form| form.limit = text)
                />
            </Chip>
        </FormRow>
    }
}

fn invalid(editor: QueryEditor, field: QueryField) -> Signal<bool> {
    let message = editor.message(field);
    Signal::derive(move || message.get().is_some())
}

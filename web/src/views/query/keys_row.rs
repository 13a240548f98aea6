//! The key condition: the partition key's value, and a test on the sort key.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::form_row::FormRow;
use crate::components::{KeyName, When};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::state::query_form::{QueryField, SortOperator};
use crate::state::table_schema::{KeyAttribute, Part};
use crate::views::fields::{Chip, ChipWord, Options, Select, TextInput};
use crate::views::key_name::glyph;

/// The pills of the keys.
#[component]
pub fn KeysRow(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    let index = editor.read(|form| form.index.clone());
    let keys = Memo::new(move |_| {
        index.with(|index| {
            editor.schema.with(|schema| {
                let keys = schema.keys_of(index.as_deref()).clone();
                let part = |key: &KeyAttribute| schema.part(index.as_deref(), &key.name).unwrap_or(Part::Partition);
                let parts = (part(&keys.partition), keys.sort.as_ref().map(part));
                (keys, parts)
            })
        })
    });
    let message = editor.messages(|at| {
        matches!(
            at,
            QueryField::Partition | QueryField::SortFirst | QueryField::SortSecond
        )
    });
    view! {
        <FormRow label=t!("Keys") message>
            {move || {
                let (keys, (part, sort_part)) = keys.get();
                let sort = keys.sort.zip(sort_part).map(|(key, part)| view! { <SortChip editor key_attribute=key part /> });
                view! {
                    <PartitionChip editor key_attribute=keys.partition part />
                    {sort}
                }
            }}
        </FormRow>
    }
}

#[component]
fn PartitionChip(editor: QueryEditor, key_attribute: KeyAttribute, part: Part) -> impl IntoView {
    let KeyAttribute { name, kind } = key_attribute;
    let error = editor.message(QueryField::Partition);
    view! {
        <Chip invalid=Signal::derive(move || error.get().is_some())>
            <span class="chip-name">
                <KeyName name=name.to_string() role=Some(glyph(part)) />
                <small class="key-type">{kind.descriptor()}</small>
            </span>
            <ChipWord>"="</ChipWord>
            <TextInput
                label=t!("Value of the partition key {name}", name)
                value=editor.read(|form| form.partition.clone())
                placeholder=t!("any: reads all")
                mono=true
                error
                on_input=move |text| editor.edit(|form| form.partition = text)
            />
        </Chip>
    }
}

#[component]
fn SortChip(editor: QueryEditor, key_attribute: KeyAttribute, part: Part) -> impl IntoView {
    let KeyAttribute { name, kind } = key_attribute;
    let name = name.to_string();
    let operators: Options = SortOperator::ALL
        .iter()
        .map(|it| (it.label().to_owned(), it.label().to_owned()))
        .collect();
    let operator = editor.read(|form| form.sort.operator);
    let (first, second) = (
        editor.message(QueryField::SortFirst),
        editor.message(QueryField::SortSecond),
    );
    let choose = move |word: String| {
        if let Some(operator) = SortOperator::ALL.into_iter().find(|it| it.label() == word) {
            editor.edit(|form| form.sort.operator = operator);
        }
    };
    let value_label = t!("Value of the sort key {name}", name);
    let end_label = t!("End of the range of the sort key {name}", name);
    view! {
        <Chip invalid=Signal::derive(move || first.get().or_else(|| second.get()).is_some())>
            <span class="chip-name">
                <KeyName name=name.clone() role=Some(glyph(part)) />
                <small class="key-type">{kind.descriptor()}</small>
            </span>
            <Select
                label=t!("Test on the sort key {name}", name)
                options=operators
                value=Signal::derive(move || operator.get().label().to_owned())
                on_change=choose
            />
            <When holds=move || { operator.get().arity() >= 1 }>
                <TextInput
                    label=value_label.clone()
                    value=editor.read(|form| form.sort.first.clone())
                    mono=true
                    error=first
                    on_input=move |text| editor.edit(|form| form.sort.first = text)
                />
            </When>
            <When holds=move || operator.get().arity() == 2>
                <ChipWord>{t!("and")}</ChipWord>
                <TextInput
                    label=end_label.clone()
                    value=editor.read(|form| form.sort.second.clone())
                    mono=true
                    error=second
                    on_input=move |text| editor.edit(|form| form.sort.second = text)
                />
            </When>
        </Chip>
    }
}

//! The columns of a CSV file: a name and a type for each.

use hashrange_protocol::ColumnKind;
use hashrange_words::t;
use leptos::prelude::*;

use super::context::ImportContext;
use crate::components::{Button, ButtonKind, KeyGlyph, When, element_id};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::signal::RwSignal;
use crate::state::csv_import::{Problems, kind_word, kinds};
use crate::state::table_schema::Part;
use crate::views::fields::{Options, Select, TextInput};
use crate::views::key_name::glyph;

/// The number of columns shown at first, and with each "Show more".
const SHOWN: usize = 100;

/// The columns, one row each.
#[component]
pub fn Columns(
    /// The dialog.
    context: ImportContext,
    /// Their errors.
    problems: Memo<Problems>,
) -> impl IntoView {
    let count = Memo::new(move |_| context.read(|draft| draft.plan.columns.len()).unwrap_or_default());
    let shown = RwSignal::new(SHOWN);
    let more = Memo::new(move |_| count.get().saturating_sub(shown.get()));
    let list = element_id("keys");
    let suggested = move || {
        let schema = context.schema.get();
        let mut names: Vec<String> = Vec::new();
        let indexes = schema
            .iter()
            .flat_map(|schema| &schema.indexes)
            .flat_map(|index| index.keys.iter());
        for key in schema.iter().flat_map(|schema| schema.keys.iter()).chain(indexes) {
            if !names.iter().any(|name| *name == key.name) {
                names.push(key.name.to_string());
            }
        }
        names
            .into_iter()
            .map(|name| view! { <option value=name></option> })
            .collect_view()
    };
    let rows = {
        let list = list.clone();
        move || {
            (0..count.get().min(shown.get()))
                .map(|at| view! { <ColumnRow context problems at list=list.clone() /> })
                .collect_view()
        }
    };
    view! {
        <datalist id=list>{suggested}</datalist>
        <table class="import-columns">
            <thead>
                <tr>
                    <th scope="col">{t!("column")}</th>
                    <th scope="col">{t!("attribute")}</th>
                    <th scope="col">{t!("type")}</th>
                    <th scope="col">{t!("first value")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <When holds=move || { more.get() > 0 }>
            <p class="view-note">
                {move || format!("{} ", t!("and {columns, plural, one {# more column} other {# more columns}}", columns = more.get()))}
                <Button kind=ButtonKind::Quiet on_press=move |()| shown.update(|shown| *shown += SHOWN)>{t!("Show more")}</Button>
            </p>
        </When>
    }
}

#[component]
fn ColumnRow(
    context: ImportContext,
    problems: Memo<Problems>,
    /// Its position in the file, from 0.
    at: usize,
    /// Id of the suggested names.
    list: String,
) -> impl IntoView {
    let number = at + 1;
    let name = Memo::new(move |_| {
        context
            .read(|draft| draft.plan.columns.get(at).map(|it| it.name.clone()))
            .flatten()
            .unwrap_or_default()
    });
    let kind = Memo::new(move |_| {
        context
            .read(|draft| draft.plan.columns.get(at).map(|it| it.kind))
            .flatten()
            .unwrap_or_default()
    });
    let problem = Memo::new(move |_| problems.with(|problems| problems.columns.get(at).cloned().flatten()));
    let part = Memo::new(move |_| context.schema.get().and_then(|schema| part_of(&schema, &name.get())));
    let sample = Memo::new(move |_| {
        context
            .read(|draft| draft.first_value(at).to_owned())
            .unwrap_or_default()
    });
    let options: Options = kinds()
        .iter()
        .map(|(_, word)| ((*word).to_owned(), (*word).to_owned()))
        .collect();
    let choose = move |word: String| {
        if let Some((kind, _)) = kinds().into_iter().find(|(_, one)| *one == word) {
            context.edit(|draft, _| draft.set_kind(at, kind));
        }
    };
    let skipped = Signal::derive(move || kind.get() == ColumnKind::Skip);
    view! {
        <tr class:import-skipped=move || skipped.get()>
            <th scope="row">{number}</th>
            <td>
                <span class="import-name">
                    {move || part.get().map(|part| view! { <KeyGlyph role=glyph(part) named=true /> })}
                    <TextInput
                        label=t!("Attribute of column {number}", number)
                        value=name
                        list=list
                        mono=true
                        disabled=skipped
                        error=Signal::derive(move || problem.get())
                        on_input=move |name: String| context.edit(|draft, schema| draft.rename(at, &name, schema))
                    />
                </span>
                <p class="field-error" aria-live="polite">{move || problem.get()}</p>
            </td>
            <td>
                <Select
                    label=t!("Type of column {number}", number)
                    options=Signal::stored(options)
                    value=Signal::derive(move || kind_word(kind.get()).to_owned())
                    on_change=choose
                />
            </td>
            <td class="import-sample mono" title=move || sample.get()>{move || sample.get()}</td>
        </tr>
    }
}

/// The role of an attribute in the table or in any of its indexes.
fn part_of(schema: &crate::state::table_schema::TableSchema, name: &str) -> Option<Part> {
    let indexes = schema.indexes.iter().map(|index| Some(index.name.as_str()));
    schema
        .part(None, name)
        .or_else(|| indexes.into_iter().find_map(|index| schema.part(index, name)))
}

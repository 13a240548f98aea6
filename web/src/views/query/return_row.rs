//! The row for what to return.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::QueryEditor;
use super::filter_row::SUGGESTIONS;
use super::form_row::FormRow;
use crate::components::When;
use crate::derived::Signal;
use crate::state::path_text::read_path;
use crate::state::query_form::{QueryField, Returned};
use crate::state::table_schema::IndexKind;
use crate::views::attribute_picker::AttributePicker;
use crate::views::fields::{Chip, ChipWord, Options, Select};

/// The mark of an attribute that a local index does not contain.
const FETCHED: &str = "↑ base";

fn word_of(returned: &Returned) -> &'static str {
    match returned {
        Returned::Everything => "everything",
        Returned::WholeItems => "whole",
        Returned::Keys => "keys",
        Returned::Picked(_) => "picked",
        Returned::Count => "count",
    }
}

/// The pill that names what is returned, and the chosen attributes.
#[component]
pub fn ReturnRow(
    /// The read being written.
    editor: QueryEditor,
) -> impl IntoView {
    let chosen = editor.read(|form| word_of(&form.returned).to_owned());
    let index = editor.read(|form| form.index.clone());
    let choices = Signal::derive(move || {
        let pair = |key: &str, word: &str| (key.to_owned(), word.to_owned());
        let mut choices: Options = match index.get() {
            None => vec![pair("everything", t!("all attributes"))],
            Some(_) => vec![
                pair("everything", t!("all projected attributes")),
                pair("whole", t!("all attributes")),
            ],
        };
        choices.extend([
            pair("keys", t!("keys only")),
            pair("picked", t!("selected attributes")),
            pair("count", t!("only the count")),
        ]);
        choices
    });
    let choose = move |word: String| {
        editor.edit(|form| {
            form.returned = match word.as_str() {
                "whole" => Returned::WholeItems,
                "keys" => Returned::Keys,
                "picked" => Returned::Picked(Vec::new()),
                "count" => Returned::Count,
                _ => Returned::Everything,
            };
        });
    };
    let picking = editor.read(|form| matches!(form.returned, Returned::Picked(_)));
    view! {
        <FormRow label=t!("Return") message=editor.message(QueryField::Returned)>
            <Chip>
                <ChipWord>{t!("return")}</ChipWord>
                <Select label=t!("What to return") options=choices value=chosen on_change=choose />
            </Chip>
            <When holds=move || picking.get()>
                <Picker editor />
            </When>
        </FormRow>
    }
}

#[component]
fn Picker(editor: QueryEditor) -> impl IntoView {
    let picked = editor.read(|form| match &form.returned {
        Returned::Picked(paths) => paths.clone(),
        _ => Vec::new(),
    });
    // An attribute that the index does not contain is fetched from the table for a local index, and refused for a
    // global index.
    let note = move |text: String| {
        let attribute = read_path(&text).ok()?.attribute;
        let index = editor.with(|form| form.index.clone());
        editor.schema.with(|schema| {
            let found = schema.index(index.as_deref()?)?;
            if schema.carries(index.as_deref(), &attribute) {
                return None;
            }
            Some(if found.kind == IndexKind::Local {
                FETCHED
            } else {
                t!("not in index")
            })
        })
    };
    let fetches = move || picked.get().into_iter().any(|path| note(path) == Some(FETCHED));
    view! {
        <AttributePicker
            label=t!("Attributes to return")
            picked=picked
            list=SUGGESTIONS
            note=Callback::new(note)
            on_change=move |paths| editor.edit(|form| form.returned = Returned::Picked(paths))
        />
        <When holds=fetches>
            <span class="hint-inline">{t!("↑ base: fetched from the table, at its own cost")}</span>
        </When>
    }
}

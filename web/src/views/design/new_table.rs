//! Defines a table: the form, the equivalent CreateTable request beside it, and the button that sends it.

use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::editor::DesignEditor;
use super::index_fields::IndexList;
use super::table_fields::{TableKeys, TableSettings};
use crate::components::{When, on_submit_key};
use crate::derived::Signal;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::design_form::DesignForm;
use crate::state::table_schema::IndexKind;
use crate::views::json_pane::JsonPane;
use crate::views::refusal::{Refusal, Refused};
use crate::views::suggestions::{Suggestions, use_seen};

/// The form of a new table.
#[component]
pub fn NewTable(
    /// The initial form.
    #[prop(optional)]
    start: DesignForm,
    /// Receives the table's name after it is created.
    #[prop(into)]
    on_created: Callback<String>,
) -> impl IntoView {
    let session = use_session();
    let editor = DesignEditor::new(start);
    let refused = RwSignal::new(None::<Refused>);
    let sending = StoredValue::new(false);
    let create = move || {
        refused.set(None);
        let Some(request) = editor.request().filter(|_| !sending.get_value()) else {
            return;
        };
        sending.set_value(true);
        spawn_local(async move {
            match session.send(request).await {
                Ok(answer) => {
                    answer
                        .table_name()
                        .into_iter()
                        .for_each(|name| _ = on_created.try_run(name));
                }
                Err(answer) => _ = refused.try_set(Some(answer.into())),
            }
            sending.try_set_value(false);
        });
    };
    view! {
        <form
            class="design two-panes"
            aria-labelledby="new-table-title"
            on:keydown:capture=on_submit_key(create)
            on:submit=move |event| {
                event.prevent_default();
                create();
            }
        >
            <div class="pane form-pane">
                <h2 id="new-table-title">{t!("New table")}</h2>
                <p class="view-note">{t!("Define the key attributes only. Items can have any other attributes.")}</p>
                <TableKeys editor />
                <TableSettings editor />
                <IndexList editor kind=IndexKind::Local />
                <IndexList editor kind=IndexKind::Global />
                <VectorNote editor />
                <AttributeList editor />
                <div class="form-end">
                    <Refusal refused />
                    <CreateBar editor />
                </div>
            </div>
            <JsonPane
                title=t!("CreateTable")
                note=t!("The same table as a CreateTable request. You can edit the form or the JSON.")
                text=editor.json()
                draft=editor.draft()
                on_input=move |text: String| editor.type_json(&text)
            />
        </form>
    }
}

/// Names the parts of the JSON that the form cannot express.
#[component]
fn VectorNote(editor: DesignEditor) -> impl IntoView {
    let names = Signal::derive(move || {
        editor.with(|form| {
            form.vectors
                .iter()
                .map(|index| index.index_name.clone())
                .collect::<Vec<_>>()
        })
    });
    view! {
        <When holds=move || !names.with(Vec::is_empty)>
            <p class="part-note">
                {t!("Vector indexes (edit them in the JSON):")} " " <span class="mono">{move || names.get().join(", ")}</span>
            </p>
        </When>
    }
}

/// The button, and the reason if it did nothing.
#[component]
fn CreateBar(editor: DesignEditor) -> impl IntoView {
    let count = editor.problem_count();
    let from_json = Signal::derive(move || {
        editor
            .draft()
            .with(|draft| draft.as_ref().is_some_and(|it| it.beyond.is_some()))
    });
    view! {
        <div class="action-bar">
            <button type="submit" class="btn btn-primary">
                {move || if from_json.get() { t!("Create table from JSON") } else { t!("Create table") }}
            </button>
            <p class="action-note" role="status">
                {move || match count.get() {
                    0 => String::new(),
                    1 => t!("One field needs attention.").into(),
                    many => t!("{many} fields need attention.", many),
                }}
            </p>
        </div>
    }
}

/// Suggestions for attribute names: keys of this form, and attributes seen in any table with the same name.
#[component]
fn AttributeList(editor: DesignEditor) -> impl IntoView {
    let seen = use_seen();
    let names = Signal::derive(move || {
        let mut names: Vec<String> = editor.with(|form| {
            let keys = form.to_request().attribute_definitions;
            keys.into_iter().map(|key| key.attribute_name.to_string()).collect()
        });
        let table = editor.with(|form| form.table_name.clone());
        names.extend(seen.0.with(|seen| seen.of(&table)).iter().map(ToString::to_string));
        hashrange_values::sort(&mut names);
        names.dedup();
        names
    });
    view! { <Suggestions id="design-attributes" names /> }
}

//! The first step: a file, dropped or chosen, or a pasted text.

use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::context::ImportContext;
use super::run::part_of;
use crate::components::{Button, ButtonKind, DropZone, element_id};
use crate::derived::Signal;
use crate::signal::RwSignal;
use crate::state::csv_import::{Import, ImportFile};
use crate::state::table_schema::TableSchema;
use crate::views::files::OpenTables;

/// File types that the browser's dialog offers first.
const ACCEPTED: &str = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json";

/// The choice of a file.
#[component]
pub fn Choose(
    /// The dialog.
    context: ImportContext,
) -> impl IntoView {
    let problem = move || {
        context.state.with(|state| match state {
            Import::Choosing { problem } => problem.clone(),
            _ => None,
        })
    };
    view! {
        <div class="import-choose">
            <p class="view-note">
                {t!("Each CSV row or JSON object becomes one item. The file stays in this browser.")}
            </p>
            <DropZone
                title=t!("Choose a file")
                note=t!("CSV, JSON, JSON Lines, DynamoDB JSON")
                accept=ACCEPTED
                on_file=Callback::new(move |file| read_file(context, file))
            />
            <p class="field-error" role="alert">{problem}</p>
            <Paste context />
            <OpenTables />
        </div>
    }
}

/// Reads the first part of a file. The rest is read during the import.
fn read_file(context: ImportContext, file: File) {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number of bytes, below 2^53"
    )]
    let (name, size) = (file.name(), file.size() as u64);
    spawn_local(async move {
        let source = match part_of(&file, 0).await {
            Some(bytes) => Ok(ImportFile {
                name,
                bytes: bytes.into(),
                size,
            }),
            None => Err(t!("{name} could not be read. It may have been moved or changed.", name)),
        };
        context.file.try_set_value(Some(file));
        give(context, source);
    });
}

/// Continues with a source, for a matching table or for a new one, or shows its error.
fn give(context: ImportContext, source: Result<ImportFile, String>) {
    let next = match source {
        Err(problem) => Import::Choosing { problem: Some(problem) },
        Ok(source) => {
            let mut next = Import::take(source, None);
            let tables = context.session.tables().get_untracked();
            let selected = context.selection.table.get_untracked();
            let taken: Vec<String> = tables.iter().map(|table| table.table_name.clone()).collect();
            if let Some(draft) = next.draft_mut() {
                // The selected table, or another table whose keys the file has, or a new one.
                let schemas: Vec<TableSchema> = tables.iter().filter_map(TableSchema::read).collect();
                let is_selected = |schema: &&TableSchema| selected.as_ref() == Some(&schema.name);
                let chosen = schemas.iter().find(is_selected);
                let is_empty = |schema: &&TableSchema| {
                    tables
                        .iter()
                        .any(|table| table.table_name == schema.name && table.item_count == 0)
                };
                let fits = |schema: &&TableSchema| draft.fits(schema);
                match chosen.filter(fits).or_else(|| schemas.iter().find(fits)) {
                    Some(schema) => draft.set_table(Some(schema)),
                    // An empty table is a likely target. A file without attribute names does not show whether it
                    // matches.
                    None if chosen.is_some_and(|schema| is_empty(&schema) || !draft.has_names()) => {
                        draft.set_table(chosen);
                    }
                    None => draft.make_table(&taken),
                }
            }
            next
        }
    };
    // The dialog may be gone from the page after the file was read.
    context.state.try_set(next);
}

/// Accepts text instead of a file.
#[component]
fn Paste(context: ImportContext) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let id = element_id("paste");
    let nothing = Signal::derive(move || text.with(|text| text.trim().is_empty()));
    let take = move |()| {
        give(
            context,
            Ok(ImportFile::whole(
                t!("pasted text").to_owned(),
                text.get_untracked().into_bytes(),
            )),
        );
    };
    view! {
        <details class="import-paste">
            <summary>{t!("Or paste text")}</summary>
            <label class="field-label" for=id.clone()>{t!("CSV, JSON or JSON Lines")}</label>
            <textarea
                id=id
                class="input input-mono"
                rows="8"
                spellcheck="false"
                autocomplete="off"
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            ></textarea>
            <div class="dialog-actions">
                <Button kind=ButtonKind::Primary disabled=nothing on_press=take>{t!("Use this text")}</Button>
            </div>
        </details>
    }
}

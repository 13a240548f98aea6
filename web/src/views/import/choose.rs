//! The first step: a file, dropped or chosen, or a text pasted.

use js_sys::Uint8Array;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, HtmlInputElement};

use super::desk::Desk;
use crate::components::{Button, ButtonKind, element_id};
use crate::state::csv_import::{Import, MOST_BYTES, Source};
use crate::state::table_schema::TableSchema;
use crate::views::files::OpenTables;

/// Files offered first by the browser's dialog.
const ACCEPTED: &str = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json";

/// The choice of a file.
#[component]
pub fn Choose(
    /// The dialog.
    desk: Desk,
) -> impl IntoView {
    let problem = move || match &*desk.state.read() {
        Import::Choosing { problem } => problem.clone(),
        _ => None,
    };
    view! {
        <div class="import-choose">
            <p class="view-note">
                "Each CSV row or JSON object becomes one item. The file stays in this browser."
            </p>
            <FileZone desk />
            <p class="field-error" role="alert">{problem}</p>
            <Paste desk />
            <OpenTables />
        </div>
    }
}

/// The native file control fills the zone, so that it takes files dropped anywhere on it, and keys as ever.
#[component]
fn FileZone(desk: Desk) -> impl IntoView {
    let over = RwSignal::new(false);
    let take = move |event: Event| {
        over.set(false);
        let control = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let file = control.as_ref().and_then(HtmlInputElement::files).and_then(|files| files.get(0));
        if let Some(file) = file {
            read_file(desk, file);
        }
    };
    view! {
        <label
            class="import-zone"
            class:import-over=move || over.get()
            on:dragenter=move |_| over.set(true)
            on:dragleave=move |_| over.set(false)
            on:drop=move |_| over.set(false)
        >
            <input type="file" accept=ACCEPTED on:change=take />
            <span class="import-zone-words">
                <strong>"Choose a file"</strong>
                " or drop it here"
                <small>"CSV, JSON, JSON Lines, DynamoDB JSON; up to 64 MB"</small>
            </span>
        </label>
    }
}

fn read_file(desk: Desk, file: File) {
    let name = file.name();
    // Refused before it is read: a file of many gigabytes would take the tab's memory first.
    if file.size() > MOST_BYTES as f64 {
        give(desk, Err(format!("{name} is larger than the 64 MB that can be read here.")));
        return;
    }
    spawn_local(async move {
        let source = match JsFuture::from(file.array_buffer()).await {
            Ok(buffer) => Ok(Source { name, bytes: Uint8Array::new(&buffer).to_vec().into() }),
            Err(_) => Err(format!("{name} could not be read. It may have been moved or changed.")),
        };
        give(desk, source);
    });
}

/// Goes on with a source, for the table that it fits or for a new one, or says what was wrong.
fn give(desk: Desk, source: Result<Source, String>) {
    let next = match source {
        Err(problem) => Import::Choosing { problem: Some(problem) },
        Ok(source) => {
            let mut next = Import::take(source, None);
            let tables = desk.session.tables().get_untracked();
            let selected = desk.selection.table.get_untracked();
            let taken: Vec<String> = tables.iter().map(|table| table.table_name.clone()).collect();
            if let Some(draft) = next.draft_mut() {
                // The selected table, else any other whose keys the file has; else a new one.
                let schemas: Vec<TableSchema> = tables.iter().filter_map(TableSchema::read).collect();
                let is_selected = |schema: &&TableSchema| selected.as_ref() == Some(&schema.name);
                let chosen = schemas.iter().find(is_selected);
                let is_empty = |schema: &&TableSchema| {
                    tables.iter().any(|table| table.table_name == schema.name && table.item_count == 0)
                };
                let fits = |schema: &&TableSchema| draft.fits(schema);
                match chosen.filter(fits).or_else(|| schemas.iter().find(fits)) {
                    Some(schema) => draft.set_table(Some(schema)),
                    // An empty table is there to be filled. Without names in the file nobody can tell.
                    None if chosen.is_some_and(|schema| is_empty(&schema) || !draft.has_names()) => {
                        draft.set_table(chosen);
                    }
                    None => draft.make_table(&taken),
                }
            }
            next
        }
    };
    // The dialog may have left the page while the file was read.
    desk.state.try_set(next);
}

/// Text in place of a file.
#[component]
fn Paste(desk: Desk) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let id = element_id("paste");
    let nothing = Signal::derive(move || text.with(|text| text.trim().is_empty()));
    let take = move |()| {
        let bytes = text.get_untracked().into_bytes().into();
        give(desk, Ok(Source { name: "pasted text".to_owned(), bytes }));
    };
    view! {
        <details class="import-paste">
            <summary>"Or paste text"</summary>
            <label class="field-label" for=id.clone()>"CSV, JSON or JSON Lines"</label>
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
                <Button kind=ButtonKind::Primary disabled=nothing on_press=take>"Use this text"</Button>
            </div>
        </details>
    }
}

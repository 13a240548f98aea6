//! Query: the request as a form and as JSON, what it returned, what it read, and what it cost.

pub mod banner;
pub mod editor;
pub mod filter_row;
pub mod form_row;
pub mod keys_row;
pub mod read_strip;
pub mod return_row;
pub mod saved_row;
pub mod target_row;

use std::sync::Arc;

pub use banner::Banner;
use editor::Editor;
use filter_row::{FilterRow, SUGGESTIONS};
use hashrange_values::Item;
use keys_row::KeysRow;
use leptos::prelude::*;
pub use read_strip::ReadStrip;
use return_row::ReturnRow;
use saved_row::SavedRow;
use target_row::TargetRow;

use super::desk_memory::{Desk, DeskMemory, DeskName, keep, recall};
use super::item_editor::{EditorTarget, ItemEditor};
use super::item_grid::ItemGrid;
use super::json_pane::JsonPane;
use super::reader::Reader;
use super::refusal::Refusal;
use super::suggestions::{Suggestions, use_seen};
use super::table_scope::TableScope;
use crate::components::Button;
use crate::state::table_schema::TableSchema;

/// The Query tab.
#[component]
pub fn QueryView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <QueryDesk schema /> }.into_any() /> }
}

/// Query and Scan of one table.
#[component]
fn QueryDesk(schema: Signal<TableSchema>) -> impl IntoView {
    let desk = Desk::of(DeskName::Query, schema);
    let memory = recall(&desk);
    let editor = Editor::new(schema, memory.form, memory.draft);
    let reader = Reader::new(memory.shown, memory.report);
    let json = RwSignal::new(memory.json.unwrap_or_else(has_room_beside));
    on_cleanup(move || {
        let shown = reader.shown.try_update_untracked(Option::take).flatten();
        let report = reader.report.try_update_untracked(Option::take).flatten();
        let form = editor.with_untracked(Clone::clone);
        let draft = editor.draft().get_untracked();
        let memory =
            DeskMemory { form, draft, json: Some(json.get_untracked()), shown, report, ..DeskMemory::default() };
        keep(desk, memory);
    });
    let opened = RwSignal::new(None::<EditorTarget>);
    let run = move || {
        if let Some(request) = editor.request() {
            schema.with_untracked(|schema| reader.start(schema, request));
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            // An editor would take the same keys for a new line.
            event.stop_propagation();
            run();
        }
    };
    let open = move |item: Arc<Item>| {
        opened.set(Some(EditorTarget::of_row(reader, item)));
    };
    view! {
        <div class="query" on:keydown:capture=keys>
            <RequestPane editor json run=Callback::new(move |()| run()) />
            <Refusal refused=reader.refused />
            <Banner reader />
            <ReadStrip schema reader />
            <Nothing reader />
            <Show when=move || reader.shown.with(|shown| shown.as_ref().is_some_and(|it| !it.run.items.is_empty()))>
                <ItemGrid label="Items returned" schema reader on_open=open />
            </Show>
            <ItemEditor schema target=opened />
            <AttributeList schema />
        </div>
    }
}

/// Whether the window is wide enough for the JSON to stand beside the form without being asked for.
fn has_room_beside() -> bool {
    let wide = window().match_media("(min-width: 1400px)").ok().flatten();
    wide.is_some_and(|query| query.matches())
}

/// Why there are no rows, when a read brought none.
#[component]
fn Nothing(reader: Reader) -> impl IntoView {
    let words = move || {
        reader.shown.with(|shown| {
            let run = shown.as_ref().map(|shown| &shown.run).filter(|run| run.items.is_empty())?;
            Some(match (run.returned, run.has_next()) {
                (0, true) => "No item on this page. There may be some on the next: a page ends by what was read, not by what was returned.",
                (0, false) => "No item is returned.",
                _ => "Only the count was asked for.",
            })
        })
    };
    view! { <p class="no-rows" hidden=move || words().is_none()>{words}</p> }
}

/// The form with the JSON beside it.
#[component]
fn RequestPane(editor: Editor, json: RwSignal<bool>, run: Callback<()>) -> impl IntoView {
    let operation = editor.operation();
    view! {
        <div class="request" class:with-json=move || json.get()>
            <div class="request-form">
                <SavedRow editor />
                <TargetRow editor />
                <KeysRow editor />
                <FilterRow editor />
                <ReturnRow editor>
                    <button
                        type="button"
                        class="btn"
                        aria-pressed=move || json.get().to_string()
                        on:click=move |_| json.update(|shown| *shown = !*shown)
                    >
                        "JSON"
                    </button>
                    <RunButton operation run />
                </ReturnRow>
            </div>
            <Show when=move || json.get()>
                <JsonPane
                    title=Signal::derive(move || operation.get().to_owned())
                    note="The same request. Edit either side; the other follows."
                    text=editor.json()
                    draft=editor.draft()
                    on_input=move |text: String| editor.type_json(&text)
                />
            </Show>
        </div>
    }
}

#[component]
fn RunButton(operation: Signal<&'static str>, run: Callback<()>) -> impl IntoView {
    use crate::components::ButtonKind;
    view! {
        <Button kind=ButtonKind::Primary keys="Ctrl ⏎" on_press=run>
            {move || format!("Run {}", operation.get())}
        </Button>
    }
}

#[component]
fn AttributeList(schema: Signal<TableSchema>) -> impl IntoView {
    let seen = use_seen();
    let names = Signal::derive(move || {
        let mut names: Vec<String> = schema.with(|schema| {
            let keys = schema.indexes.iter().flat_map(|index| schema.key_attributes(Some(&index.name)));
            let names = keys.chain(schema.key_attributes(None)).map(|key| key.name.to_string());
            names.chain(seen.0.with(|seen| seen.of(&schema.name)).iter().map(ToString::to_string)).collect()
        });
        hashrange_values::sort(&mut names);
        names.dedup();
        names
    });
    view! { <Suggestions id=SUGGESTIONS names /> }
}

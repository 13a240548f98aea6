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

use super::desk_memory::Desk;
use super::item_editor::{EditorTarget, ItemEditor};
use super::item_grid::ItemGrid;
use super::json_pane::JsonPane;
use super::reader::Reader;
use super::refusal::Refusal;
use super::suggestions::{Suggestions, use_seen};
use super::table_scope::TableScope;
use crate::components::Button;
use crate::session::use_session;
use crate::state::query_paper::QueryPaper;
use crate::state::table_schema::TableSchema;

/// The Query tab.
#[component]
pub fn QueryView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <QueryDesk schema /> }.into_any() /> }
}

/// Query and Scan of one table.
#[component]
fn QueryDesk(schema: Signal<TableSchema>) -> impl IntoView {
    let desk = Desk::of(schema);
    let memory = schema.with_untracked(|schema| desk.recall(use_session(), schema));
    let editor = Editor::new(schema, memory.paper.form, memory.paper.draft.as_deref());
    let reader = Reader::new(memory.result.shown, memory.result.report);
    let json = RwSignal::new(memory.paper.json.unwrap_or_else(has_room_beside));
    keep_desk(desk, editor, reader, json);
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
            <Nothing reader lost=memory.lost />
            <Show when=move || reader.shown.with(|shown| shown.as_ref().is_some_and(|it| !it.run.items.is_empty()))>
                <ItemGrid label="Items returned" schema reader on_open=open />
            </Show>
            <ItemEditor schema target=opened />
            <AttributeList schema />
        </div>
    }
}

/// Keeps the desk: every change with the workspace, and what was read beyond the life of the view.
fn keep_desk(desk: Desk, editor: Editor, reader: Reader, json: RwSignal<bool>) {
    let session = use_session();
    let paper = Memo::new(move |_| QueryPaper {
        form: editor.with(Clone::clone),
        draft: editor.draft().with(|draft| draft.as_ref().map(|draft| draft.text.clone())),
        json: Some(json.get()),
        read: reader.shown.with(Option::is_some),
    });
    let own = desk.clone();
    Effect::new(move |begun: Option<()>| {
        paper.with(|paper| {
            // A desk as it was found needs no keeping.
            if begun.is_some() {
                own.keep_form(session, paper);
            }
        });
    });
    let own = desk.clone();
    Effect::new(move |begun: Option<()>| {
        reader.shown.with(|shown| {
            reader.report.with(|report| {
                if begun.is_some() {
                    own.keep_result(session, shown.as_ref(), report.as_ref());
                }
            });
        });
    });
    on_cleanup(move || {
        let shown = reader.shown.try_update_untracked(Option::take).flatten();
        let report = reader.report.try_update_untracked(Option::take).flatten();
        desk.hold(shown, report);
    });
}

/// Whether the window is wide enough for the JSON to stand beside the form without being asked for.
fn has_room_beside() -> bool {
    let wide = window().match_media("(min-width: 1400px)").ok().flatten();
    wide.is_some_and(|query| query.matches())
}

/// Why there are no rows, when a read brought none, or when what it brought was not kept.
#[component]
fn Nothing(
    /// The read.
    reader: Reader,
    /// Whether something was read before that was too long to be kept.
    lost: bool,
) -> impl IntoView {
    let words = move || {
        reader.shown.with(|shown| {
            if lost && shown.is_none() && reader.refused.with(Option::is_none) {
                return Some("What was read here before was too long to be kept. Run the request to read it again.");
            }
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

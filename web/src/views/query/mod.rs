//! Query: the request as pills, and below it the returned and read items, the request as JSON, and the cost.

pub mod ask;
pub mod banner;
pub mod editor;
pub mod filter_row;
pub mod form_row;
pub mod keys_row;
pub mod manner_row;
pub mod pills;
pub mod read_strip;
pub mod return_row;
pub mod saved_row;
pub mod target_row;

use std::sync::Arc;

pub use ask::{Collection, provide_query_request, use_query_request};
pub use banner::Banner;
pub use editor::QueryEditor;
use hashrange_values::Item;
use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;
pub use pills::ReadPills;
pub use read_strip::{CostSum, ReadStrip};
use saved_row::SavedRow;

use super::code_pane::{CodePane, Coded};
use super::item_editor::{EditorTarget, ItemEditor};
use super::item_grid::ItemGrid;
use super::json_pane::JsonPane;
use super::patterns::use_patterns;
use super::query_memory::QueryMemory;
use super::reader::Reader;
use super::refusal::Refusal;
use super::request::editor::RequestEditor;
use super::request::saved::save;
use super::simulation::{OfSimulation, cost, what_if};
use super::table_scope::TableScope;
use super::trial::WhatIf;
use crate::components::{Button, TabPanel, Tabs, When, on_submit_key, use_toasts};
use crate::derived::Signal;
use crate::effect::{effect, effect_again};
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::query_form::QueryForm;
use crate::state::saved_query::{QueryFace, SavedQuery};
use crate::state::table_schema::TableSchema;

/// Prefix of the ids of the views below a request.
const FACES: &str = "query-face";

hashrange_late::late!(page:
    /// The Query tab.
    pub fn query_view() -> AnyView { view! { <QueryView /> }.into_any() }
);

/// The Query tab.
#[component]
pub fn QueryView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <QueryBody schema /> }.into_any() /> }
}

/// Query and Scan of one table.
#[component]
fn QueryBody(schema: Signal<TableSchema>) -> impl IntoView {
    let memory = QueryMemory::of(schema);
    let recalled = schema.with_untracked(|schema| memory.recall(use_session(), schema));
    let editor = QueryEditor::new(schema, recalled.saved.form, recalled.saved.draft.as_deref());
    let reader = Reader::new(recalled.result.shown, recalled.result.report);
    let face = RwSignal::new(recalled.saved.face);
    remember(memory, editor, reader, face);
    show_result(reader);
    let opened = RwSignal::new(None::<EditorTarget>);
    let run = move || {
        if let Some(request) = editor.request() {
            face.set(QueryFace::Result);
            schema.with_untracked(|schema| reader.start(schema, request));
        }
    };
    take_up(schema, editor, run);
    follow_selection(editor);
    let open = move |item: Arc<Item>| {
        opened.set(Some(EditorTarget::of_row(reader, item)));
    };
    let lost = recalled.lost;
    let shown = move |one: QueryFace| Signal::derive(move || face.get() == one);
    let (operation, body) = (operation_of(editor), editor.json());
    let coded = Signal::derive(move || Coded::Request(operation.get(), body.get()));
    view! {
        <div class="query" on:keydown:capture=on_submit_key(run)>
            <RequestPane editor run=Callback::new(move |()| run()) />
            <Refusal refused=reader.refused />
            <Tabs label=t!("Of the request") scope=FACES tabs=QueryFace::all().to_vec() chosen=face />
            <Banner reader />
            <TabPanel scope=FACES at=0 shown=shown(QueryFace::Result)>
                <p class="freshness" hidden=move || reader.freshness.with(Option::is_none)>{move || reader.freshness.get()}</p>
                <ReadStrip schema reader />
                <Nothing reader lost />
                <When holds=move || reader.shown.with(|shown| shown.as_ref().is_some_and(|it| !it.run.items.is_empty()))>
                    <ItemGrid label=t!("Items returned") schema reader on_open=open />
                </When>
            </TabPanel>
            <TabPanel scope=FACES at=1 shown=shown(QueryFace::Json)>
                <RequestJson editor />
            </TabPanel>
            <TabPanel scope=FACES at=2 shown=shown(QueryFace::Code)>
                <CodePane of=coded shown=shown(QueryFace::Code) />
            </TabPanel>
            <TabPanel scope=FACES at=3 shown=shown(QueryFace::Cost)>
                <OfSimulation about=cost()><CostSum reader /></OfSimulation>
            </TabPanel>
            <TabPanel scope=FACES at=4 shown=shown(QueryFace::WhatIf)>
                <OfSimulation about=what_if()>
                    <WhatIf tested=reader.tested none=t!("Run the request: What if runs it again with one change.") />
                </OfSimulation>
            </TabPanel>
            <ItemEditor schema target=opened />
        </div>
    }
}

/// Synchronises the index to read with the selection in the tree.
fn follow_selection(editor: QueryEditor) {
    let selection = use_selection();
    effect(move || {
        let chosen = selection.index.get();
        let known = chosen
            .as_deref()
            .is_none_or(|name| editor.schema.with_untracked(|it| it.index(name).is_some()));
        if known && editor.with_untracked(|form| form.index != chosen) {
            editor.turn_to(chosen.as_deref());
        }
    });
    // The other direction: JSON with another index changes the selection in the tree.
    effect(move || {
        let written = editor.with(|form| form.index.clone());
        if selection.index.get_untracked() != written {
            selection.index.set(written);
        }
    });
}

/// Runs a Query that another view requests.
fn take_up(schema: Signal<TableSchema>, editor: QueryEditor, run: impl Fn() + 'static) {
    let query_request = use_query_request();
    effect(move || {
        let Some(wanted) = query_request.take(&schema.with(|schema| schema.name.clone())) else {
            return;
        };
        let mut form = QueryForm::on(wanted.index.as_deref());
        form.partition = wanted.partition;
        editor.edit(|now| *now = form);
        untrack(&run);
    });
}

/// On a page that is too low for the request and its result, scrolls to the result when it arrives.
fn show_result(reader: Reader) {
    effect_again(move |begun| {
        let there = reader.shown.with(Option::is_some) || reader.refused.with(Option::is_some);
        let low = window()
            .match_media("(max-width: 760px)")
            .ok()
            .flatten()
            .is_some_and(|query| query.matches());
        if begun && there && low {
            request_animation_frame(|| {
                if let Ok(Some(faces)) = document().query_selector(".query > .tabs") {
                    faces.scroll_into_view();
                }
            });
        }
    });
}

/// Stores every change of the query with the workspace, and holds the result after the view is destroyed.
fn remember(memory: QueryMemory, editor: QueryEditor, reader: Reader, face: RwSignal<QueryFace>) {
    let session = use_session();
    let saved = Memo::new(move |_| SavedQuery {
        form: editor.with(Clone::clone),
        draft: editor
            .draft()
            .with(|draft| draft.as_ref().map(|draft| draft.text.clone())),
        face: face.get(),
        read: reader.shown.with(Option::is_some),
    });
    let own = memory.clone();
    effect_again(move |begun| {
        saved.with(|saved| {
            // An unchanged query need not be stored.
            if begun {
                own.keep_form(session, saved);
            }
        });
    });
    let own = memory.clone();
    effect_again(move |begun| {
        reader.shown.with(|shown| {
            reader.report.with(|report| {
                if begun {
                    own.keep_result(session, shown.as_ref(), report.as_ref());
                }
            });
        });
    });
    on_cleanup(move || {
        let shown = reader.shown.try_update_untracked(Option::take).flatten();
        let report = reader.report.try_update_untracked(Option::take).flatten();
        memory.hold(shown, report);
    });
}

/// Why there are no rows: a read returned none, or its result was not stored.
#[component]
fn Nothing(
    /// The read.
    reader: Reader,
    /// Whether an earlier result was too long to store.
    lost: bool,
) -> impl IntoView {
    let words = move || {
        reader.shown.with(|shown| {
            if lost && shown.is_none() && reader.refused.with(Option::is_none) {
                return Some(t!("The earlier result was too long to store. Run the request to read it again."));
            }
            if shown.is_none() && reader.refused.with(Option::is_none) && !reader.is_reading() {
                return Some(t!("No results yet. Enter keys, or leave them empty to scan, then run the request."));
            }
            let run = shown.as_ref().map(|shown| &shown.run).filter(|run| run.items.is_empty())?;
            Some(match (run.returned, run.has_next()) {
                (0, true) => t!("No items on this page; the next page may have some. The items read end a page, not the items returned."),
                (0, false) => t!("No items returned."),
                _ => t!("The request returns only the count."),
            })
        })
    };
    view! { <p class="no-rows" hidden=move || words().is_none()>{words}</p> }
}

/// The request as pills, and the button that runs it.
#[component]
fn RequestPane(editor: QueryEditor, run: Callback<()>) -> impl IntoView {
    let operation = editor.operation();
    // A field that handles Enter itself, such as a picker, does so.
    let enter = move |event: web_sys::KeyboardEvent| {
        let in_field = event_target::<web_sys::Element>(&event).tag_name() == "INPUT";
        if event.key() == "Enter" && in_field && !event.default_prevented() && !event.is_composing() && !event.repeat()
        {
            event.prevent_default();
            run.run(());
        }
    };
    view! {
        <div class="request-form" on:keydown=enter>
            <SavedRow editor />
            <ReadPills editor />
            <RunButton operation run />
            <Keep editor />
        </div>
    }
}

/// The request as JSON.
#[component]
fn RequestJson(editor: QueryEditor) -> impl IntoView {
    let operation = editor.operation();
    view! {
        <JsonPane
            title=Signal::derive(move || operation.get().to_owned())
            note=t!("The same request. Edit either; the other follows.")
            text=editor.json()
            draft=editor.draft()
            on_input=move |text: String| editor.type_json(&text)
        />
    }
}

/// Query or Scan.
fn operation_of(editor: QueryEditor) -> Signal<Operation> {
    let name = editor.operation();
    Signal::derive(move || Operation::from_name(name.get()).unwrap_or(Operation::Query))
}

/// Saves the request, or keeps it as a pattern.
#[component]
fn Keep(editor: QueryEditor) -> impl IntoView {
    let (patterns, operation) = (use_patterns(), operation_of(editor));
    let (requests, toasts) = (RequestEditor::in_context(), use_toasts());
    let body = move || editor.json().get_untracked();
    view! {
        <Button on_press=move |()| save(requests, toasts, "", operation.get_untracked(), &body())>{t!("Save")}</Button>
        <Button on_press=move |()| patterns.keep(operation.get_untracked(), &body())>{t!("Keep as a pattern")}</Button>
    }
}

#[component]
fn RunButton(operation: Signal<&'static str>, run: Callback<()>) -> impl IntoView {
    use crate::components::ButtonKind;
    view! {
        <Button kind=ButtonKind::Primary keys=run_keys() on_press=run>
            {move || format!("Run {}", operation.get())}
        </Button>
    }
}

/// The names of the keys that run a request, for the reader's platform.
fn run_keys() -> &'static str {
    let platform = window().navigator().platform().unwrap_or_default();
    if platform.starts_with("Mac") || platform.starts_with("iP") {
        "⌘ ⏎"
    } else {
        t!("Ctrl ⏎")
    }
}

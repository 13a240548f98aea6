//! Request: any operation of the service with a JSON body, sent unchanged, and its response. Statements, batches and
//! transactions have a view of their own beside the JSON.

pub mod editor;
pub mod history;
pub mod list_pane;
pub mod list_row;
pub mod lists;
pub mod parameters;
pub mod saved;
pub mod statement_items;
pub mod statement_pane;
pub mod statements;
pub mod token;

use hashrange_protocol::trial::Happened;
use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use self::editor::RequestEditor;
pub use self::editor::provide_request_editor;
use self::history::History;
use self::list_pane::ListPane;
use self::lists::{Lists, has_list};
use self::saved::{SaveRow, SavedList};
use self::statement_items::StatementItems;
use self::statement_pane::StatementPane;
use self::statements::Statements;
use super::code_pane::{CodePane, Coded};
use super::cost_sum::CostReport;
use super::fields::{Choice, options};
use super::json_pane::JsonPane;
use super::patterns::use_patterns;
use super::simulation::{OfSimulation, cost, what_if};
use super::trial::{Tested, WhatIf, Why, is_throttling};
use crate::components::{Button, Segmented, TabPanel, Tabs, Tone, on_submit_key, use_toasts};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::selection::use_selection;
use crate::signal::RwSignal;
use crate::state::request_log::{pretty, status_words};
use crate::state::statements::has_statements;

/// Prefix of the ids of the views of a response.
const FACES: &str = "request-face";
/// Why there is no request to try.
fn not_tested() -> &'static str {
    t!("Send a GetItem, PutItem, UpdateItem, DeleteItem, Query or Scan: What if runs it again with one change.")
}

hashrange_late::late!(page:
    /// The Request tab.
    pub fn request_view() -> AnyView { view! { <RequestView /> }.into_any() }
);

/// The Request tab.
#[component]
pub fn RequestView() -> impl IntoView {
    let selection = use_selection();
    let (editor, patterns) = (RequestEditor::in_context(), use_patterns());
    let table = Signal::derive(move || selection.table.get());
    let toasts = use_toasts();
    let statements = Statements::of(editor, editor.text(table));
    let lists = Lists::of(editor, editor.text(table));
    let send = move || {
        if statements.unread.with_untracked(Vec::is_empty) {
            editor.send(table.get_untracked().as_deref());
        } else {
            toasts.say(
                Tone::Bad,
                t!("A parameter has no value of its type. Correct it, then send the request."),
            );
        }
    };
    let operations = {
        let mut names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.name()).collect();
        hashrange_values::sort(&mut names);
        options(names)
    };
    view! {
        <form
            class="design two-panes"
            aria-label=t!("Request")
            on:keydown:capture=on_submit_key(send)
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <div class="pane request-pane">
                <div class="request-head">
                    <Choice
                        label=t!("Operation")
                        options=operations
                        value=Signal::derive(move || editor.operation().name().to_owned())
                        on_change=move |name: String| {
                            if let Some(operation) = Operation::from_name(&name) {
                                editor.turn_to(operation);
                            }
                        }
                    />
                    <button type="submit" class="btn btn-primary">{t!("Send")}</button>
                    <Button on_press=move |()| patterns.keep(editor.operation(), &editor.text(table).get_untracked())>
                        {t!("Keep as a pattern")}
                    </Button>
                </div>
                <Body editor statements lists table />
                <SaveRow editor body=editor.text(table) />
                <SavedList editor />
                <History editor />
            </div>
            <Answer editor body=editor.text(table) />
        </form>
    }
}

/// How the body is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyFace {
    /// As the requests of a batch or a transaction.
    List(Operation),
    /// As statements.
    Statements,
    /// As JSON.
    Json,
}

/// The body: its statements, its requests, or the JSON.
#[component]
fn Body(editor: RequestEditor, statements: Statements, lists: Lists, table: Signal<Option<String>>) -> impl IntoView {
    let as_json = RwSignal::new(false);
    // The word for the form beside JSON; empty if there is none.
    let word = Memo::new(move |_| match editor.operation() {
        operation if has_statements(operation) => "PartiQL",
        operation if has_list(operation) => "List",
        _ => "",
    });
    let face = Memo::new(move |_| match word.get() {
        _ if as_json.get() => BodyFace::Json,
        "List" if lists.list.with(Result::is_ok) => BodyFace::List(editor.operation()),
        "PartiQL" if statements.forms.with(Option::is_some) => BodyFace::Statements,
        _ => BodyFace::Json,
    });
    let note = Signal::derive(move || {
        let beyond = match word.get() {
            _ if as_json.get() => String::new(),
            "List" => lists.list.with(|list| list.as_ref().err().cloned()).unwrap_or_default(),
            "PartiQL" => t!("PartiQL shows a body whose members are all valid and known.").to_owned(),
            _ => String::new(),
        };
        t!(
            "{beyond} The page sends the body exactly as you write it. Ctrl+Enter sends it.",
            beyond
        )
    });
    let forms = move || {
        let word = word.get();
        let segmented = || {
            view! {
                <Segmented
                    label=t!("Write the body as")
                    options=vec![(false, word), (true, "JSON")]
                    chosen=as_json
                    on_choose=move |json: bool| as_json.set(json)
                />
            }
        };
        (!word.is_empty()).then(segmented)
    };
    let body = move || match face.get() {
        BodyFace::List(operation) => view! { <ListPane lists operation table /> }.into_any(),
        BodyFace::Statements => view! { <StatementPane statements table /> }.into_any(),
        BodyFace::Json => view! {
            <JsonPane
                title=t!("Body")
                note
                text=editor.text(table)
                draft=editor.draft(table)
                on_input=move |text: String| editor.type_body(text)
            />
        }
        .into_any(),
    };
    view! {
        {forms}
        {body}
    }
}

/// The response.
#[component]
fn Answer(
    editor: RequestEditor,
    /// The body being written.
    body: Signal<String>,
) -> impl IntoView {
    let coded = Signal::derive(move || Coded::Request(editor.operation(), body.get()));
    let shown = editor.shown();
    let note = Signal::derive(move || {
        shown.with(|sent| match sent {
            _ if editor.waits() => t!("Waiting for the response.").to_owned(),
            None => t!("No request sent yet.").to_owned(),
            Some(sent) => {
                let words = t!(
                    "{operation} returned {status} at {at}.",
                    operation = sent.operation.name(),
                    status = status_words(sent.status),
                    at = sent.at
                );
                if sent.answer.is_some() {
                    words
                } else {
                    t!("{words} The response was too long to store.", words)
                }
            }
        })
    });
    let text = Signal::derive(move || {
        shown.with(|sent| {
            sent.as_ref()
                .and_then(|sent| sent.answer.as_deref())
                .map(pretty)
                .unwrap_or_default()
        })
    });
    let face = RwSignal::new(ResponseFace::Response);
    let shows = move |one: ResponseFace| Signal::derive(move || face.get() == one);
    view! {
        <div class="request-answer">
            <Tabs label=t!("Of the response") scope=FACES tabs=ResponseFace::all().to_vec() chosen=face />
            <Throttled editor />
            <TabPanel scope=FACES at=0 shown=shows(ResponseFace::Response)>
                <Freshness editor />
                <StatementItems editor />
                <JsonPane title=t!("Response") note text />
            </TabPanel>
            <TabPanel scope=FACES at=1 shown=shows(ResponseFace::Code)>
                <CodePane of=coded shown=shows(ResponseFace::Code) />
            </TabPanel>
            <TabPanel scope=FACES at=2 shown=shows(ResponseFace::Cost)>
                <OfSimulation about=cost()><Cost editor /></OfSimulation>
            </TabPanel>
            <TabPanel scope=FACES at=3 shown=shows(ResponseFace::WhatIf)>
                <OfSimulation about=what_if()><WhatIf tested=tested(editor) none=not_tested() /></OfSimulation>
            </TabPanel>
        </div>
        <p class="visually-hidden" role="status">{move || note.get()}</p>
    }
}

/// The views of a response.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResponseFace {
    Response,
    Code,
    Cost,
    WhatIf,
}

impl ResponseFace {
    fn all() -> [(Self, &'static str); 4] {
        [
            (Self::Response, t!("Response")),
            (Self::Code, t!("Code")),
            (Self::Cost, t!("Why this cost")),
            (Self::WhatIf, t!("What if")),
        ]
    }
}

/// The shown request, if a trial can run it.
fn tested(editor: RequestEditor) -> Signal<Option<Tested>> {
    let shown = editor.shown();
    Signal::derive(move || {
        shown.with(|sent| {
            sent.as_ref()
                .and_then(|sent| Tested::read(sent.record?, sent.operation, &sent.body))
        })
    })
}

/// Why the request was throttled, if it was.
#[component]
fn Throttled(editor: RequestEditor) -> impl IntoView {
    let (shown, facts) = (editor.shown(), editor.facts());
    let of = Signal::derive(move || {
        let throttled = facts.with(|facts| facts.as_ref()?.exception.as_deref().map(is_throttling));
        let record = shown.with(|sent| sent.as_ref().and_then(|sent| sent.record));
        record.filter(|_| throttled == Some(true)).map(Happened::Record)
    });
    view! { <Why of /> }
}

/// The freshness of the response.
#[component]
fn Freshness(editor: RequestEditor) -> impl IntoView {
    let facts = editor.facts();
    let words = move || facts.with(|facts| facts.as_ref().and_then(|facts| facts.freshness.clone()));
    move || words().map(|words| view! { <p class="freshness">{words}</p> })
}

/// Its cost, and why.
#[component]
fn Cost(editor: RequestEditor) -> impl IntoView {
    let facts = editor.facts();
    move || {
        match facts.with(|facts| facts.as_ref().and_then(|facts| facts.report.clone())) {
        Some(report) => view! {
            <section class="explain" aria-label=t!("What the request cost")><CostReport report /></section>
        }
        .into_any(),
        None => view! { <p class="no-rows">{t!("Send the request to see the sum of its capacity units, line by line.")}</p> }
            .into_any(),
    }
    }
}

//! Request: any operation of the service with a body of JSON, sent as it is, and what is answered.

pub mod desk;
pub mod history;
mod status;

use hashrange_protocol::trial::Happened;
use hashrange_wire::Operation;
use leptos::prelude::*;

use self::desk::Desk;
pub use self::desk::provide_request_desk;
use self::history::History;
use self::status::status_words;
use super::cost_sum::CostReport;
use super::fields::{Choice, options};
use super::json_pane::JsonPane;
use super::trial::{Tested, WhatIf, Why, is_throttling};
use crate::components::{TabPanel, Tabs, on_submit_key};
use crate::selection::use_selection;
use crate::state::request_log::pretty;

/// Start of the ids of what is shown of an answer.
const FACES: &str = "request-face";
/// Why there is nothing to try.
const NOT_TESTED: &str =
    "Send a GetItem, PutItem, UpdateItem, DeleteItem, Query or Scan: What if runs it again with one change.";

/// The Request tab.
#[component]
pub fn RequestView() -> impl IntoView {
    let selection = use_selection();
    let desk = Desk::in_context();
    let table = Signal::derive(move || selection.table.get());
    let operations = {
        let mut names: Vec<&str> = Operation::ALL.iter().map(|operation| operation.name()).collect();
        hashrange_values::sort(&mut names);
        options(names)
    };
    view! {
        <form
            class="design two-panes"
            aria-label="Request"
            on:keydown:capture=on_submit_key(move || desk.send(table.get_untracked().as_deref()))
            on:submit=move |event| {
                event.prevent_default();
                desk.send(table.get_untracked().as_deref());
            }
        >
            <div class="pane request-pane">
                <div class="request-head">
                    <Choice
                        label="Operation"
                        options=operations
                        value=Signal::derive(move || desk.operation().name().to_owned())
                        on_change=move |name: String| {
                            if let Some(operation) = Operation::from_name(&name) {
                                desk.turn_to(operation);
                            }
                        }
                    />
                    <button type="submit" class="btn btn-primary">"Send"</button>
                </div>
                <JsonPane
                    title="Body"
                    note="The page sends the body exactly as you write it. Ctrl+Enter sends it."
                    text=desk.text(table)
                    draft=desk.draft(table)
                    on_input=move |text: String| desk.type_body(text)
                />
                <History desk />
            </div>
            <Answer desk />
        </form>
    }
}

/// What was answered.
#[component]
fn Answer(desk: Desk) -> impl IntoView {
    let shown = desk.shown();
    let note = Signal::derive(move || {
        shown.with(|sent| match sent {
            _ if desk.waits() => "Waiting for the response.".to_owned(),
            None => "No request sent yet.".to_owned(),
            Some(sent) => {
                let words = format!("{} returned {} at {}.", sent.operation.name(), status_words(sent.status), sent.at);
                if sent.answer.is_some() { words } else { format!("{words} The response was too long to keep.") }
            }
        })
    });
    let text = Signal::derive(move || {
        shown.with(|sent| sent.as_ref().and_then(|sent| sent.answer.as_deref()).map(pretty).unwrap_or_default())
    });
    let face = RwSignal::new(Face::Response);
    let shows = move |one: Face| Signal::derive(move || face.get() == one);
    view! {
        <div class="request-answer">
            <Tabs label="Of the response" scope=FACES tabs=Face::ALL.to_vec() chosen=face />
            <Throttled desk />
            <TabPanel scope=FACES at=0 shown=shows(Face::Response)>
                <Freshness desk />
                <JsonPane title="Response" note text />
            </TabPanel>
            <TabPanel scope=FACES at=1 shown=shows(Face::Cost)><Cost desk /></TabPanel>
            <TabPanel scope=FACES at=2 shown=shows(Face::WhatIf)>
                <WhatIf tested=tested(desk) none=NOT_TESTED />
            </TabPanel>
        </div>
        <p class="visually-hidden" role="status">{note}</p>
    }
}

/// What is shown of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    Response,
    Cost,
    WhatIf,
}

impl Face {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Response, "Response"), (Self::Cost, "Why this cost"), (Self::WhatIf, "What if")];
}

/// The request whose answer is shown, where a trial can run it.
fn tested(desk: Desk) -> Signal<Option<Tested>> {
    let shown = desk.shown();
    Signal::derive(move || {
        shown.with(|sent| sent.as_ref().and_then(|sent| Tested::read(sent.record?, sent.operation, &sent.body)))
    })
}

/// Why the request was throttled, where it was.
#[component]
fn Throttled(desk: Desk) -> impl IntoView {
    let (shown, told) = (desk.shown(), desk.told());
    let of = Signal::derive(move || {
        let throttled = told.with(|told| told.as_ref()?.exception.as_deref().map(is_throttling));
        let record = shown.with(|sent| sent.as_ref().and_then(|sent| sent.record));
        record.filter(|_| throttled == Some(true)).map(Happened::Record)
    });
    view! { <Why of /> }
}

/// How fresh the response is.
#[component]
fn Freshness(desk: Desk) -> impl IntoView {
    let told = desk.told();
    let words = move || told.with(|told| told.as_ref().and_then(|told| told.freshness.clone()));
    move || words().map(|words| view! { <p class="freshness">{words}</p> })
}

/// What it cost, and why.
#[component]
fn Cost(desk: Desk) -> impl IntoView {
    let told = desk.told();
    move || {
        match told.with(|told| told.as_ref().and_then(|told| told.report.clone())) {
        Some(report) => view! {
            <section class="explain" aria-label="What the request cost"><CostReport report /></section>
        }
        .into_any(),
        None => view! { <p class="no-rows">"Send the request: the sum of its capacity units is here then, line by line."</p> }
            .into_any(),
    }
    }
}

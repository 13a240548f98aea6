//! Request: any operation of the service with a body of JSON, sent as it is, and what is answered.

pub mod desk;
pub mod history;

use hashrange_wire::Operation;
use leptos::prelude::*;

use self::desk::Desk;
pub use self::desk::provide_request_desk;
use self::history::History;
use super::fields::{Choice, options};
use super::json_pane::JsonPane;
use crate::components::on_submit_key;
use crate::selection::use_selection;
use crate::state::request_log::pretty;

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
    view! {
        <JsonPane title="Response" note text />
        <p class="visually-hidden" role="status">{note}</p>
    }
}

/// A status with its words.
#[must_use]
pub fn status_words(status: u16) -> String {
    let words = match status {
        200 => "OK",
        400 => "Bad Request",
        _ => "Internal Server Error",
    };
    format!("{status} {words}")
}

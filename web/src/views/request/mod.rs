//! Request: any operation of the service with a body of JSON, sent as it is, and what is answered.

pub mod desk;
pub mod history;

use hashrange_wire::Operation;
use leptos::prelude::*;

use self::desk::{Desk, use_desk};
use self::history::History;
use super::fields::{Choice, options};
use super::json_pane::JsonPane;
use crate::selection::use_selection;

/// The Request tab.
#[component]
pub fn RequestView() -> impl IntoView {
    let selection = use_selection();
    let desk = use_desk();
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
                    note="As it goes over the wire. It is sent as it stands, right or wrong."
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
            None => "Nothing was sent yet.".to_owned(),
            Some(sent) => format!("{} answered {} at {}.", sent.operation.name(), status_words(sent.status), sent.at),
        })
    });
    let text = Signal::derive(move || {
        shown.with(|sent| sent.as_ref().map(|sent| crate::state::request_log::pretty(&sent.answer)).unwrap_or_default())
    });
    view! {
        <JsonPane title="Answer" note text />
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

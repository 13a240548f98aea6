//! A request or a table as a program: the same in the language that the reader chose.
//!
//! Must not know languages: the engine writes the program.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::code::Language;
use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::copy_text::copy_text;
use super::fields::{Checkbox, Options, Select};
use crate::components::{Button, use_toasts};
use crate::derived::Signal;
use crate::effect::effect;
use crate::session::{use_saved_part, use_session};
use crate::signal::RwSignal;

/// The address that a program for a local endpoint has.
const LOCAL: &str = "http://localhost:8000";

/// What is written as a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coded {
    /// A request: its operation and its body as JSON.
    Request(Operation, String),
    /// The table with this name.
    Table(String),
}

/// The program.
#[component]
pub fn CodePane(
    /// What it is about. The pane writes the program again when this signal notifies.
    #[prop(into)]
    of: Signal<Coded>,
    /// Whether the pane is in front. It writes no program otherwise.
    #[prop(into)]
    shown: Signal<bool>,
) -> impl IntoView {
    let toasts = use_toasts();
    let language = use_saved_part::<String>("code language");
    let local = use_saved_part::<bool>("code endpoint");
    let is_table = matches!(of.get_untracked(), Coded::Table(_));
    let (program, refused) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    write_when_changed(
        move || {
            shown.get().then(|| {
                let language = chosen(&language.get(), is_table).id().to_owned();
                let endpoint = local.get().then(|| LOCAL.to_owned());
                match of.get() {
                    Coded::Request(operation, body) => Call::Program {
                        language,
                        operation,
                        body,
                        endpoint,
                    },
                    Coded::Table(table) => Call::TableProgram {
                        language,
                        table,
                        endpoint,
                    },
                }
            })
        },
        program,
        refused,
    );
    let no_requests = move || !chosen(&language.get(), is_table).sends_requests();
    view! {
        <section class="code-pane" aria-label=if is_table { t!("Table as code") } else { t!("Request as code") }>
            <header class="code-head">
                <Select
                    label=t!("Language")
                    options=languages(is_table)
                    value=Signal::derive(move || chosen(&language.get(), is_table).id().to_owned())
                    on_change=move |id: String| language.set(id)
                />
                <Checkbox
                    label=t!("For a local endpoint")
                    checked=local
                    disabled=Signal::derive(no_requests)
                    on_change=move |on: bool| local.set(on)
                />
                <Button on_press=move |()| copy_text(toasts, &program.get_untracked())>{t!("Copy")}</Button>
            </header>
            <p class="code-refused" role="alert">{move || refused.get()}</p>
            <pre class="code-text" tabindex="0" role="region" aria-label=t!("Program")>{move || program.get()}</pre>
        </section>
    }
}

/// Asks for a program, and again after each change. One call is pending at a time; the latest change has the last one.
fn write_when_changed(call: impl Fn() -> Option<Call> + 'static, program: RwSignal<String>, refused: RwSignal<String>) {
    let session = use_session();
    let (wanted, is_pending) = (StoredValue::new(None::<Call>), StoredValue::new(false));
    effect(move || {
        wanted.set_value(call());
        if is_pending.get_value() {
            return;
        }
        is_pending.set_value(true);
        spawn_local(async move {
            // The pane may be gone after a call.
            while let Some(call) = wanted.try_update_value(Option::take).flatten() {
                let (text, reason) = match session.run(call).await {
                    Some(CallResult::Words(text)) => (text, String::new()),
                    Some(CallResult::Refused(reason)) => (String::new(), reason),
                    _ => (String::new(), t!("The engine did not respond. Try again.").to_owned()),
                };
                program.try_set(text);
                refused.try_set(reason);
            }
            is_pending.try_set_value(false);
        });
    });
}

/// The language with this identifier, or Python for another one. Some languages are for tables only.
fn chosen(id: &str, is_table: bool) -> Language {
    let known = Language::from_id(id).filter(|language| is_table || language.sends_requests());
    known.unwrap_or(Language::Python)
}

/// The languages for tables, or for requests.
fn languages(is_table: bool) -> Options {
    let all = Language::ALL
        .into_iter()
        .filter(|language| is_table || language.sends_requests());
    all.map(|language| (language.id().to_owned(), language.title().to_owned()))
        .collect()
}

//! A request as a program: the same request in the language that the reader chose.
//!
//! Must not know languages: the engine writes the program.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::code::Language;
use hashrange_wire::Operation;
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

/// The request as a program.
#[component]
pub fn CodePane(
    /// The operation.
    #[prop(into)]
    operation: Signal<Operation>,
    /// The body, as JSON.
    #[prop(into)]
    body: Signal<String>,
    /// Whether the pane is in front. It writes no program otherwise.
    #[prop(into)]
    shown: Signal<bool>,
) -> impl IntoView {
    let (session, toasts) = (use_session(), use_toasts());
    let language = use_saved_part::<String>("code language");
    let local = use_saved_part::<bool>("code endpoint");
    let (program, refused) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let latest = StoredValue::new(0_u64);
    effect(move || {
        if !shown.get() {
            return;
        }
        let call = Call::Program {
            language: chosen(&language.get()).id().to_owned(),
            operation: operation.get(),
            body: body.get(),
            endpoint: local.get().then(|| LOCAL.to_owned()),
        };
        let number = latest.with_value(|number| number + 1);
        latest.set_value(number);
        spawn_local(async move {
            let result = session.run(call).await;
            // A later change of the request has a later program.
            if latest.try_get_value() != Some(number) {
                return;
            }
            let (text, reason) = match result {
                Some(CallResult::Words(text)) => (text, String::new()),
                Some(CallResult::Refused(reason)) => (String::new(), reason),
                _ => (String::new(), "The engine did not respond. Try again.".to_owned()),
            };
            program.set(text);
            refused.set(reason);
        });
    });
    view! {
        <section class="code-pane" aria-label="Request as code">
            <header class="code-head">
                <Select
                    label="Language"
                    options=languages()
                    value=Signal::derive(move || chosen(&language.get()).id().to_owned())
                    on_change=move |id: String| language.set(id)
                />
                <Checkbox label="For a local endpoint" checked=local on_change=move |on: bool| local.set(on) />
                <Button on_press=move |()| copy_text(toasts, &program.get_untracked())>"Copy"</Button>
            </header>
            <p class="code-refused" role="alert">{move || refused.get()}</p>
            <pre class="code-text" tabindex="0" role="region" aria-label="Program">{move || program.get()}</pre>
        </section>
    }
}

fn chosen(id: &str) -> Language {
    Language::from_id(id).unwrap_or(Language::Python)
}

/// The languages that send requests.
fn languages() -> Options {
    let all = Language::ALL.into_iter().filter(|language| language.sends_requests());
    all.map(|language| (language.id().to_owned(), language.title().to_owned()))
        .collect()
}

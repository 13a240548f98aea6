//! JSON beside a form: the text, its errors at their positions, and what the form cannot express.

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, CodeArea, Diagnostic, use_toasts};
use crate::derived::Signal;
use crate::state::json_draft::JsonDraft;

use super::copy_text::copy_text;
use super::refusal::{Refusal, Refused};

/// The pane. Without `on_input` it is read-only.
#[component]
#[allow(clippy::needless_pass_by_value)] // a component owns its properties
pub fn JsonPane(
    /// Its heading.
    #[prop(into)]
    title: Signal<String>,
    /// One sentence about it.
    #[prop(into)]
    note: Signal<String>,
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// The typed text, if the JSON was edited last.
    #[prop(optional, into)]
    draft: Signal<Option<JsonDraft>>,
    /// Receives the typed text.
    #[prop(optional, into)]
    on_input: Option<Callback<String>>,
    /// Buttons beside the heading.
    #[prop(optional, into)]
    tools: ViewFn,
) -> impl IntoView {
    let toasts = use_toasts();
    let faults = Signal::derive(move || draft.with(|draft| draft.as_ref().map(diagnostics).unwrap_or_default()));
    let beyond = move || draft.with(|draft| draft.as_ref().and_then(|draft| draft.beyond.clone()));
    let refused = refused_of(draft);
    let heading = Signal::derive(move || format!("{} as JSON", title.get()));
    view! {
        <section class="pane json-pane" aria-label=move || heading.get()>
            <header class="pane-head">
                <h2>{move || title.get()}</h2>
                <span class="spacer"></span>
                {tools.run()}
                <Button kind=ButtonKind::Quiet on_press=move |()| copy_text(toasts, &text.get_untracked())>{t!("Copy")}</Button>
            </header>
            <p class="view-note">{move || note.get()}</p>
            <CodeArea
                label=heading.get_untracked()
                text
                read_only=on_input.is_none()
                diagnostics=faults
                on_input=Callback::new(move |text| {
                    if let Some(on_input) = on_input {
                        on_input.run(text);
                    }
                })
            />
            <Refusal refused />
            <p class="beyond" role="status" hidden=move || beyond().is_none()>
                {move || beyond().map(|text| t!("{text} You can still send the JSON.", text))}
            </p>
        </section>
    }
}

/// The service's error in a typed text, if it has one.
#[must_use]
pub fn refused_of(draft: Signal<Option<JsonDraft>>) -> Signal<Option<Refused>> {
    Signal::derive(move || {
        let found = draft.with(|draft| draft.as_ref().and_then(|draft| draft.refused.clone()));
        found.map(|(exception, message)| Refused {
            exception,
            message,
            record: None,
        })
    })
}

/// The error with the rest of its line, so that there is text to underline.
fn diagnostics(draft: &JsonDraft) -> Vec<Diagnostic> {
    let Some(fault) = &draft.fault else { return Vec::new() };
    let from = fault.offset.min(draft.text.len());
    let rest = draft.text.get(from..).unwrap_or_default();
    let length = rest
        .find(['\n', ',', '}', ']'])
        .filter(|length| *length > 0)
        .unwrap_or(usize::from(!rest.is_empty()));
    vec![Diagnostic {
        from,
        to: from + length,
        message: fault.message.clone(),
    }]
}

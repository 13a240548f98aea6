//! The latest manual requests, to be restored into the editor, and the filter that finds some of them.

use hashrange_words::t;
use leptos::prelude::*;

use super::editor::RequestEditor;
use crate::components::{Each, When};
use crate::signal::RwSignal;
use crate::state::named_request::name_of;
use crate::state::request_log::{Sent, status_words};
use crate::views::fields::TextInput;

/// The list. Empty before the first request.
#[component]
pub fn History(
    /// The editor.
    editor: RequestEditor,
) -> impl IntoView {
    let filter = RwSignal::new(String::new());
    let found = editor.found(filter);
    let count = move || {
        found.with(|(found, all)| match filter.with(|filter| filter.trim().is_empty()) {
            true => t!("{number, plural, one {# request} other {# requests}}", number = *all),
            false => format!("{} of {all}", found.len()),
        })
    };
    let shown = move || {
        let numbers = found.with(|(found, _)| found.clone());
        numbers.into_iter().filter_map(move |number| editor.sent(number))
    };
    view! {
        <When holds=move || found.with(|(_, all)| *all > 0)>
            <section class="request-history" aria-label=t!("Sent requests")>
                <header class="request-found">
                    <h3>{t!("Sent")}</h3>
                    <TextInput
                        label=t!("Filter sent requests")
                        placeholder=t!("Filter: operation, table, text, status")
                        value=filter
                        on_input=move |typed: String| filter.set(typed)
                        on_enter=Callback::new(|()| ())
                    />
                    <span class="num" role="status">{count}</span>
                </header>
                <ol>
                    <Each each=shown key=|sent| sent.number let:sent>
                        <li>{line(editor, &sent)}</li>
                    </Each>
                </ol>
            </section>
        </When>
    }
}

fn line(editor: RequestEditor, sent: &Sent) -> impl IntoView + use<> {
    let number = sent.number;
    view! {
        <button type="button" class="btn btn-quiet" on:click=move |_| editor.take_up(number)>
            <span class="mono">{name_of(sent.operation, &sent.body)}</span>
            <span class=if sent.status == 200 { "request-status" } else { "request-status request-bad" }>
                {status_words(sent.status)}
            </span>
            <span class="num">{sent.at.clone()}</span>
        </button>
    }
}

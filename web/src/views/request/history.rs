//! The latest manual requests, to be restored into the editor.

use leptos::prelude::*;

use crate::components::{Each, When};

use super::editor::RequestEditor;
use super::status::status_words;

/// The list. Empty before the first request.
#[component]
pub fn History(
    /// The editor.
    editor: RequestEditor,
) -> impl IntoView {
    let log = editor.log();
    view! {
        <When holds=move || !log.with(Vec::is_empty)>
            <section class="request-history" aria-label="Sent requests">
                <h3>"Sent"</h3>
                <ol>
                    <Each each=move || log.get() key=|(number, ..)| *number let:sent>
                        <li>
                            <button type="button" class="btn btn-quiet" on:click=move |_| editor.take_up(sent.0)>
                                <span class="mono">{sent.1.name()}</span>
                                <span class=if sent.2 == 200 { "request-status" } else { "request-status request-bad" }>
                                    {status_words(sent.2)}
                                </span>
                                <span class="num">{sent.3}</span>
                            </button>
                        </li>
                    </Each>
                </ol>
            </section>
        </When>
    }
}

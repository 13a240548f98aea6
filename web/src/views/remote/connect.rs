//! The form that connects to an endpoint.
//!
//! Must not know how the endpoint is called.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::fields::{EndpointFields, remember, typed};
use crate::components::{Button, ButtonKind, When};
use crate::derived::Signal;
use crate::effect::effect;
use crate::section::Section;
use crate::sections::use_sections;
use crate::session::Calling;
use crate::signal::RwSignal;
use crate::views::fields::Checkbox;

/// The form.
#[component]
pub fn ConnectForm(
    /// Whether the dialog is open. Set to false when the connection is in front.
    open: RwSignal<bool>,
) -> impl IntoView {
    let sections = use_sections();
    let (form, writes) = (typed(), RwSignal::new(false));
    let (calling, trouble) = (Calling::new(), RwSignal::new(None::<String>));
    let busy = calling.is_running();
    // Nobody waits for a connection behind a closed dialog.
    effect(move || {
        if !open.get() {
            calling.stop();
        }
    });
    let connect = move |()| {
        let endpoint = form.get_untracked();
        remember(&endpoint);
        trouble.set(None);
        if let Some(sections) = sections {
            sections.go(Section::Workbench);
        }
        spawn_local(async move {
            let done = calling
                .run(Call::Connect {
                    endpoint,
                    writes: writes.get_untracked(),
                })
                .await;
            let words = match done {
                Some(CallResult::Remote(_)) => return open.set(false),
                Some(CallResult::Refused(words)) => words,
                _ => t!("The engine did not respond. Try again.").to_owned(),
            };
            trouble.try_set(Some(words));
        });
    };
    let empty = Signal::derive(move || busy.get() || form.with(|form| form.url.trim().is_empty()));
    view! {
        <section class="remote-form" aria-label=t!("Connect to an endpoint")>
            <h3>{t!("Connect to an endpoint")}</h3>
            <p class="view-note">
                {t!("AWS, DynamoDB Local, ScyllaDB Alternator, ExtendDB or hashrange-server. Tables, items, queries and requests work as they do here. The stage, virtual time and What if need a simulation.")}
            </p>
            <EndpointFields form />
            <Checkbox
                label=t!("Allow requests that write")
                checked=writes
                on_change=move |wanted| writes.set(wanted)
            />
            <Button kind=ButtonKind::Primary disabled=empty on_press=connect>
                {move || if busy.get() { "Connecting…" } else { t!("Connect") }}
            </Button>
            <When holds=move || busy.get()><Button on_press=move |()| calling.stop()>{t!("Stop")}</Button></When>
            <p class="view-note" role="status">{move || calling.words().get()}</p>
            <p class="field-error" role="alert">{move || trouble.get()}</p>
        </section>
    }
}

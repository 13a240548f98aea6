//! A button that sends changes to the service, or says why the service would refuse them now.

use hashrange_protocol::RefusalAsk;
use hashrange_wire::{Request, encode_request};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{ButtonKind, element_id};
use crate::session::{use_reading, use_session};
use crate::views::refusal::{Refusal, Refused};

/// The button. It cannot be pressed while there is nothing to send, nor while the service would refuse it; then the
/// service's words stand beside it. What is refused all the same is shown below. While its requests are on their way a press
/// does nothing: a button that is disabled meanwhile would lose the focus.
#[component]
pub fn ChangeButton(
    /// Its words.
    #[prop(into)]
    label: Signal<String>,
    /// The requests, sent one after the other until one is refused; none while there is nothing to change.
    #[prop(into)]
    requests: Signal<Vec<Request>>,
    /// Its weight.
    #[prop(optional)]
    kind: ButtonKind,
    /// Whether something else keeps it from being pressed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called with the first request instead of sending any, where a question comes first or a form is not complete.
    #[prop(optional, into)]
    ask: Option<Callback<Request>>,
    /// Called once everything was taken.
    #[prop(optional, into)]
    on_done: Option<Callback<()>>,
) -> impl IntoView {
    let session = use_session();
    let refused = RwSignal::new(None::<Refused>);
    // A memo: the same requests once more are no others, whatever else has changed meanwhile.
    let requests = Memo::new(move |_| requests.get());
    let refusal = use_reading(move || judged(&requests.get()));
    let blocked = Memo::new(move |_| refusal.with(|refusal| refusal.as_ref().map(Refused::from)));
    // What was refused was another request.
    Effect::new(move |_| {
        requests.track();
        refused.set(None);
    });
    let sending = StoredValue::new(false);
    let send = move |requests: Vec<Request>| async move {
        for request in requests {
            if let Err(answer) = session.send(request).await {
                refused.try_set(Some(answer.into()));
                return;
            }
        }
        if let Some(done) = on_done {
            done.try_run(());
        }
    };
    let press = move |_| {
        let requests = requests.get_untracked();
        if let Some(ask) = ask {
            requests.into_iter().take(1).for_each(|request| ask.run(request));
        } else if !sending.get_value() {
            sending.set_value(true);
            spawn_local(async move {
                send(requests).await;
                sending.try_set_value(false);
            });
        }
    };
    let reason = element_id("reason");
    let off = move || disabled.get() || requests.with(Vec::is_empty) || blocked.with(Option::is_some);
    view! {
        <div class="change">
            <button
                type="button"
                class=kind.class()
                aria-describedby=reason.clone()
                prop:disabled=off
                on:click=press
            >
                {move || label.get()}
            </button>
            <p class="change-reason" id=reason>
                {move || {
                    let words = blocked.get();
                    words.map(|words| view! { <strong class="mono">{words.exception}</strong> " " {words.message} })
                }}
            </p>
        </div>
        <Refusal refused />
    }
}

/// The question whether the service would refuse any of these; none while there are none.
fn judged(requests: &[Request]) -> Option<RefusalAsk> {
    let written = |request: &Request| (request.operation(), encode_request(request));
    (!requests.is_empty()).then(|| RefusalAsk { requests: requests.iter().map(written).collect() })
}

//! A button that sends changes to the service, or says why the service would refuse them now.

use hashrange_wire::Request;
use leptos::prelude::*;

use crate::components::{ButtonKind, element_id};
use crate::session::use_session;
use crate::views::refusal::{Refusal, Refused};

/// The button. It cannot be pressed while there is nothing to send, nor while the service would refuse it; then the
/// service's words stand beside it. What is refused all the same is shown below.
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
    // Intervals end without anything happening.
    let second = Memo::new(move |_| session.now().get().seconds());
    let blocked = Memo::new(move |_| {
        second.track();
        let refusal = requests.with(|requests| requests.iter().find_map(|request| session.refusal(request)));
        refusal.map(|error| Refused::from(&error))
    });
    // What was refused was another request.
    Effect::new(move |_| {
        requests.track();
        refused.set(None);
    });
    let press = move |_| {
        let mut requests = requests.get_untracked().into_iter();
        if let Some(ask) = ask {
            requests.next().into_iter().for_each(|request| ask.run(request));
            return;
        }
        for request in requests {
            if let Err(error) = session.submit(request) {
                refused.try_set(Some(Refused::from(&error)));
                return;
            }
        }
        if let Some(done) = on_done {
            done.try_run(());
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

//! A button that sends changes to the service, or shows why the service would refuse them now.

use hashrange_protocol::RefusalQuestion;
use hashrange_wire::{Request, encode_request};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{ButtonKind, element_id};
use crate::derived::Signal;
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Session, use_reading, use_session};
use crate::signal::RwSignal;
use crate::views::refusal::{Refusal, Refused};

/// The button. It is disabled while there is nothing to send, or while the service would refuse it. In the second case
/// the service's text is beside it. Other refusals are shown below. While its requests are pending, a press does
/// nothing: a disabled button would lose the focus.
#[component]
pub fn ChangeButton(
    /// Its label.
    #[prop(into)]
    label: Signal<String>,
    /// The requests, sent in sequence until one is refused. Empty while there is nothing to change.
    #[prop(into)]
    requests: Signal<Vec<Request>>,
    /// Its style.
    #[prop(optional)]
    kind: ButtonKind,
    /// Whether it is disabled for another reason.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called with the first request instead of sending any, if a confirmation precedes it or a form is incomplete.
    #[prop(optional, into)]
    ask: Option<Callback<Request>>,
    /// Called when every request was successful.
    #[prop(optional, into)]
    on_done: Option<Callback<()>>,
) -> impl IntoView {
    // A memo, because equal requests are not a change.
    let requests = Memo::new(move |_| requests.get());
    let refusal = use_reading(move || judged(&requests.get()));
    let blocked = Memo::new(move |_| refusal.with(|refusal| refusal.as_ref().map(Refused::from)));
    let sending = Sending {
        session: use_session(),
        refused: RwSignal::new(None),
        goes_on: StoredValue::new(false),
        on_done,
    };
    // The previous refusal belongs to other requests.
    effect(move || {
        requests.track();
        sending.refused.set(None);
    });
    let press = move |_| {
        let requests = requests.get_untracked();
        if let Some(ask) = ask {
            requests.into_iter().take(1).for_each(|request| ask.run(request));
        } else {
            sending.begin(requests);
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
            <p class="change-reason" id=reason>{move || blocked.get().map(refusal_text)}</p>
        </div>
        <Refusal refused=sending.refused />
    }
}

/// Why the service would refuse the requests.
fn refusal_text(refused: Refused) -> impl IntoView {
    view! { <strong class="mono">{refused.exception}</strong> " " {refused.message} }
}

/// The sending of the requests to the service.
#[derive(Clone, Copy)]
struct Sending {
    session: Session,
    refused: RwSignal<Option<Refused>>,
    /// Whether requests are pending.
    goes_on: StoredValue<bool>,
    on_done: Option<Callback<()>>,
}

impl Sending {
    /// Sends the requests, unless others are pending.
    fn begin(self, requests: Vec<Request>) {
        if !self.goes_on.get_value() {
            self.goes_on.set_value(true);
            spawn_local(async move {
                self.send(requests).await;
                self.goes_on.try_set_value(false);
            });
        }
    }

    /// Sends the requests in sequence, until one is refused.
    async fn send(self, requests: Vec<Request>) {
        for request in requests {
            if let Err(answer) = self.session.send(request).await {
                self.refused.try_set(Some(answer.into()));
                return;
            }
        }
        if let Some(done) = self.on_done {
            done.try_run(());
        }
    }
}

/// The question whether the service would refuse any of these. `None` if there are no requests.
fn judged(requests: &[Request]) -> Option<RefusalQuestion> {
    let written = |request: &Request| (request.operation(), encode_request(request));
    (!requests.is_empty()).then(|| RefusalQuestion {
        requests: requests.iter().map(written).collect(),
    })
}

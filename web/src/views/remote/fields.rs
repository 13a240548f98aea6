//! The fields of an endpoint. Typed values are stored in memory until the page is left, and nowhere else.
//!
//! Must not know how an endpoint is used.

use std::cell::RefCell;

use hashrange_protocol::call::EndpointForm;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::element_id;
use crate::derived::Signal;
use crate::signal::RwSignal;
use crate::views::fields::Field;

thread_local! {
    static TYPED: RefCell<EndpointForm> = RefCell::default();
}

/// The form as last typed in this visit.
pub fn typed() -> RwSignal<EndpointForm> {
    RwSignal::new(TYPED.with(|typed| typed.try_borrow().map(|form| form.clone()).unwrap_or_default()))
}

/// Stores typed values in memory.
pub fn remember(form: &EndpointForm) {
    // Nothing else borrows it at this time.
    let _ = TYPED.with(|typed| typed.try_borrow_mut().map(|mut typed| typed.clone_from(form)));
}

/// The fields.
#[component]
pub fn EndpointFields(
    /// The typed values.
    form: RwSignal<EndpointForm>,
) -> impl IntoView {
    view! {
        <Part form label=t!("URL of the endpoint") part=|form| &mut form.url placeholder="http://127.0.0.1:8000 or https://dynamodb.eu-west-1.amazonaws.com" />
        <div class="remote-pair">
            <Part form label=t!("Region") part=|form| &mut form.region placeholder=t!("from the URL") />
            <Part form label=t!("Host of the endpoint behind a relay") part=|form| &mut form.host placeholder=t!("from the URL") />
        </div>
        <div class="remote-pair">
            <Part form label=t!("Access key id") part=|form| &mut form.key_id placeholder=t!("any, on this machine") />
            <Part form label=t!("Secret access key") part=|form| &mut form.secret is_secret=true />
            <Part form label=t!("Session token, if any") part=|form| &mut form.token is_secret=true />
        </div>
        <p class="view-note">{t!("Keys stay in the memory of this page until you leave it. The page never stores or sends them: it signs requests with them.")}</p>
    }
}

/// One part of the form as a field.
#[component]
fn Part(
    form: RwSignal<EndpointForm>,
    label: &'static str,
    /// Selects the part of the form.
    part: fn(&mut EndpointForm) -> &mut String,
    #[prop(optional)] placeholder: &'static str,
    /// Whether its text is hidden.
    #[prop(optional)]
    is_secret: bool,
) -> impl IntoView {
    let id = element_id("endpoint");
    let value = move || form.with(|form| part(&mut form.clone()).clone());
    view! {
        <Field id=id.clone() label=Signal::stored(label.to_owned())>
            <input
                id=id
                class=if is_secret { "input" } else { "input input-mono" }
                type=if is_secret { "password" } else { "text" }
                placeholder=placeholder
                spellcheck="false"
                autocomplete="off"
                prop:value=value
                on:input=move |event| form.update(|form| *part(form) = event_target_value(&event))
            />
        </Field>
    }
}

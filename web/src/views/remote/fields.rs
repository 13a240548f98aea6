//! The fields that name an endpoint. What was typed is remembered until the page is left, and nowhere else.
//!
//! Must not know what is done with an endpoint.

use std::cell::RefCell;

use hashrange_protocol::errand::EndpointForm;
use leptos::prelude::*;

use crate::components::element_id;
use crate::views::fields::{Field, TextField};

thread_local! {
    static TYPED: RefCell<EndpointForm> = RefCell::default();
}

/// The form as it was typed last in this visit.
pub fn typed() -> RwSignal<EndpointForm> {
    RwSignal::new(TYPED.with(|typed| typed.try_borrow().map(|form| form.clone()).unwrap_or_default()))
}

/// Remembers what was typed.
pub fn remember(form: &EndpointForm) {
    // Nobody else looks while this is written.
    let _ = TYPED.with(|typed| typed.try_borrow_mut().map(|mut typed| typed.clone_from(form)));
}

/// The fields.
#[component]
pub fn EndpointFields(
    /// What is typed.
    form: RwSignal<EndpointForm>,
) -> impl IntoView {
    let part = move |part: fn(&EndpointForm) -> &String| Signal::derive(move || form.with(|form| part(form).clone()));
    view! {
        <TextField
            label="URL of the endpoint"
            value=part(|form| &form.url)
            on_input=move |typed: String| form.update(|form| form.url = typed)
            placeholder="http://127.0.0.1:8000 or https://dynamodb.eu-west-1.amazonaws.com"
            mono=true
        />
        <div class="remote-pair">
            <TextField
                label="Region"
                value=part(|form| &form.region)
                on_input=move |typed: String| form.update(|form| form.region = typed)
                placeholder="of the URL"
                mono=true
            />
            <TextField
                label="Access key id"
                value=part(|form| &form.key_id)
                on_input=move |typed: String| form.update(|form| form.key_id = typed)
                placeholder="any, on this machine"
                mono=true
            />
        </div>
        <div class="remote-pair">
            <Secret label="Secret access key" value=part(|form| &form.secret) on_input=move |typed: String| form.update(|form| form.secret = typed) />
            <Secret label="Session token, if any" value=part(|form| &form.token) on_input=move |typed: String| form.update(|form| form.token = typed) />
        </div>
        <p class="view-note">"Keys stay in the memory of this page and are gone when you leave it. They are not stored, and sent to nobody: requests carry a signature made of them."</p>
    }
}

/// A field whose text is not shown.
#[component]
fn Secret(label: &'static str, value: Signal<String>, #[prop(into)] on_input: Callback<String>) -> impl IntoView {
    let id = element_id("secret");
    view! {
        <Field id=id.clone() label=Signal::stored(label.to_owned())>
            <input
                id=id
                class="input"
                type="password"
                autocomplete="off"
                prop:value=move || value.get()
                on:input=move |event| on_input.run(event_target_value(&event))
            />
        </Field>
    }
}

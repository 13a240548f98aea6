//! The link to an assignment, created from the text in the editor, without the solution.
//!
//! Must not know the content of the text.

use hashrange_protocol::call::handed_out;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, element_id, use_toasts};
use crate::derived::Signal;
use crate::effect::effect;
use crate::lessons::Link;
use crate::signal::RwSignal;
use crate::views::copy_text::copy_text;
use crate::views::fields::Field;

/// The control that creates the link, and the link.
#[component]
pub fn HandOut(
    /// The text of the assignment.
    text: RwSignal<String>,
    /// Whether the text has errors, or is not checked yet.
    #[prop(into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let made = RwSignal::new(None::<Result<String, String>>);
    // After a change of the text, the old link is for another assignment.
    effect(move || {
        text.track();
        made.set(None);
    });
    let make = move |()| {
        let link = text.with_untracked(|text| handed_out(text));
        made.set(Some(
            link.map(|link| Link::of_assignment(link).address())
                .map_err(|why| why.to_string()),
        ));
    };
    let shown = move || {
        made.get().map(|made| match made {
            Ok(address) => view! { <LinkField address /> }.into_any(),
            Err(words) => view! { <p class="field-error" role="alert">{words}</p> }.into_any(),
        })
    };
    view! {
        <div class="assignment-out">
            <Button disabled on_press=make>{t!("Make an assignment link")}</Button>
            {shown}
        </div>
    }
}

/// The link, its length, and a button to copy it.
#[component]
fn LinkField(address: String) -> impl IntoView {
    let toasts = use_toasts();
    let id = element_id("link");
    let hint = t!(
        "{address} characters. Learners get the task without your solve and near lines.",
        address = address.len()
    );
    let copied = address.clone();
    view! {
        <Field id=id.clone() label=Signal::stored(t!("Link for learners").to_owned()) hint>
            <input id=id.clone() class="input" readonly=true prop:value=address aria-describedby=format!("{id}-hint") />
        </Field>
        <Button on_press=move |()| copy_text(toasts, &copied)>{t!("Copy the link")}</Button>
    }
}

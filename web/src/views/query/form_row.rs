//! A part of the request: its pills on the common line, its message below.

use leptos::prelude::*;

use crate::derived::MaybeProp;

/// A part with a name.
#[component]
pub fn FormRow(
    /// Its name, for assistive technology.
    label: &'static str,
    /// Its error, if any.
    #[prop(optional, into)]
    message: MaybeProp<String>,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="form-row" role="group" aria-label=label>
            {children()}
            <p class="field-error" aria-live="polite">{move || message.get()}</p>
        </div>
    }
}

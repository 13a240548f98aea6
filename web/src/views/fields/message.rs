//! The message that stands below a field when something is wrong with it.

use leptos::prelude::*;

/// A message, or nothing. The element stays, so that it is announced when its text comes.
#[component]
pub fn Message(
    /// Id the field refers to with `aria-describedby`.
    #[prop(into)]
    id: String,
    /// What is wrong, if anything.
    #[prop(into)]
    text: MaybeProp<String>,
) -> impl IntoView {
    view! {
        <p class="field-message" id=id role="status" hidden=move || text.get().is_none()>
            {move || text.get().unwrap_or_default()}
        </p>
    }
}

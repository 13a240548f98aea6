//! The tag for behaviour that AWS does not document: it is a model.

use leptos::prelude::*;

/// The word "model", with the reason as its tooltip.
#[component]
pub fn ModelTag(
    /// What is modelled.
    #[prop(into)]
    reason: String,
) -> impl IntoView {
    let label = format!("Model: {reason}");
    view! {
        <span class="model-tag" title=reason aria-label=label role="note">
            "model"
        </span>
    }
}

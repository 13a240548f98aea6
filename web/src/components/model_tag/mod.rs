//! The tag for behaviour that AWS does not document: it is a model.

use hashrange_words::t;
use leptos::prelude::*;

/// The word "model", with the reason as its tooltip.
#[component]
pub fn ModelTag(
    /// What is modelled.
    #[prop(into)]
    reason: String,
) -> impl IntoView {
    let label = t!("Model: {reason}", reason);
    view! {
        <span class="model-tag" title=reason aria-label=label role="note">
            {t!("model")}
        </span>
    }
}

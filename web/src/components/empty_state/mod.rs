//! What stands where there is nothing yet: why, and what to do about it.

use leptos::prelude::*;

/// A title, a sentence, and the buttons that end the emptiness as children.
#[component]
pub fn EmptyState(
    /// What is missing.
    #[prop(into)]
    title: Signal<String>,
    /// Why, or what can be done.
    #[prop(optional, into)]
    text: Signal<String>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty-state">
            <h3>{title}</h3>
            <p>{text}</p>
            {children.map(|children| view! { <div class="empty-state-actions">{children()}</div> })}
        </div>
    }
}

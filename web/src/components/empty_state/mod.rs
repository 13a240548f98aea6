//! The placeholder of an empty view: why it is empty, and what to do.

use leptos::prelude::*;

use crate::derived::Signal;

/// A title, a sentence, and as children the buttons that create content.
#[component]
pub fn EmptyState(
    /// What is missing.
    #[prop(into)]
    title: Signal<String>,
    /// The reason, or what to do.
    #[prop(optional, into)]
    text: Signal<String>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty-state">
            <h3>{move || title.get()}</h3>
            <p>{move || text.get()}</p>
            {children.map(|children| view! { <div class="empty-state-actions">{children()}</div> })}
        </div>
    }
}

//! A chip: small controls joined into one, as `ForumName | = | S3`. Controls inside lose their own borders.

use leptos::prelude::*;

use crate::derived::{MaybeProp, Signal};

/// Joins its children into one bordered control.
#[component]
pub fn Chip(
    /// The group's accessible name.
    #[prop(optional, into)]
    label: MaybeProp<String>,
    /// Whether its content has an error.
    #[prop(optional, into)]
    invalid: Signal<bool>,
    children: Children,
) -> impl IntoView {
    view! {
        <span class="chip" role="group" class:chip-invalid=move || invalid.get() aria-label=move || label.get()>
            {children()}
        </span>
    }
}

/// Text inside a chip that is not a control, on a sunken background.
#[component]
pub fn ChipWord(children: Children) -> impl IntoView {
    view! { <span class="chip-word">{children()}</span> }
}

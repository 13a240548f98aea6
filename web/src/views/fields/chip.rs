//! A chip: small controls joined into one, as `ForumName | = | S3`. Controls inside lose their own borders.

use leptos::prelude::*;

/// Joins its children into one bordered control.
#[component]
pub fn Chip(
    /// The group's accessible name.
    #[prop(optional, into)]
    label: MaybeProp<String>,
    /// Whether something in it is wrong.
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

/// Words inside a chip that are no control, on a sunk ground.
#[component]
pub fn ChipWord(children: Children) -> impl IntoView {
    view! { <span class="chip-word">{children()}</span> }
}

//! A chip: small controls joined into one, as `ForumName | = | S3`. Inputs and selects inside lose their own borders.

use leptos::prelude::*;

/// Joins its children into one bordered control. `label` names the group for assistive technology.
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
        <span class="chip" role="group" class:chip-invalid=invalid aria-label=move || label.get()>
            {children()}
        </span>
    }
}

/// Words inside a chip that are no control, on a sunk ground.
#[component]
pub fn ChipLabel(children: Children) -> impl IntoView {
    view! { <span class="chip-label">{children()}</span> }
}

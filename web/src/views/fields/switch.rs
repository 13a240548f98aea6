//! A yes-or-no choice: a checkbox with its words.

use leptos::prelude::*;

/// A checkbox.
#[component]
pub fn Switch(
    /// The words beside the box.
    #[prop(into)]
    label: Signal<String>,
    /// Checked or not.
    #[prop(into)]
    value: Signal<bool>,
    /// Told on every change.
    #[prop(into)]
    on_change: Callback<bool>,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                prop:checked=move || value.get()
                prop:disabled=move || disabled.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
            <span>{move || label.get()}</span>
        </label>
    }
}

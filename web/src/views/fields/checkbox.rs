//! A checkbox with its label.

use leptos::prelude::*;

use crate::derived::Signal;

/// A checkbox. It shows `checked` and reports the reader's choice.
#[component]
pub fn Checkbox(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// Whether it is checked.
    #[prop(into)]
    checked: Signal<bool>,
    /// Receives the reader's choice.
    #[prop(into)]
    on_change: Callback<bool>,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    view! {
        <label class="checkbox">
            <input
                type="checkbox"
                prop:checked=move || checked.get()
                prop:disabled=move || disabled.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
            <span>{move || label.get()}</span>
        </label>
    }
}

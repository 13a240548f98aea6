//! A box to tick, with its words.

use leptos::prelude::*;

/// A checkbox. It shows `checked` and reports what the reader wants instead.
#[component]
pub fn Checkbox(
    /// The words beside it.
    #[prop(into)]
    label: Signal<String>,
    /// Whether it is ticked.
    #[prop(into)]
    checked: Signal<bool>,
    /// Whether it cannot be changed now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called with the wanted state.
    #[prop(into)]
    on_change: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="checkbox">
            <input
                type="checkbox"
                prop:checked=checked
                prop:disabled=disabled
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
            <span>{label}</span>
        </label>
    }
}

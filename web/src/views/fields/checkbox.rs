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
    /// Told what the reader wants.
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

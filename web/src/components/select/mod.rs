//! The native select.

use leptos::prelude::*;

use super::field::describedby;

/// Shows `value` among `options` (value, words) and reports what the reader wants instead.
#[component]
pub fn Select(
    /// Its id, when a `Field` labels it.
    #[prop(optional, into)]
    id: Option<String>,
    /// Its accessible name, when no `Field` labels it.
    #[prop(optional, into)]
    label: MaybeProp<String>,
    /// The choices: value and words.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
    /// The value in force.
    #[prop(into)]
    value: Signal<String>,
    /// Whether it cannot be changed now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called with the wanted value.
    #[prop(into)]
    on_change: Callback<String>,
) -> impl IntoView {
    let described = id.as_deref().map(describedby);
    view! {
        <select
            class="select"
            id=id
            aria-label=move || label.get()
            aria-describedby=described
            prop:disabled=disabled
            on:change=move |event| on_change.run(event_target_value(&event))
        >
            {move || {
                options
                    .get()
                    .into_iter()
                    .map(|(key, words)| {
                        let selected = key == value.get();
                        view! {
                            <option value=key selected=selected prop:selected=selected>
                                {words}
                            </option>
                        }
                    })
                    .collect_view()
            }}
        </select>
    }
}

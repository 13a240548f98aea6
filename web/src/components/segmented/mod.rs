//! A choice from a few options, all visible: radio buttons in the shape of one control.

use leptos::prelude::*;

use super::element_id;

use crate::derived::Signal;

/// Shows `chosen` among `options` and reports the reader's choice.
#[component]
pub fn Segmented<T>(
    /// The subject of the choice, for assistive technology.
    #[prop(into)]
    label: Signal<String>,
    /// The choices with their labels.
    options: Vec<(T, &'static str)>,
    /// The current choice.
    #[prop(into)]
    chosen: Signal<T>,
    /// Whether it is disabled.
    #[prop(optional, into)]
    disabled: Signal<bool>,
    /// Called with the requested choice.
    #[prop(into)]
    on_choose: Callback<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let name = element_id("segmented");
    let choices = options
        .into_iter()
        .map(|(value, words)| {
            view! {
                <label class="segment">
                    <input
                        type="radio"
                        name=name.clone()
                        prop:checked=move || chosen.get() == value
                        prop:disabled=move || disabled.get()
                        on:change=move |_| on_choose.run(value)
                    />
                    <span>{words}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <span class="segmented" role="radiogroup" aria-label=move || label.get()>
            {choices}
        </span>
    }
}

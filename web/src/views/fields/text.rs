//! One line of text with label and message.

use leptos::prelude::*;

use crate::components::{Field, TextInput, element_id};

/// A labelled text field. It shows `value` and reports every change.
#[component]
pub fn TextField(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// The text.
    #[prop(into)]
    value: Signal<String>,
    /// Told on every change.
    #[prop(into)]
    on_input: Callback<String>,
    /// Told when the field is left.
    #[prop(optional, into)]
    on_leave: Option<Callback<()>>,
    /// What is wrong, if anything.
    #[prop(optional, into)]
    error: MaybeProp<String>,
    /// What to enter, when that is not plain.
    #[prop(optional, into)]
    hint: MaybeProp<String>,
    /// Shown while the field is empty.
    #[prop(optional, into)]
    placeholder: MaybeProp<String>,
    /// Id of a list of suggestions.
    #[prop(optional, into)]
    list: Option<String>,
    /// True for names and values.
    #[prop(optional)]
    mono: bool,
    /// True while it cannot be changed.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let id = element_id("text");
    let invalid = Signal::derive(move || error.get().is_some());
    let leave = move |_| {
        if let Some(leave) = on_leave {
            leave.run(());
        }
    };
    view! {
        <div class="text-field" on:focusout=leave>
            <Field id=id.clone() label hint error>
                <TextInput id value placeholder mono invalid disabled list=list.unwrap_or_default() on_input />
            </Field>
        </div>
    }
}

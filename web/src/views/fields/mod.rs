//! Form fields in one piece: a control with its label, hint and message. Put together from the generic widgets.

mod choice;
mod text;

pub use choice::{Choice, Options, options};
use leptos::prelude::*;
pub use text::TextField;

/// A message that belongs to a group of fields. The element stays, so that it is announced when its text comes.
#[component]
pub fn GroupMessage(
    /// What is wrong, if anything.
    #[prop(into)]
    text: MaybeProp<String>,
) -> impl IntoView {
    view! { <p class="field-error" aria-live="polite">{move || text.get()}</p> }
}

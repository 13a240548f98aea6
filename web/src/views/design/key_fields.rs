//! Name and type of one key attribute.

use hashrange_values::KeyType;
use leptos::prelude::*;

use super::editor::Editor;
use crate::state::design_form::{DesignField, KeyPlace};
use crate::views::fields::{Choice, Options, TextField};

fn key_types() -> Options {
    [("S", "String"), ("N", "Number"), ("B", "Binary")]
        .into_iter()
        .map(|(descriptor, word)| (descriptor.to_owned(), format!("{word} ({descriptor})")))
        .collect()
}

/// The key attribute at a place of the form.
#[component]
pub fn KeyFields(
    /// The table being designed.
    editor: Editor,
    /// Which key.
    place: KeyPlace,
    /// Where its messages belong.
    field: DesignField,
    /// `Partition key` or `Sort key`.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    let kind =
        editor.read(move |form| form.key(place).map_or_else(String::new, |key| key.kind.descriptor().to_owned()));
    let choose = move |descriptor: String| {
        let kind = match descriptor.as_str() {
            "N" => KeyType::N,
            "B" => KeyType::B,
            _ => KeyType::S,
        };
        editor.edit(|form| form.set_key_type(place, kind));
    };
    let type_label = format!("Type of {}", label.to_ascii_lowercase());
    view! {
        <div class="key-fields">
            <TextField
                label=label
                value=editor.key_name(place)
                on_input=move |text: String| editor.edit(|form| form.rename_key(place, &text))
                on_leave=Callback::new(move |()| editor.touch(field))
                error=editor.message(field)
                mono=true
                list="design-attributes"
                placeholder="attribute name"
            />
            <Choice label="Type" spoken=type_label options=key_types() value=kind on_change=choose />
        </div>
    }
}

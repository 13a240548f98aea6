//! Name and type of one key attribute. An optional sort key exists when it has a name.

use hashrange_values::KeyType;
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::DesignEditor;
use crate::state::design_form::{DesignField, KeyPlace};
use crate::views::fields::{Choice, Options, TextField};
use crate::views::suggestions::use_seen;

fn key_types() -> Options {
    [("S", t!("String")), ("N", t!("Number")), ("B", t!("Binary"))]
        .into_iter()
        .map(|(descriptor, word)| (descriptor.to_owned(), format!("{word} ({descriptor})")))
        .collect()
}

/// The fields of one key attribute of the form.
#[component]
pub fn KeyFields(
    /// The table being designed.
    editor: DesignEditor,
    /// The key.
    place: KeyPlace,
    /// The field of its messages.
    field: DesignField,
    /// `Partition key` or `Sort key`.
    #[prop(into)]
    label: String,
    /// Whether the key is optional.
    #[prop(optional)]
    optional: bool,
) -> impl IntoView {
    let seen = use_seen();
    let kind = editor.read(move |form| form.key(place).map_or("S", |key| key.kind.descriptor()).to_owned());
    let choose = move |descriptor: String| {
        let kind = match descriptor.as_str() {
            "N" => KeyType::N,
            "B" => KeyType::B,
            _ => KeyType::S,
        };
        editor.edit(|form| form.set_key_type(place, kind));
    };
    // For a known attribute, sets its type.
    let rename = move |text: String| {
        let met = editor.with(|form| seen.0.with_untracked(|seen| seen.kind(&form.table_name, &text)));
        let kind = met.and_then(|met| {
            [KeyType::S, KeyType::N, KeyType::B]
                .into_iter()
                .find(|kind| kind.attribute_type() == met)
        });
        editor.edit(|form| {
            match place {
                KeyPlace::TableSort | KeyPlace::IndexSort(_) => form.name_sort(place, &text),
                KeyPlace::TablePartition | KeyPlace::IndexPartition(_) => form.rename_key(place, &text),
            }
            kind.into_iter().for_each(|kind| form.set_key_type(place, kind));
        });
    };
    let absent = editor.read(move |form| optional && form.key(place).is_none());
    let type_label = t!("Type of {label}", label = label.to_ascii_lowercase());
    view! {
        <div class="key-fields">
            <TextField
                label=label
                value=editor.key_name(place)
                on_input=rename
                on_leave=Callback::new(move |()| editor.leave(field, editor.key_name(place)))
                error=editor.message(field)
                mono=true
                list="design-attributes"
                placeholder=if optional { "optional" } else { t!("attribute name") }
            />
            <Choice label=t!("Type") spoken=type_label options=key_types() value=kind disabled=absent on_change=choose />
        </div>
    }
}

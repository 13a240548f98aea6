//! Where one key lands: the value typed by the reader, or that of the selected item.

use hashrange_protocol::{Landed, LandingAsk, LandingKey};
use hashrange_values::{AttributeValue, Item, Text};
use leptos::prelude::*;

use super::reading::{Reading, key_text};
use super::words;
use crate::components::element_id;
use crate::session::{use_reading, use_selection, use_session};
use crate::state::scalar_text::read_scalar;
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Field, TextInput};

/// The field, and the answer below it.
#[component]
pub fn Landing(
    /// What is shown.
    reading: Memo<Option<Reading>>,
    /// Told of the hash, for the bar to mark it.
    marked: RwSignal<Option<u128>>,
) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let typed = RwSignal::new(String::new());
    let whose = Memo::new(move |_| {
        reading.with(|reading| {
            reading.as_ref().map(|reading| (reading.table.clone(), reading.index.clone(), reading.keys.clone()))
        })
    });
    let asked: Memo<Result<Option<LandingAsk>, String>> = Memo::new(move |_| {
        let Some((table, index, keys)) = whose.get() else { return Ok(None) };
        let text = typed.get();
        let key = if text.trim().is_empty() {
            selection.item.get().map(LandingKey::Item)
        } else {
            let schema = session.table(&table).as_ref().and_then(TableSchema::read);
            Some(LandingKey::Key(key_of(schema.as_ref(), index.as_deref(), &keys, &text)?))
        };
        Ok(key.map(|key| LandingAsk { table, index, key }))
    });
    let landed = use_reading(move || asked.with(|asked| asked.as_ref().ok().cloned().flatten()));
    Effect::new(move || {
        marked.try_set(landed.with(|landed| landed.as_ref().map(|landed| landed.place.hash)));
    });
    let label = move || {
        let keys = whose.with(|whose| whose.as_ref().map(|(_, _, keys)| keys.join(" and ")).unwrap_or_default());
        format!("Which partition holds a value of {keys}?")
    };
    let error = move || asked.with(|asked| asked.as_ref().err().cloned());
    let answer = move || {
        landed.with(|landed| match landed {
            Some(landed) => words::landing(&subject(landed), &landed.place),
            None if asked.with(Result::is_err) => String::new(),
            None => "Enter a partition key value or select an item.".to_owned(),
        })
    };
    let id = element_id("landing");
    view! {
        <div class="partitions-landing">
            <Field id=id.clone() label=Signal::derive(label) error=Signal::derive(error)>
                <TextInput id value=typed on_input=move |text| typed.set(text) error=Signal::derive(error) mono=true />
            </Field>
            <p class="view-note" aria-live="polite">{answer}</p>
        </div>
    }
}

/// The key that a text stands for. A key of several attributes cannot be typed into one field.
fn key_of(schema: Option<&TableSchema>, index: Option<&str>, keys: &[Text], text: &str) -> Result<Item, String> {
    let [name] = keys else {
        return Err("The partition key has several attributes: select an item instead.".to_owned());
    };
    let kind = schema.map(|schema| schema.keys_of(index).partition.kind.attribute_type());
    let value: AttributeValue = read_scalar(kind.ok_or("The table is not ready yet.")?, text)?;
    Ok([(name.clone(), value)].into_iter().collect())
}

/// The key by its names and values: `ForumName = EC2`.
fn subject(Landed { key, .. }: &Landed) -> String {
    let names: Vec<&str> = key.iter().map(|(name, _)| name.as_str()).collect();
    format!("{} = {}", names.join(", "), key_text(&[], key))
}

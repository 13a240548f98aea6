//! Where one key lands: the value typed by the reader, or that of the selected item.

use hashrange_insight::Landing as Place;
use hashrange_values::{AttributeValue, Item, Text};
use leptos::prelude::*;

use super::super::calm::Calm;
use super::reading::{Reading, key_text};
use super::words;
use crate::components::element_id;
use crate::session::{use_selection, use_session};
use crate::state::scalar_text::read_scalar;
use crate::state::table_schema::TableSchema;
use crate::views::fields::{Field, TextInput};

/// What was asked for and where it lands.
type Found = Result<Option<(String, Place)>, String>;

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
    let calm = Calm::state(session);
    let found: Memo<Found> = Memo::new(move |_| {
        calm.track();
        let Some((table, index, keys)) = whose.get() else { return Ok(None) };
        let text = typed.get();
        let key = if text.trim().is_empty() {
            let Some(key) = selection.item.get() else { return Ok(None) };
            session.with_insight(|_, engine| engine.peek(&table, &key).map(|item| Item::clone(&item)))
        } else {
            Some(key_of(&session.table(&table).as_ref().and_then(TableSchema::read), index.as_deref(), &keys, &text)?)
        };
        let Some(key) = key else { return Ok(None) };
        let place = session.with_insight(|insight, engine| insight.landing(engine, &table, index.as_deref(), &key));
        Ok(place.map(|place| (subject(&keys, &key), place)))
    });
    Effect::new(move || {
        let hash = found.with(|found| found.as_ref().ok().and_then(Option::as_ref).map(|(_, place)| place.hash));
        marked.try_set(hash);
    });
    let label = move || {
        let keys = whose.with(|whose| whose.as_ref().map(|(_, _, keys)| keys.join(" and ")).unwrap_or_default());
        format!("Where does a value of {keys} land?")
    };
    let error = move || found.with(|found| found.as_ref().err().cloned());
    let answer = move || {
        found.with(|found| match found {
            Ok(Some((subject, place))) => words::landing(subject, place),
            Ok(None) => "Type a partition key value, or select an item.".to_owned(),
            Err(_) => String::new(),
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
fn key_of(schema: &Option<TableSchema>, index: Option<&str>, keys: &[Text], text: &str) -> Result<Item, String> {
    let [name] = keys else {
        return Err("The partition key has several attributes: select an item instead.".to_owned());
    };
    let kind = schema.as_ref().map(|schema| schema.keys_of(index).partition.kind.attribute_type());
    let value: AttributeValue = read_scalar(kind.ok_or("The table is not ready yet.")?, text)?;
    Ok([(name.clone(), value)].into_iter().collect())
}

fn subject(keys: &[Text], key: &Item) -> String {
    let only: Item = keys.iter().filter_map(|name| Some((name.clone(), key.get(name)?.clone()))).collect();
    format!("{} = {}", keys.join(", "), key_text(&only))
}

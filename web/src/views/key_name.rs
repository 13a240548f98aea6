//! A key attribute by name, glyph and type, and the values of a key on one line.

use hashrange_protocol::KeySchema;
use hashrange_values::Item;
use leptos::prelude::*;

use crate::components::{GlyphRole, KeyName};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::{IndexKind, Keys, Part};

/// The glyph of a role.
#[must_use]
pub fn glyph(part: Part) -> GlyphRole {
    match part {
        Part::Partition => GlyphRole::PartitionKey,
        Part::Sort => GlyphRole::SortKey,
        Part::GlobalPartition => GlyphRole::IndexPartitionKey,
        Part::GlobalSort => GlyphRole::IndexSortKey,
    }
}

/// The maximum number of characters of a key's value in a narrow place.
const MOST_CHARACTERS: usize = 40;

/// The values of a key on one line: `301 / Comet Quest`.
#[must_use]
pub fn key_text(keys: &KeySchema, key: &Item) -> String {
    let value = |name: &str| {
        let text = key.get(name).map(cell_text).unwrap_or_default();
        match text.char_indices().nth(MOST_CHARACTERS) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        }
    };
    keys.attributes()
        .map(|key| value(&key.name))
        .collect::<Vec<_>>()
        .join(" / ")
}

/// A primary key: its attributes with their glyphs and types. Tables and local indexes share the filled glyphs.
#[component]
pub fn KeyLine(
    /// The key.
    keys: Keys,
    /// The kind of the key's owner.
    kind: IndexKind,
) -> impl IntoView {
    let (first, second) = match kind {
        IndexKind::Local => (Part::Partition, Part::Sort),
        IndexKind::Global => (Part::GlobalPartition, Part::GlobalSort),
    };
    let parts = [Some((keys.partition, first)), keys.sort.map(|key| (key, second))];
    let names = parts.into_iter().flatten().map(|(key, part)| {
        view! {
            <span class="key-typed">
                <KeyName name=key.name.to_string() role=Some(glyph(part)) />
                <small class="key-type">{key.kind.descriptor()}</small>
            </span>
        }
    });
    view! { <span class="key-line">{names.collect_view()}</span> }
}

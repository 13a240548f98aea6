//! An index before its creation: what the request creates, and the result of a preview.

use hashrange_protocol::trial::{LeftOut, Preview, Turned};
use hashrange_protocol::{KeyAttribute, KeySchema};
use hashrange_wire::{GlobalSecondaryIndexUpdate, Projection, UpdateTableRequest};
use hashrange_words::t;

use crate::state::figures::{bytes, moment, units};
use crate::state::item_rows::cell_text;
use crate::state::table_schema::Keys;

/// The maximum number of requests that are listed individually.
const NAMED: usize = 5;

/// The index that an UpdateTable request creates. `None` if it creates none.
#[must_use]
pub fn new_index(request: &UpdateTableRequest) -> Option<(KeySchema, Projection)> {
    let mut updates = request.global_secondary_index_updates.iter().flatten();
    let create = updates.find_map(|update| match update {
        GlobalSecondaryIndexUpdate::Create(index) => Some(index),
        _ => None,
    })?;
    let definitions = request.attribute_definitions.as_deref().unwrap_or_default();
    let keys = Keys::read(&create.key_schema, definitions)?;
    let attribute = |key: &crate::state::table_schema::KeyAttribute| KeyAttribute {
        name: key.name.clone(),
        key_type: key.kind,
    };
    let sort = keys.sort.iter().map(attribute).collect();
    Some((
        KeySchema {
            partition: vec![attribute(&keys.partition)],
            sort,
        },
        create.projection.clone(),
    ))
}

/// The result of a preview, one sentence each.
#[must_use]
pub fn previewed(preview: &Preview) -> Vec<String> {
    let left = preview.items.saturating_sub(preview.held);
    let mut reported = vec![t!(
        "The index would contain {held, number} of {items, plural, one {# item} other {# items}} and leave out {left, number}.",
        held = preview.held,
        items = preview.items,
        left
    )];
    reported.extend(preview.left_out.iter().map(left_out));
    reported.push(t!(
        "Its entries take {preview}; storage counts {stored_bytes}, 100 bytes more for each entry.",
        preview = bytes(preview.bytes),
        stored_bytes = bytes(preview.stored_bytes)
    ));
    if preview.items > 0 {
        reported.push(t!(
            "A PutItem of the median item ({median_bytes}) uses {units_with} WCU instead of {units_without}.",
            median_bytes = bytes(preview.median_bytes),
            units_with = units(preview.units_with),
            units_without = units(preview.units_without)
        ));
    }
    reported.push(scans(preview));
    reported
}

fn left_out(left: &LeftOut) -> String {
    let key = |key: &hashrange_values::Item| {
        let pairs: Vec<String> = key
            .iter()
            .map(|(name, value)| format!("{name} {}", cell_text(value)))
            .collect();
        pairs.join(", ")
    };
    let examples: Vec<String> = left.examples.iter().map(key).collect();
    t!(
        "{attribute}, {items, plural, one {# item} other {# items}}: {why} For example {join}.",
        attribute = left.attribute,
        items = left.items,
        why = left.why,
        join = examples.join("; ")
    )
}

/// How many Scans in the journal become a Query.
fn scans(preview: &Preview) -> String {
    match (preview.scans, preview.turned_in_total) {
        (0, _) => t!("The journal has no Scan of this table.").to_owned(),
        (scans, 0) => t!(
            "None of {scans, plural, one {# Scan} other {# Scans}} in the journal becomes a Query.",
            scans
        ),
        (scans, turned) => t!(
            "{turned, plural, one {# of {scans} becomes} other {# of {scans} become}} a Query on it.",
            turned,
            scans = t!("{scans, plural, one {# Scan} other {# Scans}} in the journal", scans)
        ),
    }
}

/// The latest Scans that become a Query, one line each.
#[must_use]
pub fn turned(preview: &Preview) -> Vec<String> {
    let line = |turned: &Turned| {
        let keys: Vec<&str> = turned.keys.iter().map(|key| key.as_str()).collect();
        t!(
            "Scan at {at}, by {join}",
            at = moment(turned.at, 3),
            join = keys.join(" and ")
        )
    };
    let mut lines: Vec<String> = preview.turned.iter().take(NAMED).map(line).collect();
    let more = preview.turned_in_total.saturating_sub(lines.len() as u64);
    if more > 0 {
        lines.push(t!("and {more, number} more", more));
    }
    lines
}

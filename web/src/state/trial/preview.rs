//! An index before its creation: what the request creates, and the result of a preview.

use hashrange_protocol::trial::{LeftOut, Preview, Turned};
use hashrange_protocol::{KeyAttribute, KeySchema};
use hashrange_wire::{GlobalSecondaryIndexUpdate, Projection, UpdateTableRequest};

use crate::state::figures::{bytes, count, counted, moment, units};
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
    let mut reported = vec![format!(
        "The index would contain {} of {} and leave out {}.",
        count(preview.held),
        counted(preview.items, "item"),
        count(left)
    )];
    reported.extend(preview.left_out.iter().map(left_out));
    reported.push(format!(
        "Its entries take {}; storage counts {}, 100 bytes more for each entry.",
        bytes(preview.bytes),
        bytes(preview.stored_bytes)
    ));
    if preview.items > 0 {
        reported.push(format!(
            "A PutItem of the median item ({}) uses {} WCU instead of {}.",
            bytes(preview.median_bytes),
            units(preview.units_with),
            units(preview.units_without)
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
    format!(
        "{}, {}: {} For example {}.",
        left.attribute,
        counted(left.items, "item"),
        left.why,
        examples.join("; ")
    )
}

/// How many Scans in the journal become a Query.
fn scans(preview: &Preview) -> String {
    match (preview.scans, preview.turned_in_total) {
        (0, _) => "The journal has no Scan of this table.".to_owned(),
        (scans, 0) => format!("None of {} in the journal becomes a Query.", counted(scans, "Scan")),
        (scans, turned) => {
            let verb = if turned == 1 { "becomes" } else { "become" };
            format!(
                "{} of {} in the journal {verb} a Query on it.",
                count(turned),
                counted(scans, "Scan")
            )
        }
    }
}

/// The latest Scans that become a Query, one line each.
#[must_use]
pub fn turned(preview: &Preview) -> Vec<String> {
    let line = |turned: &Turned| {
        let keys: Vec<&str> = turned.keys.iter().map(|key| key.as_str()).collect();
        format!("Scan at {}, by {}", moment(turned.at, 3), keys.join(" and "))
    };
    let mut lines: Vec<String> = preview.turned.iter().take(NAMED).map(line).collect();
    let more = preview.turned_in_total.saturating_sub(lines.len() as u64);
    if more > 0 {
        lines.push(format!("and {} more", count(more)));
    }
    lines
}

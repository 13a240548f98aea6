//! The content of an index, before it is created.
//!
//! Must not create one: it reads the items and the journal.

use std::sync::Arc;

use hashrange_endpoint::{Observer, Timeline};
use hashrange_engine::{
    IndexDefinition, IndexKind, KeySchema, Projection, TableView, Units, ViolationReason, write_units,
};
use hashrange_index::{entry, key_violations};
use hashrange_journal::Entry;
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text, sort_by, to_set};
use hashrange_wire::{ProjectionType, Request};
use serde::{Deserialize, Serialize};

use crate::equality::as_query;
use crate::subject::read;

/// The maximum number of listed requests.
const MOST_TURNED: usize = 50;
/// The maximum number of example items for each reason.
const MOST_EXAMPLES: usize = 3;
/// Bytes that storage counts for each entry in addition to its attributes (documented: index-storage).
const ENTRY_OVERHEAD: u64 = 100;

/// A preview of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Items of the table.
    pub items: u64,
    /// The items that the index would hold.
    pub held: u64,
    /// The items that it would leave out, by reason, the most frequent first.
    pub left_out: Vec<LeftOut>,
    /// Bytes of its entries.
    pub bytes: u64,
    /// Bytes that its storage counts: 100 more for each entry.
    pub stored_bytes: u64,
    /// Bytes of the median item.
    pub median_bytes: u64,
    /// Write units of putting the median item as a new item, with the existing indexes.
    pub units_without: Units,
    /// The same with this index.
    pub units_with: Units,
    /// Scans of the journal that become a Query, latest first, up to fifty.
    pub turned: Vec<Turned>,
    /// Scans of the journal that become a Query.
    pub turned_in_total: u64,
    /// Scans of this table in the journal.
    pub scans: u64,
}

/// Items that an index would not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The key attribute of the index.
    pub attribute: Text,
    /// Why, as a sentence.
    pub why: String,
    /// How many.
    pub items: u64,
    /// Primary keys of the first of them.
    pub examples: Vec<Item>,
}

/// A Scan that becomes a Query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turned {
    /// The number of its record.
    pub record: u64,
    /// When it was sent.
    pub at: Timestamp,
    /// The key attributes that the Query tests or returns.
    pub keys: Vec<Text>,
}

/// A preview of a global index with these keys; `None` if the table does not exist.
#[must_use]
pub fn preview<W: Observer>(
    timeline: &Timeline<W>,
    table: &str,
    keys: &KeySchema,
    projection: &hashrange_wire::Projection,
) -> Option<Preview> {
    let view = timeline.engine().table(table)?;
    let index = IndexDefinition {
        name: Text::from("preview"),
        kind: IndexKind::Global,
        keys: keys.clone(),
        projection: projected(projection),
    };
    let mut preview = Preview::default();
    of_items(view, &index, &mut preview);
    of_journal(timeline, table, keys, &mut preview);
    Some(preview)
}

fn projected(projection: &hashrange_wire::Projection) -> Projection {
    match projection.projection_type {
        Some(ProjectionType::KeysOnly) => Projection::KeysOnly,
        Some(ProjectionType::Include) => {
            Projection::Include(to_set(projection.non_key_attributes.iter().flatten().cloned()))
        }
        _ => Projection::All,
    }
}

fn of_items(table: TableView<'_>, index: &IndexDefinition, preview: &mut Preview) {
    let mut by_size: Vec<(u32, &Arc<Item>)> = Vec::new();
    for (item, size) in table.items() {
        by_size.push((size, item));
        match entry(item, index, table.keys()) {
            Some(entry) => {
                preview.held += 1;
                preview.bytes += index.entry_size(&entry) as u64;
            }
            None => leave_out(item, (&index.keys, table.keys()), &mut preview.left_out),
        }
    }
    preview.items = by_size.len() as u64;
    preview.stored_bytes = preview.bytes + ENTRY_OVERHEAD * preview.held;
    sort_by(&mut preview.left_out, |one, other| other.items.cmp(&one.items));
    sort_by(&mut by_size, |one, other| one.0.cmp(&other.0));
    if let Some((size, item)) = by_size.get(by_size.len().saturating_sub(1) / 2) {
        preview.median_bytes = u64::from(*size);
        let of = |index: &IndexDefinition| {
            let entry = entry(item, index, table.keys()).filter(|_| index.vector().is_none());
            entry.map_or(Units::ZERO, |entry| write_units(index.entry_size(&entry) as u64))
        };
        let indexes: Units = table.indexes().map(|known| of(known.definition())).sum();
        preview.units_without = write_units(u64::from(*size)) + indexes;
        preview.units_with = preview.units_without + of(index);
    }
}

/// Counts an item under the first reason that excludes it.
fn leave_out(item: &Item, (keys, primary): (&KeySchema, &KeySchema), left_out: &mut Vec<LeftOut>) {
    let missing = keys.attributes().find(|key| !item.contains(&key.name));
    let reason = match missing {
        Some(key) => Some((key.name.clone(), "The item has no such attribute.".to_owned())),
        None => key_violations(item, keys)
            .next()
            .map(|found| (found.attribute, why(&found.reason))),
    };
    let Some((attribute, why)) = reason else { return };
    match left_out
        .iter_mut()
        .find(|known| known.attribute == attribute && known.why == why)
    {
        Some(known) => {
            known.items += 1;
            if known.examples.len() < MOST_EXAMPLES {
                known.examples.push(primary.key_of(item));
            }
        }
        None => left_out.push(LeftOut {
            attribute,
            why,
            items: 1,
            examples: vec![primary.key_of(item)],
        }),
    }
}

fn why(reason: &ViolationReason) -> String {
    match reason {
        ViolationReason::Type { expected, found } | ViolationReason::SearchType { expected, found } => {
            format!(
                "The attribute is of type {}, and the key is of type {}.",
                found.descriptor(),
                expected.descriptor()
            )
        }
        ViolationReason::Size { partition: true, .. } => {
            "The value is longer than 2,048 bytes, the limit of a partition key.".to_owned()
        }
        ViolationReason::Size { partition: false, .. } => {
            "The value is longer than 1,024 bytes, the limit of a sort key.".to_owned()
        }
        ViolationReason::Empty { .. } => "The value is empty; a key cannot be empty.".to_owned(),
        ViolationReason::Vector(_) => "The attribute is not a vector of this index.".to_owned(),
    }
}

fn of_journal<W: Observer>(timeline: &Timeline<W>, table: &str, keys: &KeySchema, preview: &mut Preview) {
    let records = (1..=timeline.place())
        .rev()
        .filter_map(|place| timeline.record_at(place));
    for record in records {
        let Entry::Request { operation, body } = &record.entry else {
            continue;
        };
        if operation != "Scan" {
            continue;
        }
        let Some(Request::Scan(scan)) = read(operation, body).filter(|_| operation == "Scan") else {
            continue;
        };
        if scan.table_name != table {
            continue;
        }
        preview.scans += 1;
        let Ok(query) = as_query(&scan, Some("preview"), keys) else {
            continue;
        };
        if scan.consistent_read == Some(true) {
            continue;
        }
        preview.turned_in_total += 1;
        if preview.turned.len() < MOST_TURNED {
            let names = query.expression_attribute_names.unwrap_or_default();
            let tested = |name: &Text| names.values().any(|known| known == name);
            let keys = keys.attributes().map(|key| key.name.clone()).filter(tested).collect();
            preview.turned.push(Turned {
                record: record.sequence,
                at: record.at,
                keys,
            });
        }
    }
}

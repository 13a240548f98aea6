//! Proposes a table for items: its name, unique keys and TTL. Also finds violations of a table's keys by an item.
//!
//! These are only guesses from the given items, which the user confirms or corrects (model). Must not know files.

mod key_choice;
mod seen;

pub use key_choice::KeyChoice;
pub use seen::{AttributeSeen, attributes_seen};

use hashrange_values::{AttributeType, AttributeValue, Item, KeyType, Text};
use hashrange_wire::{AttributeDefinition, BillingMode, CreateTableRequest, KeyRole, KeySchemaElement};

use crate::tables::TableDefinition;

/// Minimum and maximum length of a table name (documented: limits-names).
const NAME_LENGTHS: [usize; 2] = [3, 255];
/// Seconds from 2000 to 2100: the expected range of an expiry time.
const SECONDS: std::ops::Range<i64> = 946_684_800..4_102_444_800;
/// Usual names of expiry times, in lower-case letters and digits.
const EXPIRY: [&str; 8] = [
    "ttl",
    "timetolive",
    "expires",
    "expiresat",
    "expiration",
    "expirationtime",
    "expiry",
    "expireat",
];

/// The apparent design of items.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Their attributes, for a preview: in the order of the file's columns, then by name.
    pub attributes: Vec<AttributeSeen>,
    /// An unused name for the table.
    pub name: String,
    /// Possible keys of the table, the likeliest first. Empty if no attribute can be a key.
    pub keys: Vec<KeyChoice>,
    /// The table with the likeliest key, in on-demand mode.
    pub table: Option<TableDefinition>,
}

/// Proposes a table for these items, usually the first of a file. `columns` are the attributes in the order of the
/// file, if there is one. `taken` are the names of existing tables.
#[must_use]
pub fn propose(items: &[Item], columns: &[Text], file_name: &str, taken: &[String]) -> Proposal {
    let attributes = attributes_seen(items, columns);
    let keys = if items.is_empty() {
        Vec::new()
    } else {
        key_choice::choices(&attributes, items)
    };
    let mut proposal = Proposal {
        attributes,
        name: free_name(file_name, taken),
        keys,
        table: None,
    };
    proposal.table = proposal
        .keys
        .first()
        .and_then(|key| proposal.table(key, &proposal.name));
    if let (Some(table), Some(expiry)) = (&mut proposal.table, expiry(&proposal.attributes, items)) {
        table.time_to_live = Some(expiry);
    }
    proposal
}

impl Proposal {
    /// The table with this key and name. `None` if the items do not have the key's attributes.
    #[must_use]
    pub fn table(&self, key: &KeyChoice, name: &str) -> Option<TableDefinition> {
        let parts = [
            Some((&key.partition, KeyRole::Hash)),
            key.sort.as_ref().map(|sort| (sort, KeyRole::Range)),
        ];
        let mut create = CreateTableRequest {
            table_name: name.to_owned(),
            billing_mode: Some(BillingMode::PayPerRequest),
            ..CreateTableRequest::default()
        };
        for (name, key_type) in parts.into_iter().flatten() {
            let attribute_type = self.attributes.iter().find(|it| it.name == *name)?.key?;
            create.attribute_definitions.push(AttributeDefinition {
                attribute_name: name.clone(),
                attribute_type,
            });
            create.key_schema.push(KeySchemaElement {
                attribute_name: name.clone(),
                key_type,
            });
        }
        Some(
            TableDefinition {
                create,
                time_to_live: None,
                point_in_time_recovery: false,
                recovery_days: None,
                insights: Vec::new(),
            }
            .settled(),
        )
    }
}

/// The attribute with the expiry time. It has a usual name, and all its values are times in seconds.
fn expiry(attributes: &[AttributeSeen], items: &[Item]) -> Option<Text> {
    let is_second = |value: &AttributeValue| match value {
        AttributeValue::N(number) => number.to_i64().is_some_and(|seconds| SECONDS.contains(&seconds)),
        _ => false,
    };
    let is_it = |seen: &&AttributeSeen| {
        EXPIRY.contains(&key_choice::words(&seen.name).as_str())
            && matches!(seen.types.as_slice(), [(AttributeType::N, _)])
            && items.iter().filter_map(|item| item.get(&seen.name)).all(is_second)
    };
    attributes.iter().find(is_it).map(|seen| seen.name.clone())
}

/// An unused table name, derived from the file name.
fn free_name(file_name: &str, taken: &[String]) -> String {
    let [shortest, longest] = NAME_LENGTHS;
    let stem = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default();
    let is_kept = |character: &char| character.is_ascii_alphanumeric() || "_-".contains(*character);
    let words: String = stem
        .chars()
        .map(|it| if is_kept(&it) { it } else { '-' })
        .take(longest - 10)
        .collect();
    let words = words.trim_matches('-');
    let base = if words.len() < shortest {
        format!("{words}Items")
    } else {
        words.to_owned()
    };
    let mut name = base.clone();
    let mut number = 2;
    while taken.contains(&name) {
        name = format!("{base}-{number}");
        number += 1;
    }
    name
}

/// A violation of a key of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyProblem {
    /// The key is missing in the item.
    #[error("the item has no value for the key {0}")]
    Missing(Text),
    /// The key has another type.
    #[error("the key {name} has type {} in the table and {} here", expected.descriptor(), found.descriptor())]
    Mistyped {
        /// The key.
        name: Text,
        /// Its type in the table.
        expected: KeyType,
        /// Its type in the item.
        found: AttributeType,
    },
    /// The key is empty.
    #[error("the key {0} is empty")]
    Empty(Text),
}

/// The violation of a table's primary key by an item, if there is one. It allows a preview of refusals.
#[must_use]
pub fn key_problem(item: &Item, keys: &[(Text, KeyType)]) -> Option<KeyProblem> {
    keys.iter().find_map(|(name, expected)| {
        let Some(value) = item.get(name) else {
            return Some(KeyProblem::Missing(name.clone()));
        };
        match value {
            value if !expected.matches(value) => {
                let found = value.attribute_type();
                Some(KeyProblem::Mistyped {
                    name: name.clone(),
                    expected: *expected,
                    found,
                })
            }
            AttributeValue::S(text) if text.is_empty() => Some(KeyProblem::Empty(name.clone())),
            AttributeValue::B(bytes) if bytes.is_empty() => Some(KeyProblem::Empty(name.clone())),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests;

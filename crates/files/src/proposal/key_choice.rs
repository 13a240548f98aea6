//! Possible primary keys of items, the likeliest first.
//!
//! It only guesses, from usual names of keys and from unique values. Must not know tables.

use hashrange_values::{Item, Text, to_set};
use hashrange_wire::attribute_value_to_json;

use super::seen::AttributeSeen;

/// Maximum number of attributes that are tried as parts of keys.
const TRIED: usize = 16;
/// Maximum number of proposed keys.
const PROPOSED: usize = 5;

/// A primary key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChoice {
    /// The partition key.
    pub partition: Text,
    /// The sort key, if it has one.
    pub sort: Option<Text>,
    /// Number of items with the key of an earlier item, which they would replace.
    pub replaced: usize,
}

/// Names of partition keys with those of their sort keys, as in single-table designs, in lower-case letters and digits.
const PAIRS: [(&str, &str); 5] = [
    ("pk", "sk"),
    ("partitionkey", "sortkey"),
    ("hashkey", "rangekey"),
    ("hash", "range"),
    ("hk", "rk"),
];
/// Parts of the names of sort keys.
const SORTED_BY: [&str; 9] = [
    "date",
    "time",
    "timestamp",
    "created",
    "sort",
    "seq",
    "number",
    "version",
    "day",
];

/// The best keys, sorted by the number of replaced items and then by likelihood.
pub(super) fn choices(attributes: &[AttributeSeen], items: &[Item]) -> Vec<KeyChoice> {
    let parts: Vec<&AttributeSeen> = attributes.iter().filter(|it| it.key.is_some()).take(TRIED).collect();
    let mut choices: Vec<(usize, KeyChoice)> = Vec::new();
    for partition in &parts {
        let words = words(&partition.name);
        let choice = KeyChoice {
            partition: partition.name.clone(),
            sort: None,
            replaced: items.len() - partition.distinct,
        };
        let rank = match words.as_str() {
            "id" | "key" | "uuid" | "pk" => 1,
            _ if words.ends_with("id") || words.ends_with("key") => 2,
            _ => 3,
        };
        choices.push((rank, choice));
        // A unique attribute needs no sort key, unless their names are a known pair.
        let is_pair = |sort: &AttributeSeen| PAIRS.contains(&(words.as_str(), self::words(&sort.name).as_str()));
        for sort in parts.iter().filter(|sort| sort.name != partition.name) {
            if is_pair(sort) || (choices.len() < TRIED * TRIED && partition.distinct < items.len()) {
                let rank = if is_pair(sort) {
                    0
                } else {
                    rank + 3 + usize::from(!is_sorted_by(&sort.name))
                };
                let replaced = items.len() - distinct(items, &partition.name, &sort.name);
                let choice = KeyChoice {
                    partition: partition.name.clone(),
                    sort: Some(sort.name.clone()),
                    replaced,
                };
                choices.push((rank, choice));
            }
        }
    }
    // The sort is stable: among equal candidates, the one whose attributes are first in the file stays first.
    hashrange_values::sort_by(&mut choices, |(rank, one), (other_rank, other)| {
        (one.replaced, *rank).cmp(&(other.replaced, *other_rank))
    });
    choices.into_iter().take(PROPOSED).map(|(_, choice)| choice).collect()
}

fn distinct(items: &[Item], partition: &str, sort: &str) -> usize {
    let text = |item: &Item, name| item.get(name).map(attribute_value_to_json);
    to_set(items.iter().map(|item| (text(item, partition), text(item, sort)))).len()
}

fn is_sorted_by(name: &str) -> bool {
    let words = words(name);
    SORTED_BY.iter().any(|word| words.contains(word))
}

/// A name in lower-case letters and digits.
pub(super) fn words(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|character| character.to_ascii_lowercase())
        .collect()
}

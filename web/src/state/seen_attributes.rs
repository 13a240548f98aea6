//! The attributes seen in the items of each table, for suggestions.
//!
//! They come from items that other reads return. Nothing is read for this purpose. Must not know requests.

use std::ops::Range;

use hashrange_values::{AttributeType, AttributeValue, Item, Text, real};
use litemap::LiteMap;

/// The maximum number of attributes stored for a table. A longer list is not useful for a choice.
const MAX_REMEMBERED: usize = 500;

/// Parts of attribute names that suggest an expiry time: AWS's examples use `ttl`.
const EXPIRY_WORDS: [&str; 2] = ["ttl", "expir"];
/// Numbers that are epoch seconds of the years 2001 to 2106.
const EPOCH_SECONDS: Range<f64> = 1e9..4.3e9;

/// Attribute names by table, each with its most recent type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenAttributes {
    tables: LiteMap<String, LiteMap<Text, AttributeType>>,
    /// Attributes whose values are epoch seconds, by table, in ascending order.
    times: LiteMap<String, Vec<Text>>,
}

/// True for a name that suggests an expiry time.
#[must_use]
pub fn is_expiry_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    EXPIRY_WORDS.iter().any(|word| name.contains(word))
}

impl SeenAttributes {
    /// Adds the attributes of an item. Returns true if anything is new.
    pub fn meet(&mut self, table: &str, item: &Item) -> bool {
        let known = self.tables.entry(table.to_owned()).or_default();
        let mut learnt = false;
        for (name, value) in item.iter() {
            if is_time(value) && (known.contains_key(name) || known.len() < MAX_REMEMBERED) {
                let times = self.times.entry(table.to_owned()).or_default();
                if let Err(place) = times.binary_search(name) {
                    times.insert(place, name.clone());
                    learnt = true;
                }
            }
            let kind = value.attribute_type();
            if known.get(name) == Some(&kind) || (known.len() >= MAX_REMEMBERED && !known.contains_key(name)) {
                continue;
            }
            known.insert(name.clone(), kind);
            learnt = true;
        }
        learnt
    }

    /// The attribute that is most likely the item's expiry time: one with epoch seconds, preferably with a name that
    /// suggests it.
    #[must_use]
    pub fn expiry(&self, table: &str) -> Option<Text> {
        let times = self.times.get(table)?;
        times
            .iter()
            .find(|name| is_expiry_name(name))
            .or_else(|| times.first())
            .cloned()
    }

    /// The attributes of a table, by name.
    #[must_use]
    pub fn of(&self, table: &str) -> Vec<Text> {
        self.tables
            .get(table)
            .map(|known| known.keys().cloned().collect())
            .unwrap_or_default()
    }

    /// The most recent type of an attribute.
    #[must_use]
    pub fn kind(&self, table: &str, attribute: &str) -> Option<AttributeType> {
        self.tables.get(table)?.get(attribute).copied()
    }
}

fn is_time(value: &AttributeValue) -> bool {
    let AttributeValue::N(number) = value else { return false };
    real(&number.to_string()).is_some_and(|seconds| EPOCH_SECONDS.contains(&seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expiry_is_an_attribute_of_epoch_seconds_before_all_one_of_that_name() {
        let number = |text: &str| AttributeValue::N(text.parse().unwrap());
        let item = |pairs: &[(&str, &str)]| pairs.iter().map(|(name, text)| (*name, number(text))).collect::<Item>();
        let mut seen = SeenAttributes::default();
        seen.meet("T", &item(&[("Replies", "12"), ("ExpiresAt", "1571827560000")]));
        assert_eq!(seen.expiry("T"), None, "milliseconds are no epoch seconds");
        seen.meet("T", &item(&[("CreatedAt", "1571820000")]));
        assert_eq!(seen.expiry("T").as_deref(), Some("CreatedAt"));
        assert!(
            seen.meet("T", &item(&[("ExpiresAt", "1571827560")])),
            "a first time is learnt"
        );
        assert_eq!(seen.expiry("T").as_deref(), Some("ExpiresAt"));
        assert_eq!(seen.expiry("Other"), None);
        assert!(is_expiry_name("TTL") && is_expiry_name("expireAt") && !is_expiry_name("CreatedAt"));
    }

    #[test]
    fn names_and_types_are_remembered_by_table() {
        let mut seen = SeenAttributes::default();
        let item: Item = [("b", AttributeValue::Null), ("a", AttributeValue::string("x"))]
            .into_iter()
            .collect();
        assert!(seen.meet("T", &item));
        assert!(!seen.meet("T", &item));
        assert_eq!(seen.of("T"), ["a", "b"]);
        assert_eq!(seen.kind("T", "a"), Some(AttributeType::S));
        assert!(seen.of("Other").is_empty());
    }
}
